/** Measuring and cutting text by terminal columns, never through what a reader sees as one character. */
import stringWidth from "string-width";

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

const ASCII = /^[\x20-\x7e]*$/;

/**
 * Characters that never combine with a neighbour of this class and whose width is known: Latin, Greek and
 * Cyrillic letters, punctuation and box drawing (one column); kana, ideographs, Hangul syllables and
 * full-width forms (two).
 */
const SIMPLE =
	/^[\x20-\x7e\xa0-\xac\xae-\u02ff\u0390-\u03a1\u03a3-\u0482\u048a-\u052f\u2010-\u2027\u2500-\u257f\u3001-\u3029\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/;
const FIRST_WIDE = 0x3001;

/** Terminal columns of a text without line ends. */
export function columnsOf(text: string): number {
	if (ASCII.test(text)) return text.length;
	let columns = 0;
	if (SIMPLE.test(text)) {
		columns = text.length;
		for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) >= FIRST_WIDE) columns++;
	} else {
		for (const grapheme of graphemes(text)) columns += grapheme.columns;
	}
	return columns;
}

/** One grapheme: where it begins and ends in the text, in code units, and its columns. */
export interface Grapheme {
	readonly from: number;
	readonly to: number;
	readonly columns: number;
}

/** Intl.Segmenter takes quadratic time on long texts: it gets no more than this at once. */
const CHUNK = 512;

/** The graphemes of a text, one after the other; stopping early costs nothing for the rest. */
export function* graphemes(text: string): Generator<Grapheme, void, undefined> {
	let from = 0;
	let length = CHUNK;
	while (from < text.length) {
		const end = endOfChunk(text, from + length);
		const last = end === text.length;
		const chunk = text.slice(from, end);
		let next = from;
		// The last grapheme of a chunk may go on behind it, so it is left to the following chunk.
		if (SIMPLE.test(chunk)) {
			const stop = last ? end : end - 1;
			for (; next < stop; next++)
				yield { from: next, to: next + 1, columns: text.charCodeAt(next) >= FIRST_WIDE ? 2 : 1 };
		} else {
			for (const { segment } of segmenter.segment(chunk)) {
				const to = next + segment.length;
				if (to === end && !last) break;
				yield { from: next, to, columns: graphemeColumns(segment) };
				next = to;
			}
		}
		length = next === from ? length * 4 : CHUNK;
		from = next;
	}
}

/** string-width is slow and a screen shows few different graphemes; bounded, since a text may hold any number. */
const known = new Map<string, number>();
const KNOWN_LIMIT = 4096;

function graphemeColumns(grapheme: string): number {
	if (grapheme.length === 1 && SIMPLE.test(grapheme)) return grapheme.charCodeAt(0) >= FIRST_WIDE ? 2 : 1;
	let columns = known.get(grapheme);
	if (columns === undefined) {
		columns = stringWidth(grapheme);
		if (known.size >= KNOWN_LIMIT) known.clear();
		if (grapheme.length < 64) known.set(grapheme, columns);
	}
	return columns;
}

function endOfChunk(text: string, end: number): number {
	if (end >= text.length) return text.length;
	const code = text.charCodeAt(end - 1);
	// Not between the two halves of a character.
	return code >= 0xd800 && code < 0xdc00 ? end - 1 : end;
}

/** The length in code units of the longest beginning of `text` that fits `columns`: whole graphemes only. */
export function fittingLength(text: string, columns: number): number {
	if (!(columns > 0)) return 0;
	if (ASCII.test(text.slice(0, columns + 1))) return Math.min(text.length, Math.floor(columns));
	let used = 0;
	for (const grapheme of graphemes(text)) {
		used += grapheme.columns;
		if (used > columns) return grapheme.from;
	}
	return text.length;
}

/** `text` if it fits `columns`, else as much as fits with the ellipsis behind it. */
export function cut(text: string, columns: number, ellipsis = "…"): string {
	const length = fittingLength(text, columns);
	if (length === text.length) return text;
	const room = columns - columnsOf(ellipsis);
	return room < 0 ? text.slice(0, length) : text.slice(0, fittingLength(text, room)) + ellipsis;
}

/** At most `columns` of the end of a text, with an ellipsis before it: for paths, whose ends tell most. */
export function cutStart(text: string, columns: number, ellipsis = "…"): string {
	const width = columnsOf(text);
	if (width <= columns) return text;
	const room = columns - columnsOf(ellipsis);
	if (room <= 0) return columns <= 0 ? "" : ellipsis;
	return ellipsis + sliceColumns(text, width - room, room).trimStart();
}

/** The columns of the widest of several texts, however many there are; 0 of none. */
export function widest(texts: readonly string[]): number {
	return texts.reduce((most, text) => Math.max(most, columnsOf(text)), 0);
}

/** Exactly `columns` wide: spaces behind a shorter text, a longer one cut. */
export function padEnd(text: string, columns: number): string {
	const short = cut(text, columns);
	return short + spaces(columns - columnsOf(short));
}

/** Exactly `columns` wide: spaces before a shorter text, a longer one cut. */
export function padStart(text: string, columns: number): string {
	const short = cut(text, columns);
	return spaces(columns - columnsOf(short)) + short;
}

/** The part of `text` that shows in a window of `columns` at column `from`; half a wide character is a space. */
export function sliceColumns(text: string, from: number, columns: number): string {
	if (!(columns > 0)) return "";
	const left = Math.max(0, from);
	let column = 0;
	let start: number | undefined;
	let prefix = "";
	for (const grapheme of graphemes(text)) {
		const next = column + grapheme.columns;
		if (start === undefined && next > left) {
			const hidden = column < left;
			prefix = hidden ? spaces(Math.min(next - left, columns)) : "";
			start = hidden ? grapheme.to : grapheme.from;
		}
		if (start !== undefined && next > left + columns)
			return prefix + text.slice(start, Math.max(start, grapheme.from));
		column = next;
	}
	return start === undefined ? "" : prefix + text.slice(start);
}

function spaces(count: number): string {
	return count > 0 ? " ".repeat(count) : "";
}
