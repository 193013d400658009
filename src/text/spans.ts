/** Styled text for a terminal, as data: what screens, the transcript and `show` are made of. */
import { columnsOf, fittingLength } from "./columns.js";
import { wrapRanges } from "./wrap.js";

/** One of the terminal's own colours; `accent` is the one that marks the cursor row and the active filter. */
export type Colour = "accent" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan" | "gray";

export interface Style {
	readonly bold?: boolean;
	readonly dim?: boolean;
	readonly italic?: boolean;
	readonly underline?: boolean;
	readonly inverse?: boolean;
	readonly strike?: boolean;
	readonly colour?: Colour;
}

/** Text in one style. It is sanitised already, and holds no line end. */
export interface Span extends Style {
	readonly text: string;
}

/** One row of a screen. */
export type Line = readonly Span[];

/** Terminal columns of a line. */
export function lineColumns(line: Line): number {
	return line.length === 1 ? columnsOf(line[0]?.text ?? "") : columnsOf(plainText(line));
}

/** The text without its styles. */
export function plainText(line: Line): string {
	let text = "";
	for (const span of line) text += span.text;
	return text;
}

/** The line if it fits `columns`, else as much as fits with an ellipsis in the style of what it follows. */
export function cutLine(line: Line, columns: number, ellipsis = "…"): Line {
	const text = plainText(line);
	const length = fittingLength(text, columns);
	if (length === text.length) return line;
	const room = columns - columnsOf(ellipsis);
	if (room < 0) return sliceLine(line, 0, length);
	const kept = fittingLength(text, room);
	const short = sliceLine(line, 0, kept);
	const last = short.at(-1) ?? line[0];
	if (last === undefined) return [];
	return [...short.slice(0, -1), { ...last, text: (short.at(-1)?.text ?? "") + ellipsis }];
}

/** The lines of a long line, broken as `wrap` breaks text; a span may hold line ends here. */
export function wrapLine(line: Line, columns: number): Line[] {
	const ranges = wrapRanges(plainText(line), columns);
	const lines: Line[] = [];
	let index = 0;
	let start = 0;
	for (const { from, to } of ranges) {
		const part: Span[] = [];
		// Spans and ranges are both in order, so one walk over the spans serves all ranges.
		for (;;) {
			const span = line[index];
			if (span === undefined) break;
			const end = start + span.text.length;
			if (to > from && end > from && start < to)
				part.push({ ...span, text: span.text.slice(Math.max(0, from - start), to - start) });
			if (end > to) break;
			start = end;
			index++;
		}
		lines.push(part);
	}
	return lines;
}

/** The part of a line from code unit `from` up to `to` of its plain text. */
export function sliceLine(line: Line, from: number, to: number): Line {
	const part: Span[] = [];
	let start = 0;
	for (const span of line) {
		const end = start + span.text.length;
		if (end > from && start < to)
			part.push({ ...span, text: span.text.slice(Math.max(0, from - start), to - start) });
		start = end;
	}
	return part;
}

const HIT: Style = { bold: true, underline: true };

/**
 * The line with `style` added to some ranges of its plain text: `[from, to)` in code units, in any order.
 * The default style also shows without colours.
 */
export function highlight(line: Line, ranges: readonly (readonly [number, number])[], style = HIT): Line {
	if (ranges.length === 0) return line;
	const sorted = ranges.filter(([from, to]) => to > from).sort((a, b) => a[0] - b[0]);
	const spans: Span[] = [];
	let start = 0;
	let next = 0;
	for (const span of line) {
		const end = start + span.text.length;
		let position = start;
		while (position < end) {
			while (next < sorted.length && (sorted[next]?.[1] ?? 0) <= position) next++;
			const [from, to] = sorted[next] ?? [end, end];
			const inside = from <= position;
			const stop = Math.min(end, inside ? to : from);
			const text = span.text.slice(position - start, stop - start);
			spans.push(inside ? { ...span, ...style, text } : { ...span, text });
			position = stop;
		}
		start = end;
	}
	return spans;
}

const COLOUR_CODES: Record<Colour, number> = {
	accent: 36,
	red: 31,
	green: 32,
	yellow: 33,
	blue: 34,
	magenta: 35,
	cyan: 36,
	gray: 90,
};

/** The line for a terminal; without `colours` it is the plain text, with no escape sequence at all. */
export function toAnsi(line: Line, colours: boolean): string {
	if (!colours) return plainText(line);
	return line.map(spanToAnsi).join("");
}

function spanToAnsi(span: Span): string {
	const codes: number[] = [];
	if (span.bold) codes.push(1);
	if (span.dim) codes.push(2);
	if (span.italic) codes.push(3);
	if (span.underline) codes.push(4);
	if (span.inverse) codes.push(7);
	if (span.strike) codes.push(9);
	if (span.colour !== undefined) codes.push(COLOUR_CODES[span.colour]);
	return codes.length === 0 || span.text === "" ? span.text : `\x1b[${codes.join(";")}m${span.text}\x1b[0m`;
}
