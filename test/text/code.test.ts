import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeLines, diffLines } from "../../src/text/code.js";
import { plainText } from "../../src/text/spans.js";
import { hostileText } from "./hostile-text.js";

const LANGUAGES = "ts python bash json yaml c java go rust ruby php sql css html lua diff unknown".split(" ");

/** The parts of one line that are shown in a style, as "text:style". */
const coloured = (code: string, language: string) =>
	codeLines(code, language).map((line) =>
		line.filter((span) => span.colour ?? span.dim).map((span) => `${span.text}:${span.colour ?? "dim"}`),
	);

describe("codeLines", () => {
	it.each([
		["ts", "return `a`; // x", ["return:magenta", "`a`:green", "// x:dim"]],
		["TypeScript", "let n = 1.5", ["let:magenta", "1.5:yellow"]],
		["py", "def f(): # x", ["def:magenta", "# x:dim"]],
		["bash", 'if [ "$x" ]; then', ["if:magenta", '"$x":green', "then:magenta"]],
		["bash", "echo $#", ["echo:magenta"]],
		["json", '{"a": "b", "n": 1}', ['"a":blue', '"b":green', '"n":blue', "1:yellow"]],
		["yaml", "- key: 'v'", ["- key:blue", "'v':green"]],
		["rust", "fn f<'a>(x: &'a str) { 'c' }", ["fn:magenta", "'c':green"]],
		["sql", "SELECT 'a' -- x", ["SELECT:magenta", "'a':green", "-- x:dim"]],
		["css", ".a { color: red; }", ["color:blue"]],
		["html", '<a href="x">', ["<a:blue", '"x":green', ">:blue"]],
		["cobol", "MOVE 1 TO X", []],
		["constructor", "x", []],
	])("%s: %s", (language, code, expected) => {
		expect(coloured(code, language)[0]).toEqual(expected);
	});

	it("strings and comments go over lines", () => {
		expect(coloured('"""a\nb""" x', "python")).toEqual([['"""a:green'], ['b""":green']]);
		expect(coloured("/* a\nb", "c")).toEqual([["/* a:dim"], ["b:dim"]]);
	});

	it("diffs are coloured by their signs", () => {
		expect(diffLines("@@ 1\n+a\n-b\n c").map((line) => line[0]?.colour)).toEqual([
			"cyan",
			"green",
			"red",
			undefined,
		]);
	});

	it("changes no character", () => {
		fc.assert(
			fc.property(
				fc.oneof(hostileText, fc.string({ unit: fc.constantFrom(..."\"'`\\/*#-<>{}:=1a \n") })),
				fc.constantFrom(...LANGUAGES),
				(code, language) => {
					expect(codeLines(code, language).map(plainText).join("\n")).toBe(code);
				},
			),
			{ numRuns: 1000 },
		);
	});
});
