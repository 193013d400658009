import { columnsOf, sliceColumns } from "../text/columns.js";
import { cutLine, type Line, lineColumns } from "../text/spans.js";

/** `left` and `right` at the two ends of a line of `columns`; `left` is cut where they would meet. */
export function justify(left: Line, right: Line, columns: number): Line {
	const end = cutLine(right, columns);
	const room = columns - lineColumns(end);
	const start = cutLine(left, Math.max(0, lineColumns(end) === 0 ? room : room - 1));
	return [...start, { text: " ".repeat(Math.max(0, room - lineColumns(start))) }, ...end];
}

/** The line, cut or filled up with blanks to exactly `columns`. */
export function fill(line: Line, columns: number): Line {
	const kept = cutLine(line, columns);
	return [...kept, { text: " ".repeat(Math.max(0, columns - lineColumns(kept))) }];
}

/** A bar of `width` cells, filled by `done` of `total`. */
export function bar(done: number, total: number, width: number): string {
	const filled = total <= 0 ? 0 : Math.min(width, Math.floor((done / total) * width));
	return "█".repeat(filled) + "░".repeat(width - filled);
}

/** A text field as it is drawn: the text with a cursor in it, scrolled so that the cursor is seen. */
export function fieldLine(field: { text: string; cursor: number }, columns: number): Line {
	const before = field.text.slice(0, field.cursor);
	const after = field.text.slice(field.cursor);
	// What does not fit goes off to the left.
	const room = Math.max(0, columns - 1);
	const width = columnsOf(before);
	const shown = width > room ? sliceColumns(before, width - room, room) : before;
	return cutLine([{ text: shown }, { text: "│", colour: "accent" }, { text: after }], columns, "");
}
