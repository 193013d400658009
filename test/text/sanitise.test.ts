import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sanitise, sanitiseLine } from "../../src/text/sanitise.js";
import { hostileText } from "./hostile-text.js";

describe("escape sequences are removed whole", () => {
	it.each([
		["clear screen", "a\x1b[2Jb", "ab"],
		["colours", "\x1b[1;31mred\x1b[0m", "red"],
		["private modes", "\x1b[?1049hx\x1b[?25l", "x"],
		["C1 CSI", "a\x9b31mb", "ab"],
		["window title", "a\x1b]0;x\x07b", "ab"],
		["window title ended by ST", "a\x1b]0;x\x1b\\b", "ab"],
		["clipboard", "a\x1b]52;c;aGVsbG8=\x07b", "ab"],
		["hyperlink keeps its text", "\x1b]8;;https://x.test\x1b\\link\x1b]8;;\x1b\\", "link"],
		["C1 OSC", "a\x9d0;title\x9cb", "ab"],
		["DCS over several lines", "a\x1bPq#0\n#1\x1b\\b", "ab"],
		["APC", "a\x1b_Gf=100;AAAA\x1b\\b", "ab"],
		["PM", "a\x1b^secret\x1b\\b", "ab"],
		["SOS", "a\x1bXsecret\x1b\\b", "ab"],
		["C1 APC", "a\x9fsecret\x9cb", "ab"],
		["character set", "a\x1b(0b", "ab"],
		["reset", "a\x1bcb", "ab"],
		["lone ESC at the end", "abc\x1b", "abc"],
		["CSI cut short", "abc\x1b[38;5;1", "abc"],
		["ESC in front of a sequence", "\x1b\x1b[31m", ""],
		["ESC in front of other text", "\x1bé", "é"],
	])("%s", (_name, text, expected) => {
		expect(sanitise(text)).toBe(expected);
	});

	it("a string without an end does not swallow the message", () => {
		expect(sanitise("\x1b]0;title and text\nnext line")).toBe("title and text\nnext line");
		expect(sanitise("a\x1bPrest of the message")).toBe("arest of the message");
		expect(sanitise("a\x9drest\n\x07b")).toBe("arest\nb");
		expect(sanitise("\x1bPtmux;\x1b\x1b]52;c;x\x07\x1b\\b")).toBe("b");
	});
});

describe("invisible characters", () => {
	it.each([
		["null and bell", "a\0\x07b", "ab"],
		["backspace and delete", "a\b\x7fb", "ab"],
		["right-to-left override", "a\u202egnp.exe", "agnp.exe"],
		["isolates and marks", "\u2066a\u2067b\u2068c\u2069\u200e\u200f\u061cd", "abcd"],
		["zero-width space", "a\u200bb", "ab"],
		["byte order mark", "\ufeffa", "a"],
		["soft hyphen", "a\u00adb", "ab"],
		["word joiner", "a\u2060b", "ab"],
		["Hangul fillers", "a\u3164\uffa0\u115fb", "ab"],
		["variation selector alone", "a\ufe0fb\ufe00", "ab"],
		["joiner between letters", "pass\u200dword", "password"],
		["joiner at the end", "👨\u200d", "👨"],
		["tags", "a\u{e0041}\u{e0042}b", "ab"],
		["lone surrogates", "a\ud83db\udc00", "a\ufffdb\ufffd"],
		["non-characters", "a\uffffb", "ab"],
	])("%s", (_name, text, expected) => {
		expect(sanitise(text)).toBe(expected);
	});
});

describe("visible text of every script stays", () => {
	it.each([
		"👨‍👩‍👧‍👦 👩🏽‍💻 ❤️ 1️⃣ 🇯🇵 🏴󠁧󠁢󠁳󠁣󠁴󠁿",
		"缓存失效の原因を調べる",
		"한국어 텍스트 각",
		"السلام عليكم",
		"می\u200cخواهم",
		"ක්\u200dෂ",
		"ภาษาไทยกี่ก็",
		"שָׁלוֹם",
		"Ünïcode é à ç",
		"e\u0301",
		"┌─┐ ▸ • … → ✓",
	])("%s", (text) => {
		expect(sanitise(text)).toBe(text);
	});

	it("stacks of combining marks are lowered", () => {
		expect(sanitise(`Z${"\u0301\u0302\u0303\u0304".repeat(20)}!`)).toBe("Z\u0301\u0302\u0303!");
		expect(sanitise(`ก${"\u0e47".repeat(40)}!`)).toBe(`ก${"\u0e47".repeat(8)}!`);
	});
});

describe("lines and tabs", () => {
	it("every line end becomes a newline", () => {
		expect(sanitise("a\r\nb\rc\u2028d\u2029e\x85f\vg\fh")).toBe("a\nb\nc\nd\ne\nf\ng\nh");
	});

	it("tabs reach to the next multiple of four", () => {
		expect(sanitise("\ta\tb\nabcd\te")).toBe("    a   b\nabcd    e");
		expect(sanitise("日\tx")).toBe("日  x");
	});

	it("one line folds all white space", () => {
		expect(sanitiseLine("  a\n\n\tb\u3000c\u00a0 d\r\n")).toBe("a b c d");
		expect(sanitiseLine("plain text")).toBe("plain text");
		expect(sanitiseLine(" \n ")).toBe("");
	});
});

/** Everything that must never reach a terminal from a file. */
const FORBIDDEN =
	/[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Surrogate}/u;

describe("for any text", () => {
	it("nothing forbidden is left, and a second pass changes nothing", () => {
		fc.assert(
			fc.property(hostileText, (text) => {
				const safe = sanitise(text);
				expect(safe).not.toMatch(FORBIDDEN);
				expect(sanitise(safe)).toBe(safe);
			}),
			{ numRuns: 2000 },
		);
	});

	it("one line holds no line end and is stable", () => {
		fc.assert(
			fc.property(hostileText, (text) => {
				const line = sanitiseLine(text);
				expect(line).not.toMatch(/\n|^\s|\s$|\s\s/u);
				expect(sanitiseLine(line)).toBe(line);
			}),
			{ numRuns: 2000 },
		);
	});

	it("printable ASCII is the same object", () => {
		const text = "plain text\n".repeat(1000);
		expect(sanitise(text)).toBe(text);
	});

	it("very long text of any kind is no trouble", () => {
		for (const tail of ["", "\x1b", "\u0301".repeat(100_000)])
			for (const text of ["word ".repeat(1_000_000) + tail, " ".repeat(2_000_000) + tail])
				expect(sanitiseLine(text).length).toBeLessThanOrEqual(text.length);
	});

	it("a megabyte of introducers does not take quadratic time", () => {
		for (const introducer of ["\x1b]", "\x1bP", "\x9d", "\x90", "\x1b[", "\x1b", "a\u0301", "\u200d", "\t"])
			expect(sanitise(introducer.repeat(500_000)).length).toBeLessThan(5_000_000);
	});
});
