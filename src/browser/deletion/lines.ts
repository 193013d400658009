import type { DeletionPlan, DeletionTarget } from "../../store/trash/delete.js";
import {
	artifactsText,
	besideText,
	consequences,
	sessionFacts,
	shownTitle,
} from "../../store/trash/deletion-words.js";
import { bytes, count } from "../../text/amounts.js";
import { bar } from "../../text/bar.js";
import { cut } from "../../text/columns.js";
import { shortenHome } from "../../text/home.js";
import { sanitiseLine } from "../../text/sanitise.js";
import { type Line, wrapLine } from "../../text/spans.js";
import { fieldLine } from "../layout-lines.js";
import { overlayOf } from "../overlay.js";
import type { State } from "../state.js";
import { DELETE_WORD, type DeletionScreen } from "./state.js";

/** What is asked before something goes, or how far it is. */
export function deletionLines(deletion: DeletionScreen, state: State, columns: number): Line[] {
	switch (deletion.kind) {
		case "planning":
			return [[{ text: "Looking at what would go…", dim: true }]];
		case "running": {
			const { done, total, forever, stopping } = deletion;
			const doing = forever ? "Deleting for good" : "Moving to the trash";
			const what = stopping ? "Stopping after what is on its way…" : doing;
			return [
				[{ text: what, bold: true }],
				[],
				[{ text: bar(done, total, 20), colour: "accent" }, { text: ` ${count(done)} of ${count(total)}` }],
			];
		}
		case "asking":
			return asked(deletion.plan, deletion.word, state, columns);
		default:
			return deletion satisfies never;
	}
}

function asked(
	plan: DeletionPlan,
	word: Extract<DeletionScreen, { kind: "asking" }>["word"],
	state: State,
	columns: number,
): Line[] {
	const { targets, refused } = plan;
	const [only] = targets;
	const many = targets.length > 1;
	const what = many ? ` ${count(targets.length)} sessions` : "";
	const question = word === undefined ? `Move${what} to the trash?` : `Delete${what} for good?`;
	const wrap = (text: string, style: object = {}): Line[] => wrapLine([{ text, ...style }], columns);
	// What must be typed stands above what may not fit.
	const typing: Line[] =
		word === undefined
			? []
			: [
					...wrap(`Nothing brings it back. Type the word ${DELETE_WORD}, then Enter:`),
					[{ text: "› ", colour: "accent" }, ...fieldLine(word, columns - 4)],
					[],
				];
	const head = [
		...wrap(question, { bold: true, ...(word === undefined ? {} : { colour: "red" }) }),
		[],
		...typing,
	];
	const stays = refused.slice(0, 3).flatMap(({ path, reason }) => {
		const shown = shortenHome(sanitiseLine(path), state.environment.home);
		return wrap(`stays: ${shown}: ${sanitiseLine(reason)}`, { colour: "yellow" });
	});
	const room = roomOf(state);
	const notes = [...outOfSight(plan, state).flatMap((text) => wrap(text, { colour: "yellow" })), ...stays];
	return many || only === undefined
		? manyLines(plan, head, notes, columns, room)
		: oneLines(only, head, notes, state, columns, room);
}

/** Lines that the view has for the question. */
function roomOf({ size }: State): number {
	return overlayOf(size).height + 1;
}

/** Marks are kept through search and scope: what goes may not be among the rows the user sees. */
function outOfSight({ targets }: DeletionPlan, { sessions, session, prune }: State): string[] {
	if (session !== undefined || prune !== undefined) return [];
	const shown = new Set(
		sessions.rows.flatMap((row) => (row.kind === "session" ? [row.session.info.path] : [])),
	);
	const hidden = targets.filter(
		({ session: { path } }) => sessions.marked.has(path) && !shown.has(path),
	).length;
	if (hidden === 0) return [];
	return [
		`${hidden === targets.length ? "Marked, but" : `${count(hidden)} of them marked, but`} not shown in the list now.`,
	];
}

/** Where there is little room the blank lines go first, then the facts: what hangs on the session is always said. */
function oneLines(
	target: DeletionTarget,
	head: readonly Line[],
	notes: readonly Line[],
	{ now, environment }: State,
	columns: number,
	room: number,
): Line[] {
	const { session } = target;
	const hangs = consequences(target, { longest: LONGEST_NAME });
	const name = shownTitle(session);
	const title = (most: number) => wrapLine([{ text: cut(name, most), bold: true }], columns);
	const facts = wrapLine([{ text: sessionFacts(session, { home: environment.home, now }) }], columns);
	const said = [...(hangs === "" ? [] : wrapLine([{ text: hangs }], columns)), ...notes];
	const id = wrapLine([{ text: `id ${sanitiseLine(session.id)}`, dim: true }], columns);
	const tight = [...withoutBlanks(head), ...title(columns)];
	const layouts = [
		[...head, ...title(3 * columns), ...facts, ...said, ...id],
		[...head, ...title(columns), ...facts, ...said],
		[...tight, ...facts, ...said],
	];
	return layouts.find((lines) => lines.length <= room) ?? [...tight, ...said, ...facts];
}

/** How much goes and what with it, then as many of the sessions as there is room for. */
function manyLines(
	{ targets, bytes: freed }: DeletionPlan,
	head: readonly Line[],
	notes: readonly Line[],
	columns: number,
	room: number,
): Line[] {
	const forks = targets.reduce((sum, each) => sum + each.forks.length, 0);
	const along = artifactsText(targets.flatMap(({ artifacts }) => artifacts));
	const beside = besideText(
		targets.flatMap((target) => target.beside),
		"them",
		{ most: 0 },
	);
	const sum = [`${bytes(freed)} in all.`, along, forksText(forks), beside]
		.filter((text) => text !== "")
		.join(" ");
	const airy = [...head, ...wrapLine([{ text: sum }], columns), ...notes, []];
	const above = airy.length + Math.min(targets.length, FEWEST_TITLES) > room ? withoutBlanks(airy) : airy;
	const left = Math.max(1, room - above.length);
	const shown = targets.length <= left ? targets : targets.slice(0, Math.max(1, left - 1));
	const more = targets.length - shown.length;
	return [
		...above,
		...shown.map(
			({ session }): Line => [{ text: "· " }, { text: cut(shownTitle(session), Math.max(8, columns - 2)) }],
		),
		...(more > 0 ? [[{ text: `… and ${count(more)} more`, dim: true }]] : []),
	];
}

/** Of a file's name, its end tells what it is. */
const LONGEST_NAME = 20;

/** Fewer are not worth the blank lines. */
const FEWEST_TITLES = 4;

function withoutBlanks(lines: readonly Line[]): Line[] {
	return lines.filter((line) => line.length > 0);
}

function forksText(forks: number): string {
	if (forks === 0) return "";
	return forks === 1
		? "A fork of them stays, with its own copy."
		: `${count(forks)} forks stay, with their own copies.`;
}
