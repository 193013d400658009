import { columnsOf, sliceColumns } from "../text/columns.js";
import { sanitise } from "../text/sanitise.js";
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

/** In code units; a person types none that is longer. */
const LONGEST_GRAPHEME = 32;

/** Paths are edited as they are, whatever stands in their names; a terminal gets what is safe. */
function shownText(text: string): string {
	return sanitise(text).replaceAll("\n", " ");
}

/** A text field as it is drawn: the text with a cursor in it, scrolled so that the cursor is seen. */
export function fieldLine(field: { text: string; cursor: number }, columns: number): Line {
	// Of a long text only what is near the cursor can be seen.
	const reach = LONGEST_GRAPHEME * Math.max(1, columns);
	const before = shownText(field.text.slice(Math.max(0, field.cursor - reach), field.cursor));
	const after = shownText(field.text.slice(field.cursor, field.cursor + reach));
	// What does not fit goes off to the left.
	const room = Math.max(0, columns - 1);
	const width = columnsOf(before);
	const shown = width > room ? sliceColumns(before, width - room, room) : before;
	return cutLine([{ text: shown }, { text: "│", colour: "accent" }, { text: after }], columns, "");
}
