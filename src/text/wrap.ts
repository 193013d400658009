/** Breaking text into lines by words, and inside words that are longer than a line. */
import { graphemes } from "./columns.js";

/** A line of a longer text: from code unit `from` up to `to`. */
export interface LineRange {
	readonly from: number;
	readonly to: number;
}

const ASCII = /^[\x20-\x7e]*$/;

/** Closing punctuation of Chinese and Japanese: it does not begin a line. */
const CLOSING = /[、。，．！？：；）〕］｝〉》」』】…ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々]/;

/**
 * The lines of `text` at `columns`. A line breaks at a space (the spaces at a break are left out), between wide
 * characters, and inside a word only when the word has no room on a line of its own. Indentation stays.
 */
export function wrap(text: string, columns: number): string[] {
	return wrapRanges(text, columns).map(({ from, to }) => text.slice(from, to));
}

/** As `wrap`, but where the lines lie in the text. */
export function wrapRanges(text: string, columns: number): LineRange[] {
	const width = Math.max(1, Number.isFinite(columns) ? Math.floor(columns) : 1);
	const ranges: LineRange[] = [];
	let from = 0;
	while (from <= text.length) {
		const newline = text.indexOf("\n", from);
		const to = newline === -1 ? text.length : newline;
		wrapParagraph(text.slice(from, to), from, width, ranges);
		from = to + 1;
	}
	return ranges;
}

function wrapParagraph(paragraph: string, offset: number, width: number, ranges: LineRange[]): void {
	if (paragraph.length <= width && ASCII.test(paragraph)) {
		ranges.push({ from: offset, to: offset + paragraph.length });
		return;
	}
	// Positions in code units; columns are counted from the paragraph's start.
	let lineFrom = 0;
	let lineColumn = 0;
	// The last place to break at: the line's end before it, the next line's start behind it.
	let breakTo = 0;
	let breakFrom = 0;
	let breakColumn = 0;
	let column = 0;
	let inWord = false;
	let afterWide = false;
	let lineHasWord = false;
	for (const grapheme of graphemes(paragraph)) {
		if (grapheme.to - grapheme.from === 1 && paragraph.charCodeAt(grapheme.from) === 0x20) {
			if (inWord) breakTo = grapheme.from;
			column++;
			inWord = false;
			afterWide = false;
			// Spaces before the first word are indentation, no place to break at.
			if (breakTo > lineFrom) {
				breakFrom = grapheme.to;
				breakColumn = column;
			}
			continue;
		}
		const wide = grapheme.columns > 1;
		if (inWord && (wide || afterWide) && !CLOSING.test(paragraph.charAt(grapheme.from))) {
			breakTo = grapheme.from;
			breakFrom = grapheme.from;
			breakColumn = column;
		}
		inWord = true;
		afterWide = wide;
		if (column - lineColumn + grapheme.columns > width && breakFrom > lineFrom) {
			ranges.push({ from: offset + lineFrom, to: offset + breakTo });
			lineFrom = breakFrom;
			lineColumn = breakColumn;
		}
		if (column - lineColumn + grapheme.columns > width && grapheme.from > lineFrom) {
			// Indentation that leaves no room is dropped.
			if (lineHasWord) ranges.push({ from: offset + lineFrom, to: offset + grapheme.from });
			lineFrom = grapheme.from;
			lineColumn = column;
		}
		lineHasWord = true;
		column += grapheme.columns;
	}
	// Spaces at the end hang over the edge.
	const over = Math.max(0, column - lineColumn - width);
	const hanging = inWord ? 0 : Math.min(over, paragraph.length - lineFrom);
	ranges.push({ from: offset + lineFrom, to: offset + paragraph.length - hanging });
}
