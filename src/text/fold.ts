/** Text as a search compares it. */
import { graphemes } from "./columns.js";

/**
 * Text as it is compared in a search: without difference of case, of composed and decomposed characters, of wide and
 * ordinary digits and letters, and of the dotted and dotless i.
 */
export function fold(text: string): string {
	if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
	return text.normalize("NFKC").replace(/[İı]/g, "i").toLowerCase();
}

/** Where folded terms stand in a text, as ranges `[from, to)` of code units that never cut a grapheme; none overlap. */
export function foldedRanges(text: string, terms: readonly string[]): [number, number][] {
	if (terms.length === 0) return [];
	let folded = "";
	// For each code unit of the folded text, the grapheme it came from.
	const starts: number[] = [];
	const ends: number[] = [];
	for (const { from, to } of graphemes(text)) {
		const piece = fold(text.slice(from, to));
		for (let i = 0; i < piece.length; i++) {
			starts.push(from);
			ends.push(to);
		}
		folded += piece;
	}
	const found: [number, number][] = [];
	for (const term of terms) {
		if (term === "") continue;
		for (let i = folded.indexOf(term); i !== -1; i = folded.indexOf(term, i + term.length)) {
			found.push([starts[i] ?? 0, ends[i + term.length - 1] ?? text.length]);
		}
	}
	return merged(found);
}

function merged(ranges: [number, number][]): [number, number][] {
	const result: [number, number][] = [];
	for (const [from, to] of ranges.sort((a, b) => a[0] - b[0])) {
		const last = result.at(-1);
		if (last && from <= last[1]) last[1] = Math.max(last[1], to);
		else result.push([from, to]);
	}
	return result;
}
