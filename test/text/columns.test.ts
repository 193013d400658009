import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { columnsOf, cut, graphemes, padEnd, padStart, sliceColumns, widest } from "../../src/text/columns.js";
import { sanitiseLine } from "../../src/text/sanitise.js";
import { hostileText } from "./hostile-text.js";

const line = hostileText.map(sanitiseLine);
const segmenter = new Intl.Segmenter();
const boundaries = (text: string) =>
	new Set([...[...segmenter.segment(text)].map(({ index }) => index), text.length]);

describe("columnsOf", () => {
	it.each([
		["", 0],
		["abc", 3],
		["日本語", 6],
		["한국어", 6],
		["👨‍👩‍👧‍👦", 2],
		["🇯🇵", 2],
		["e\u0301", 1],
		["ก็", 1],
		["Ünïcode…", 8],
		["ｶﾞ", 2],
		["「」", 4],
	])("%s", (text, columns) => {
		expect(columnsOf(text)).toBe(columns);
	});

	it("its short cuts agree with string-width for every character", () => {
		for (let code = 0x20; code < 0x1_0000; code++) {
			if (code >= 0xd800 && code < 0xe000) continue;
			const character = String.fromCodePoint(code);
			if (columnsOf(character) !== stringWidth(character)) expect.fail(`U+${code.toString(16)}`);
		}
	});

	it("is the sum over the graphemes", () => {
		fc.assert(
			fc.property(line, (text) => {
				const parts = [...graphemes(text)];
				expect(parts.reduce((sum, part) => sum + part.columns, 0)).toBe(columnsOf(text));
				expect(columnsOf(text)).toBe(stringWidth(text));
				expect(parts.map(({ from, to }) => text.slice(from, to)).join("")).toBe(text);
			}),
			{ numRuns: 2000 },
		);
	});
});

describe("cut", () => {
	it.each([
		["abc", 3, "abc"],
		["abcd", 3, "ab…"],
		["abcd", 1, "…"],
		["abcd", 0, ""],
		["abcd", -1, ""],
		["日本語", 5, "日本…"],
		["日本語", 4, "日…"],
		["日本語", 1, "…"],
		["a👨‍👩‍👧‍👦b", 3, "a…"],
		["e\u0301e\u0301e\u0301", 2, "e\u0301…"],
		["각각각", 4, "각…"],
	])("%s at %i", (text, columns, expected) => {
		expect(cut(text, columns)).toBe(expected);
	});

	it("takes another ellipsis, and none when it has no room", () => {
		expect(cut("abcdef", 5, "...")).toBe("ab...");
		expect(cut("abcdef", 2, "...")).toBe("ab");
		expect(cut("abcdef", 2, "")).toBe("ab");
	});

	it("never exceeds the columns, never splits a grapheme, and is idempotent", () => {
		fc.assert(
			fc.property(line, fc.integer({ min: 0, max: 40 }), (text, columns) => {
				const short = cut(text, columns);
				expect(columnsOf(short)).toBeLessThanOrEqual(columns);
				expect(cut(short, columns)).toBe(short);
				if (short === text || short === "") return;
				const kept = short.slice(0, -1);
				expect(short.at(-1)).toBe("…");
				expect(text.startsWith(kept)).toBe(true);
				expect(boundaries(text).has(kept.length)).toBe(true);
			}),
			{ numRuns: 3000 },
		);
	});

	it("keeps as much as fits", () => {
		fc.assert(
			fc.property(line, fc.integer({ min: 2, max: 40 }), (text, columns) => {
				const short = cut(text, columns);
				if (short === text) return;
				const kept = short.slice(0, -1);
				const next = [...graphemes(text)].find(({ from }) => from === kept.length);
				expect(columnsOf(kept) + (next?.columns ?? 0)).toBeGreaterThan(columns - 1);
			}),
			{ numRuns: 2000 },
		);
	});

	it("looks only at the beginning of a long text", () => {
		const long = "日本語テキスト👨‍👩‍👧‍👦".repeat(100_000);
		let total = 0;
		for (let row = 0; row < 10_000; row++) total += cut(long, 40).length;
		expect(total).toBeGreaterThan(0);
	});

	it("a long text has the graphemes of a short one", () => {
		fc.assert(
			fc.property(fc.array(line, { minLength: 80, maxLength: 160 }), (parts) => {
				const text = parts.join("");
				expect([...graphemes(text)].map(({ from }) => from)).toEqual(
					[...segmenter.segment(text)].map(({ index }) => index),
				);
			}),
			{ numRuns: 50 },
		);
		const tall = `a${"\u0301".repeat(5000)}bcd`;
		expect(cut(tall, 3)).toBe(`${tall.slice(0, 5002)}…`);
	});
});

describe("widest", () => {
	it("is the columns of the widest, of any number of texts", () => {
		expect(widest(["ab", "日本", ""])).toBe(4);
		expect(widest([])).toBe(0);
		expect(widest(Array.from({ length: 300_000 }, () => "abc"))).toBe(3);
	});
});

describe("padding", () => {
	it("is exact", () => {
		expect(padEnd("ab", 4)).toBe("ab  ");
		expect(padStart("ab", 4)).toBe("  ab");
		expect(padEnd("日本語", 4)).toBe("日… ");
		expect(padStart("日本語", 4)).toBe(" 日…");
		fc.assert(
			fc.property(line, fc.integer({ min: 0, max: 40 }), (text, columns) => {
				expect(columnsOf(padEnd(text, columns))).toBe(columns);
				expect(columnsOf(padStart(text, columns))).toBe(columns);
			}),
		);
	});
});

describe("sliceColumns", () => {
	it.each([
		["abcdef", 2, 3, "cde"],
		["abcdef", 0, 3, "abc"],
		["abcdef", 5, 3, "f"],
		["abcdef", 6, 3, ""],
		["abcdef", 0, 0, ""],
		["日本語", 1, 4, " 本"],
		["日本語", 2, 3, "本"],
		["日本語", 3, 1, " "],
		["a👨‍👩‍👧‍👦b", 2, 2, " b"],
		["e\u0301xy", 1, 2, "xy"],
	])("%s from %i, %i wide", (text, from, columns, expected) => {
		expect(sliceColumns(text, from, columns)).toBe(expected);
	});

	it("keeps every column in its place", () => {
		fc.assert(
			fc.property(
				line,
				fc.integer({ min: 0, max: 30 }),
				fc.integer({ min: 0, max: 30 }),
				(text, from, columns) => {
					const part = sliceColumns(text, from, columns);
					const available = Math.max(0, Math.min(columnsOf(text) - from, columns));
					expect(columnsOf(part)).toBeLessThanOrEqual(columns);
					// A wide character at the right edge leaves a column; a few characters are three wide.
					expect(available - columnsOf(part)).toBeLessThanOrEqual(2);
					expect(columnsOf(part)).toBeLessThanOrEqual(available);
					expect(text.includes(part.trimStart())).toBe(true);
				},
			),
			{ numRuns: 3000 },
		);
	});
});
