/** What the lines of all blocks are put together from. */
import { sanitise } from "../../text/sanitise.js";
import { cutLine, type Line, lineColumns, plainText, type Span, wrapLine } from "../../text/spans.js";
import { excerpt } from "./excerpt.js";

const INDENT = "  ";

/** Where an indentation leaves less room than this, there is none. */
const NARROWEST = 8;

/** Text as it is, in lines. */
export function plainLines(text: string, columns: number): Line[] {
	return wrapLine([{ text: sanitise(text).trimEnd() }], columns);
}

/** A text drawn by `draw`, or where it is too long its beginning and its end, with a line that says what is not shown. */
export function excerptLines(
	text: string,
	limit: { readonly lines: number; readonly characters: number },
	columns: number,
	draw: (text: string) => Line[],
): Line[] {
	const { head, omitted, tail } = excerpt(text, limit.lines, limit.characters);
	return omitted === undefined ? draw(text) : [...draw(head), omission(omitted, columns), ...draw(tail)];
}

/** Says that something is left out. */
export function omission(what: string, columns: number): Line {
	return cutLine([{ text: `… ${what} …`, dim: true }], columns);
}

/** What `draw` makes of the room inside an indentation. */
export function indented(columns: number, draw: (room: number) => Line[]): Line[] {
	const room = columns - INDENT.length;
	if (room < NARROWEST) return draw(columns);
	return draw(room).map((line) => (line.length === 0 ? line : [{ text: INDENT }, ...line]));
}

/** The line of a block that folds: `▸` folded, `▾` open. `notes` stay readable when the rest is cut. */
export function foldLine(spans: Line, columns: number, open: boolean, notes: Line = []): Line {
	const marker: Span = { text: open ? "▾ " : "▸ ", dim: true };
	const room = Math.max(NARROWEST, columns - 2 - lineColumns(notes));
	const ellipsis = plainText(spans).endsWith("]") ? "…]" : "…";
	return cutLine([marker, ...cutLine(spans, room, ellipsis), ...notes], columns);
}

export function dimmed(line: Line): Line {
	return line.map((span) => ({ ...span, dim: true }));
}
