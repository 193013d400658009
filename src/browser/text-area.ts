/** A text of several lines being edited: broken into rows as wide as the screen, with a cursor that moves by rows. */
import { columnsOf, sliceColumns } from "../text/columns.js";
import { sanitiseLine } from "../text/sanitise.js";
import type { Line, Style } from "../text/spans.js";
import { type LineRange, wrapRanges } from "../text/wrap.js";
import { fieldLine } from "./layout-lines.js";
import type { TextField } from "./text-field.js";

/** Columns beside the text: a mark and a blank on each side, and the cursor behind a full row. */
const MARGIN = 5;

let known:
	| { readonly text: string; readonly columns: number; readonly rows: readonly LineRange[] }
	| undefined;

/** The rows of the text on a screen of `columns`. Asked for several times a key, broken once. */
export function areaRows(text: string, columns: number): readonly LineRange[] {
	if (known?.text !== text || known.columns !== columns) {
		known = { text, columns, rows: wrapRanges(text, Math.max(1, columns - MARGIN)) };
	}
	return known.rows;
}

/** The row the cursor is on: where one breaks without a space, the beginning of the next. */
function rowOfCursor(rows: readonly LineRange[], cursor: number): number {
	const at = rows.findLastIndex(({ from }) => from <= cursor);
	return Math.max(0, at);
}

/** The field with the cursor a row up or down, near its column; undefined where there is no such row. */
export function moveRow(field: TextField, by: 1 | -1, columns: number): TextField | undefined {
	const rows = areaRows(field.text, columns);
	const at = rowOfCursor(rows, field.cursor);
	const from = rows[at];
	const to = rows[at + by];
	if (from === undefined || to === undefined) return undefined;
	const text = field.text.slice(to.from, to.to);
	// Where a row breaks without a space, the place behind it is the next row's beginning.
	const last = columnsOf(text) - (rows[at + by + 1]?.from === to.to ? 1 : 0);
	const column = Math.min(last, columnsOf(field.text.slice(from.from, field.cursor)));
	return { ...field, cursor: to.from + sliceColumns(text, 0, column).length };
}

/** The rows that are shown, `height` of them at most, around the cursor; without the focus it is not drawn. */
export function areaLines(
	field: TextField,
	{ columns, height, focused }: { columns: number; height: number; focused: boolean },
): Line[] {
	const rows = areaRows(field.text, columns);
	const at = rowOfCursor(rows, field.cursor);
	const first = Math.max(0, Math.min(at - height + 1, rows.length - height));
	const mark: Style = focused ? { colour: "accent" } : { dim: true };
	return rows.slice(first, first + height).map(({ from, to }, index): Line => {
		const text = field.text.slice(from, to);
		const lead = { text: first + index === 0 ? " › " : "   ", ...mark };
		return focused && first + index === at
			? [lead, ...fieldLine({ text, cursor: Math.min(field.cursor, to) - from }, columns - MARGIN + 1)]
			: [lead, { text: sanitiseLine(text) }];
	});
}
