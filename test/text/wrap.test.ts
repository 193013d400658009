import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsOf } from "../../src/text/columns.js";
import { sanitise } from "../../src/text/sanitise.js";
import { wrap, wrapRanges } from "../../src/text/wrap.js";
import { hostileText } from "./hostile-text.js";

describe("wrap", () => {
	it.each([
		["", 5, [""]],
		["one two three", 7, ["one two", "three"]],
		["one two three", 8, ["one two", "three"]],
		["one   two", 4, ["one", "two"]],
		["abcdefgh", 3, ["abc", "def", "gh"]],
		["ab cdefgh i", 4, ["ab", "cdef", "gh i"]],
		["  indented text here", 10, ["  indented", "text here"]],
		["       word", 4, ["word"]],
		["a\n\nb", 5, ["a", "", "b"]],
		["one\ntwo three", 5, ["one", "two", "three"]],
		["日本語のテキスト", 6, ["日本語", "のテキ", "スト"]],
		["日本語。次の文", 6, ["日本", "語。次", "の文"]],
		["word日本", 6, ["word日", "本"]],
		["👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 4, ["👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"]],
		["trailing   ", 9, ["trailing "]],
		["abc", 0, ["a", "b", "c"]],
	])("%j at %i", (text, columns, expected) => {
		expect(wrap(text, columns)).toEqual(expected);
	});

	it("keeps all text but the spaces at breaks, in order, within the columns, at grapheme boundaries", () => {
		const segmenter = new Intl.Segmenter();
		fc.assert(
			fc.property(hostileText.map(sanitise), fc.integer({ min: 2, max: 30 }), (text, columns) => {
				const ranges = wrapRanges(text, columns);
				const boundaries = new Set([...segmenter.segment(text)].map(({ index }) => index));
				boundaries.add(text.length);
				let end = 0;
				for (const { from, to } of ranges) {
					expect(text.slice(end, from)).toMatch(/^[ \n]*$/);
					// A few graphemes (note signs, letters with spacing marks) are wider than two columns.
					const single = [...segmenter.segment(text.slice(from, to))].length === 1;
					if (!single) expect(columnsOf(text.slice(from, to))).toBeLessThanOrEqual(columns);
					// A combining mark behind a line end belongs to it for Intl.Segmenter.
					if (text[from - 1] !== "\n") expect(boundaries.has(from)).toBe(true);
					end = to;
				}
				expect(text.slice(end)).toMatch(/^[ \n]*$/);
			}),
			{ numRuns: 3000 },
		);
	});

	it("a megabyte without a break stays linear", () => {
		expect(wrap("x".repeat(1_000_000), 80)).toHaveLength(12_500);
		expect(wrap(" ".repeat(1_000_000), 80)).toHaveLength(1);
		expect(wrap("日".repeat(500_000), 80)).toHaveLength(12_500);
		expect(wrap("e\u0301".repeat(200_000), 80)).toHaveLength(2_500);
	});
});
