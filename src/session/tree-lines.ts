/** A row of the tree as a line of the screen. */
import { count, dateTime } from "../text/amounts.js";
import { columnsOf, padEnd, sliceColumns } from "../text/columns.js";
import { foldedRanges } from "../text/fold.js";
import { sanitiseLine } from "../text/sanitise.js";
import { cutLine, highlight, type Line, lineColumns, plainText, type Span } from "../text/spans.js";
import { timeOf } from "./message.js";
import { type RowText, rowText } from "./tree/row-text.js";
import type { TreeRow } from "./tree-rows.js";

export { fullText } from "./tree/full-text.js";
export { rowText } from "./tree/row-text.js";
export { nextBranch, segmentStart } from "./tree/segments.js";

export interface RowLineOptions {
	readonly columns: number;
	/** How many columns the tree is pushed out to the left; see `panFor`. */
	readonly pan?: number;
	/** The label in force on the entry. */
	readonly label?: string | undefined;
	/** When it was set, ISO 8601; shown when given. */
	readonly labelTime?: string | undefined;
	/** Words to highlight, as `queryWords` gives them. */
	readonly words?: readonly string[];
	/** Unix milliseconds. */
	readonly now: number;
}

/** The longest usual role, "assistant". */
const ROLE_COLUMNS = 9;
/** The marks stand in the last fifth of a row. Longer ones take more. */
const MARKS_PART = 5;
const LONGEST_LABEL = 200;

/**
 * The row in at most `columns`: the fold mark (two columns), the lines of the tree, role, text, how much is folded
 * away, and the marks of branch, label and leaf. The text is cut before anything else.
 */
export function rowLine(row: TreeRow, options: RowLineOptions): Line {
	const { columns, words = [] } = options;
	const mark: Span = { text: row.folded ? "⊞ " : row.foldable ? "⊟ " : "  " };
	const room = Math.max(0, columns - 2);
	const marks = marksOf(row, options);
	const marksWidth = lineColumns(marks);
	const start =
		marksWidth === 0
			? room
			: Math.max(Math.ceil(room / 2), room - Math.max(Math.floor(room / MARKS_PART), marksWidth + 1));
	const hidden = hiddenNote(row);
	const body = panned(bodyOf(row), options.pan ?? 0);
	const hits = highlight(body, foldedRanges(plainText(body).slice(0, 4 * columns), words));
	const leftRoom = Math.max(0, start - (marksWidth === 0 ? 0 : 1));
	const shortHidden = cutLine(hidden, leftRoom);
	const left = [...cutLine(hits, leftRoom - lineColumns(shortHidden)), ...shortHidden];
	if (marksWidth === 0) return cutLine([mark, ...left], columns);
	const space = " ".repeat(Math.max(1, start - lineColumns(left)));
	return cutLine([mark, ...left, { text: space }, ...marks], columns);
}

/** How far the tree must be pushed out so that the row has room for its text: a whole number of levels. */
export function panFor(row: TreeRow, columns: number): number {
	const most = Math.floor(columns / 6 / LEVEL_COLUMNS);
	return Math.max(0, row.depth - most) * LEVEL_COLUMNS;
}

const LEVEL_COLUMNS = 3;

function bodyOf(row: TreeRow): Line {
	const text = rowText(row.node);
	const { role, tone } = text;
	const spans: Span[] = [{ text: row.prefix, dim: true }];
	if (role !== "") {
		const isUser = role === "user";
		spans.push({
			text: `${columnsOf(role) > ROLE_COLUMNS ? role : padEnd(role, ROLE_COLUMNS)}  `,
			...styleOf(text),
			bold: isUser,
		});
	}
	spans.push({ text: text.text, ...(tone === undefined && role === "" ? { dim: true } : styleOf(text)) });
	if (row.node.gap !== undefined) spans.push({ text: "  ⚠ its parent is missing", colour: "yellow" });
	return spans;
}

function styleOf({ tone }: RowText): Pick<Span, "dim" | "colour"> {
	if (tone === "note") return { dim: true };
	return tone === "failed" ? { colour: "red" } : {};
}

/** A line without its first columns. */
function panned(line: Line, columns: number): Line {
	if (columns <= 0) return line;
	const [prefix, ...rest] = line;
	if (prefix === undefined) return line;
	// Every character of the tree's lines is one column wide; the prefix may be very long.
	if (prefix.text.length >= columns) return [{ ...prefix, text: prefix.text.slice(columns) }, ...rest];
	let left = columns - prefix.text.length;
	return rest.flatMap((span): Span[] => {
		const width = columnsOf(span.text);
		const cut = Math.min(left, width);
		left -= cut;
		if (cut === 0) return [span];
		return cut === width ? [] : [{ ...span, text: sliceColumns(span.text, cut, width) }];
	});
}

function hiddenNote({ hidden }: TreeRow): Line {
	if (hidden === 0) return [];
	return [{ text: `  (${count(hidden)} ${hidden === 1 ? "entry" : "entries"})`, dim: true }];
}

/** "• [checkpoint-1] ← leaf" */
function marksOf(row: TreeRow, { label, labelTime, now }: RowLineOptions): Line {
	const spans: Span[] = [];
	if (row.onBranch) spans.push({ text: "•" });
	if (label !== undefined) {
		const time = labelTime === undefined ? "" : ` ${dateTime(timeOf(labelTime), now)}`;
		spans.push({ text: `[${sanitiseLine(label.slice(0, LONGEST_LABEL))}${time}]`, colour: "yellow" });
	}
	if (row.isLeaf) spans.push({ text: "← leaf", bold: true });
	return spans.flatMap((span, i): Span[] => (i === 0 ? [span] : [{ text: " " }, span]));
}
