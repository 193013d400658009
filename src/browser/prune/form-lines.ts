import { count } from "../../text/amounts.js";
import { type Line, lineColumns, type Span } from "../../text/spans.js";
import { fieldLine, fill } from "../layout-lines.js";
import { SPARED_ON_ONE_ROW, WIDE_FORM } from "./geometry.js";
import {
	PRUNE_FIELDS,
	PRUNE_FLAGS,
	PRUNE_SPARED,
	type PruneField,
	type PruneFlag,
	type PruneScreen,
	type PruneSpared,
} from "./state.js";
import { FIRST_FLAG, FIRST_SPARED } from "./update.js";

const FIELD_LABELS: Readonly<Record<PruneField, string>> = {
	"older-than": "older than",
	"fewer-messages": "fewer messages than",
	"larger-than": "larger than",
};
const NARROW_LABELS: Readonly<Record<PruneField, string>> = {
	"older-than": "older",
	"fewer-messages": "messages <",
	"larger-than": "larger",
};

const FLAG_LABELS: Readonly<Record<PruneFlag, string>> = {
	unnamed: "unnamed",
	archived: "archived",
	empty: "empty",
	missingCwd: "directory gone",
	damaged: "damaged",
	duplicate: "duplicate",
};

/** Where six would not fit on two rows. */
const NARROW_FLAGS: Readonly<Record<PruneFlag, string>> = { ...FLAG_LABELS, missingCwd: "no dir" };
const NARROW_COLUMNS = 44;

/** The criteria, the flags, and what is spared. */
export function formLines(screen: PruneScreen, columns: number): Line[] {
	const wide = columns >= WIDE_FORM;
	const fields = PRUNE_FIELDS.map((field, index): Line => {
		const focused = screen.focus === index;
		const text: Line = focused ? fieldLine(screen.fields[field], 6) : [{ text: screen.fields[field].text }];
		const label = (wide ? FIELD_LABELS : NARROW_LABELS)[field];
		return stop([{ text: `${label} [` }, ...fill(text, 6), { text: "]" }], focused);
	});
	const flagLabels = columns < NARROW_COLUMNS ? NARROW_FLAGS : FLAG_LABELS;
	const flags = PRUNE_FLAGS.map((flag, index) =>
		stop(
			[{ text: `${box(screen.flags.has(flag))} ${flagLabels[flag]}` }],
			screen.focus === FIRST_FLAG + index,
		),
	);
	const spared = PRUNE_SPARED.map((kind, index) =>
		stop(
			[{ text: `${box(!screen.included.has(kind))} ${sparedText(screen, kind)}` }],
			screen.focus === FIRST_SPARED + index,
		),
	);
	const others: Line = [{ text: othersText(screen), dim: true }];
	if (wide)
		return [
			[{ text: " " }, ...fields.flat()],
			[{ text: "  only   " }, ...flags.flat()],
			[{ text: "  spared " }, ...spared.flat(), ...others],
		].map(trimmed);
	const sparedParts: Line[] = [[{ text: " spared" }], ...spared];
	return [
		...rowsOf(fields, columns),
		...rowsOf(flags, columns),
		...(columns < SPARED_ON_ONE_ROW
			? rowsOf(sparedParts, columns, 3, [...others])
			: [trimmed([...sparedParts.flat(), ...others])]),
	];
}

function box(chosen: boolean): string {
	return chosen ? "[x]" : "[ ]";
}

/** A part of the form that the keys can go to, a blank on each side of it; what has them is told without colours, too. */
function stop(content: Line, focused: boolean): Line {
	const line: Line = [{ text: focused ? "▸" : " " }, ...content, { text: " " }];
	return focused ? line.map((span) => ({ ...span, colour: "accent", bold: true })) : line;
}

/** Parts on two rows, or on one where they fit: as many on the first as do, and no more than `most`. `end` is on the last. */
function rowsOf(
	parts: readonly Line[],
	columns: number,
	most = Number.POSITIVE_INFINITY,
	end: Line = [],
): Line[] {
	let used = 0;
	let first = 0;
	for (const part of parts.slice(0, most)) {
		used += lineColumns(part);
		// The blank behind the last part may be cut off.
		if (used - 1 > columns) break;
		first++;
	}
	const rows = [parts.slice(0, first), parts.slice(first)].filter((some) => some.length > 0);
	return rows.map((some, index) => trimmed([...some.flat(), ...(index === rows.length - 1 ? end : [])]));
}

/** Without the blanks at the end, which may be one too many. */
function trimmed(line: Line): Line {
	return [
		...line.slice(0, -1),
		...line.slice(-1).map((span): Span => ({ ...span, text: span.text.trimEnd() })),
	];
}

/** "12 named": so many of them are spared, or go because they are not. */
function sparedText({ choice, included }: PruneScreen, kind: PruneSpared): string {
	const amount = included.has(kind)
		? choice.go.filter(({ despite }) => despite === kind).length
		: choice.spared.filter(({ why }) => why === kind).length;
	const word = kind === "parent" && amount !== 1 ? "parents" : kind;
	return amount === 0 ? word : `${count(amount)} ${word}`;
}

/** What is spared, too, and is not to be chosen here. */
function othersText({ choice, spared, request }: PruneScreen): string {
	const open = choice.spared.filter(({ why }) => why === "open").length;
	const parts = [
		...(open > 0 ? [`· ${count(open)} open`] : []),
		...(spared.size > 0 ? [`· ${count(spared.size)} by you`] : []),
		...(request === undefined ? [] : [" looking for duplicates…"]),
	];
	return parts.length === 0 ? "" : ` ${parts.join(" ")}`;
}
