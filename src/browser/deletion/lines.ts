import type { DeletionPlan, DeletionTarget } from "../../store/delete.js";
import { consequences, sessionFacts, shownTitle } from "../../store/deletion-words.js";
import { bytes, count } from "../../text/amounts.js";
import { cut } from "../../text/columns.js";
import { shortenHome } from "../../text/home.js";
import { sanitiseLine } from "../../text/sanitise.js";
import { type Line, wrapLine } from "../../text/spans.js";
import { bar, fieldLine } from "../layout-lines.js";
import type { State } from "../state.js";
import { DELETE_WORD, type DeletionScreen } from "./state.js";

/** What is asked before something goes, or how far it is. */
export function deletionLines(deletion: DeletionScreen, state: State, columns: number): Line[] {
	switch (deletion.kind) {
		case "planning":
			return [[{ text: "Looking at what would go…", dim: true }]];
		case "running": {
			const { done, total, forever } = deletion;
			const what = forever ? "Deleting for good" : "Moving to the trash";
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
	const question =
		word === undefined
			? many
				? `Move ${count(targets.length)} sessions to the trash?`
				: "Move to the trash?"
			: many
				? `Delete ${count(targets.length)} sessions for good?`
				: "Delete for good?";
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
	const stays = refused.slice(0, 3).flatMap(({ path, reason }) => {
		const shown = shortenHome(sanitiseLine(path), state.environment.home);
		return wrap(`stays: ${shown}: ${sanitiseLine(reason)}`, { colour: "yellow" });
	});
	return [
		...wrap(question, { bold: true, ...(word === undefined ? {} : { colour: "red" }) }),
		[],
		...typing,
		...(many || only === undefined ? manyLines(plan, columns) : oneLines(only, state, columns)),
		...outOfSight(plan, state).flatMap((text) => wrap(text, { colour: "yellow" })),
		...stays,
	];
}

/** Marks are kept through search and scope: what goes may not be among the rows the user sees. */
function outOfSight({ targets }: DeletionPlan, { sessions, session, prune }: State): string[] {
	if (session !== undefined || prune !== undefined) return [];
	const shown = new Set(
		sessions.rows.flatMap((row) => (row.kind === "session" ? [row.session.info.path] : [])),
	);
	const hidden = targets.filter((target) => !shown.has(target.session.path)).length;
	if (hidden === 0) return [];
	return [
		`${hidden === targets.length ? "Marked, but" : `${count(hidden)} of them marked, but`} not shown in the list now.`,
	];
}

function oneLines(target: DeletionTarget, { now, environment }: State, columns: number): Line[] {
	const { session } = target;
	const hangs = consequences(target);
	return [
		...wrapLine([{ text: shownTitle(session).slice(0, 300), bold: true }], columns),
		...wrapLine([{ text: sessionFacts(session, { home: environment.home, now }) }], columns),
		...wrapLine([{ text: `id ${sanitiseLine(session.id)}`, dim: true }], columns),
		...(hangs === "" ? [] : wrapLine([{ text: hangs }], columns)),
	];
}

function manyLines({ targets, bytes: freed }: DeletionPlan, columns: number): Line[] {
	const forks = targets.reduce((sum, each) => sum + each.forks.length, 0);
	const shown = targets
		.slice(0, 6)
		.map(
			({ session }): Line => [{ text: "· " }, { text: cut(shownTitle(session), Math.max(8, columns - 2)) }],
		);
	return [
		...shown,
		...(targets.length > 6 ? [[{ text: `… and ${count(targets.length - 6)} more`, dim: true }]] : []),
		[],
		[
			{
				text: `${bytes(freed)} in all.${forksText(forks)}`,
			},
		],
	];
}

function forksText(forks: number): string {
	if (forks === 0) return "";
	return forks === 1
		? " A fork of them stays, with its own copy."
		: ` ${count(forks)} forks of them stay, with their own copies.`;
}
