import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsOf, cut } from "../../src/text/columns.js";
import { sanitise, sanitiseLine } from "../../src/text/sanitise.js";
import {
	cutLine,
	highlight,
	type Line,
	lineColumns,
	plainText,
	sliceLine,
	toAnsi,
	wrapLine,
} from "../../src/text/spans.js";
import { wrap } from "../../src/text/wrap.js";
import { hostileText } from "./hostile-text.js";

const styles = fc.constantFrom({}, { bold: true }, { dim: true, colour: "red" as const });
const lineOf = (clean: (text: string) => string): fc.Arbitrary<Line> =>
	fc.array(
		fc.tuple(hostileText, styles).map(([text, style]) => ({ ...style, text: clean(text) })),
		{ maxLength: 5 },
	);

describe("cutLine", () => {
	it("cuts across spans, the ellipsis in the style it follows", () => {
		const line: Line = [{ text: "abc" }, { text: "def", bold: true }];
		expect(cutLine(line, 6)).toBe(line);
		expect(cutLine(line, 5)).toEqual([{ text: "abc" }, { text: "d…", bold: true }]);
		expect(cutLine(line, 4)).toEqual([{ text: "abc…" }]);
		expect(cutLine(line, 1)).toEqual([{ text: "…" }]);
		expect(cutLine(line, 0)).toEqual([]);
		expect(cutLine([], 5)).toEqual([]);
	});

	it("is cut, with styles", () => {
		fc.assert(
			fc.property(lineOf(sanitiseLine), fc.integer({ min: 0, max: 30 }), (line, columns) => {
				expect(plainText(cutLine(line, columns))).toBe(cut(plainText(line), columns));
				expect(lineColumns(line)).toBe(columnsOf(plainText(line)));
			}),
			{ numRuns: 1000 },
		);
	});
});

describe("wrapLine", () => {
	it("keeps styles over breaks", () => {
		expect(wrapLine([{ text: "one " }, { text: "two three", bold: true }], 7)).toEqual([
			[{ text: "one " }, { text: "two", bold: true }],
			[{ text: "three", bold: true }],
		]);
		expect(wrapLine([], 7)).toEqual([[]]);
		expect(wrapLine([{ text: "a\nb" }], 7)).toEqual([[{ text: "a" }], [{ text: "b" }]]);
	});

	it("is wrap, with styles", () => {
		fc.assert(
			fc.property(lineOf(sanitise), fc.integer({ min: 1, max: 30 }), (line, columns) => {
				expect(wrapLine(line, columns).map(plainText)).toEqual(wrap(plainText(line), columns));
			}),
			{ numRuns: 1000 },
		);
	});
});

describe("highlight", () => {
	it("adds a style that shows without colours", () => {
		expect(highlight([{ text: "fix the flaky test" }], [[8, 13]])).toEqual([
			{ text: "fix the " },
			{ text: "flaky", bold: true, underline: true },
			{ text: " test" },
		]);
	});

	it("goes over span borders and takes ranges in any order, overlapping or outside", () => {
		const line: Line = [{ text: "abc", dim: true }, { text: "def" }];
		expect(highlight(line, [[2, 4]], { inverse: true })).toEqual([
			{ text: "ab", dim: true },
			{ text: "c", dim: true, inverse: true },
			{ text: "d", inverse: true },
			{ text: "ef" },
		]);
		fc.assert(
			fc.property(
				lineOf(sanitiseLine),
				fc.array(fc.tuple(fc.integer({ min: -3, max: 60 }), fc.integer({ min: -3, max: 60 }))),
				(any, ranges) => {
					const marked = highlight(any, ranges, { inverse: true });
					expect(plainText(marked)).toBe(plainText(any));
					let position = 0;
					for (const span of marked) {
						for (const _unit of span.text.split("")) {
							expect(span.inverse === true).toBe(
								ranges.some(([from, to]) => from <= position && position < to),
							);
							position++;
						}
					}
				},
			),
		);
	});
});

it("sliceLine takes a part by code units", () => {
	expect(sliceLine([{ text: "abc" }, { text: "def", bold: true }], 2, 4)).toEqual([
		{ text: "c" },
		{ text: "d", bold: true },
	]);
});

describe("toAnsi", () => {
	it("writes styles, and nothing but text without colours", () => {
		const line: Line = [{ text: "a" }, { text: "b", bold: true, colour: "red" }, { text: "", dim: true }];
		expect(toAnsi(line, true)).toBe("a\x1b[1;31mb\x1b[0m");
		expect(toAnsi(line, false)).toBe("ab");
	});
});
