/** Markdown tables drawn in columns, or as "header: value" lines where the terminal is too narrow for that. */
import type { Tokens } from "marked";
import { inlineSpans } from "./markdown-inline.js";
import { type Line, lineColumns, type Span, wrapLine } from "./spans.js";

type Alignment = "center" | "left" | "right" | null;

/** Less than this for a column is unreadable. */
const NARROWEST = 6;
const SEPARATOR = " │ ";

/** The lines of a table, none wider than `columns`; long cells are wrapped. */
export function tableLines(table: Tokens.Table, columns: number): Line[] {
	const header = table.header.map((cell) => inlineSpans(cell.tokens, { bold: true }));
	const rows = table.rows.map((row) => row.map((cell) => inlineSpans(cell.tokens)));
	const natural = header.map((cell, index) =>
		Math.max(1, lineColumns(cell), ...rows.map((row) => lineColumns(row[index] ?? []))),
	);
	const available = columns - SEPARATOR.length * (natural.length - 1);
	const widths = share(natural, available);
	if (widths === undefined) return asRecords(header, rows, columns);
	const rule: Line = [{ text: widths.map((width) => "─".repeat(width)).join("─┼─"), dim: true }];
	return [
		...rowLines(header, widths, table.align),
		rule,
		...rows.flatMap((row) => rowLines(row, widths, table.align)),
	];
}

/** Widths within `available`: narrow columns keep theirs, wide ones share what is left; undefined if none fit. */
function share(natural: readonly number[], available: number): number[] | undefined {
	const widths = [...natural];
	const total = () => widths.reduce((sum, width) => sum + width, 0);
	if (total() <= available) return widths;
	if (natural.reduce((sum, width) => sum + Math.min(width, NARROWEST), 0) > available) return undefined;
	// Lower the limit for all columns until they fit.
	let limit = Math.max(...natural);
	let low = Math.min(NARROWEST, limit);
	while (low < limit) {
		const middle = Math.ceil((low + limit) / 2);
		if (natural.reduce((sum, width) => sum + Math.min(width, middle), 0) <= available) low = middle;
		else limit = middle - 1;
	}
	return natural.map((width) => Math.min(width, low));
}

function rowLines(cells: readonly Line[], widths: readonly number[], align: readonly Alignment[]): Line[] {
	const wrapped = widths.map((width, index) => wrapLine(cells[index] ?? [], width));
	const height = Math.max(...wrapped.map((lines) => lines.length));
	return Array.from({ length: height }, (_unused, row) =>
		widths.flatMap((width, index): Span[] => {
			const last = index === widths.length - 1;
			const cell = aligned(wrapped[index]?.[row] ?? [], width, align[index] ?? null, last);
			return index === 0 ? cell : [{ text: SEPARATOR, dim: true }, ...cell];
		}),
	);
}

/** A cell in its column; nothing stands behind the last one, so it needs no space there. */
function aligned(cell: Line, width: number, alignment: Alignment, last: boolean): Span[] {
	const room = Math.max(0, width - lineColumns(cell));
	const before = alignment === "right" ? room : alignment === "center" ? Math.floor(room / 2) : 0;
	const spans = [...cell];
	if (before > 0) spans.unshift({ text: " ".repeat(before) });
	if (room > before && !last) spans.push({ text: " ".repeat(room - before) });
	return spans;
}

function asRecords(header: readonly Line[], rows: readonly Line[][], columns: number): Line[] {
	return rows.flatMap((row, index) => [
		...(index === 0 ? [] : [[]]),
		...row.flatMap((cell, column) => wrapLine([...(header[column] ?? []), { text: ": " }, ...cell], columns)),
	]);
}
