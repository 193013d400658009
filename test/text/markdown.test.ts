import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markdownLines } from "../../src/text/markdown.js";
import { type Line, lineColumns, plainText } from "../../src/text/spans.js";
import { hostileText } from "./hostile-text.js";

const text = (source: string, columns = 40) => markdownLines(source, columns).map(plainText);
const styled = (source: string, columns = 40): Line[] => markdownLines(source, columns);

describe("inline", () => {
	it("styles", () => {
		expect(styled("a **b _c_** ~~d~~ `e`")).toEqual([
			[
				{ text: "a " },
				{ text: "b ", bold: true },
				{ text: "c", bold: true, italic: true },
				{ text: " " },
				{ text: "d", strike: true },
				{ text: " " },
				{ text: "e", colour: "yellow" },
			],
		]);
	});

	it("links show where they go, once", () => {
		expect(text("[docs](https://x.test/a)")).toEqual(["docs (https://x.test/a)"]);
		expect(text("https://x.test/a")).toEqual(["https://x.test/a"]);
		expect(text("<me@x.test>")).toEqual(["me@x.test"]);
		expect(text("![a cat](cat.png)")).toEqual(["[image: a cat] (cat.png)"]);
	});

	it("HTML is text, character references are characters, but no dangerous ones", () => {
		expect(text("a <b>c</b> &lt;d&gt; &amp;lt; &#65;")).toEqual(["a <b>c</b> <d> &lt; A"]);
		expect(text("a&#27;[2Jb &#x202e; &#155;31m `&#27;[2J` [x](&#27;[2J) ![&#27;[2J](y)")).toEqual([
			"ab   &#27;[2J x (&#27;[2J) ![2J (y)",
		]);
		expect(text("<div>\nx\n</div>")).toEqual(["<div>", "x", "</div>"]);
	});

	it("line ends of the source stay", () => {
		expect(text("one\ntwo  \nthree")).toEqual(["one", "two", "three"]);
	});
});

describe("blocks", () => {
	it("stand apart by one blank line", () => {
		expect(text("# Title\ntext\n\n\n\n---\n## Next")).toEqual([
			"# Title",
			"",
			"text",
			"",
			"─".repeat(40),
			"",
			"## Next",
		]);
	});

	it("lists nest, number and wrap under their text", () => {
		expect(text("- one\n- two words that wrap here\n  1. deep\n\n9. nine\n10. ten", 16)).toEqual([
			"• one",
			"• two words that",
			"  wrap here",
			"  1. deep",
			"",
			" 9. nine",
			"10. ten",
		]);
		expect(text("- [ ] open\n- [x] done")).toEqual(["• [ ] open", "• [x] done"]);
		expect(text("- loose\n\n- items")).toEqual(["• loose", "", "• items"]);
		expect(text("-\n- x")).toEqual(["• ", "• x"]);
	});

	it("quotes nest", () => {
		expect(text("> a\n> > b")).toEqual(["│ a", "│ ", "│ │ b"]);
	});

	it("code is indented, coloured and wrapped", () => {
		expect(text('```ts\nconst x = "s";\n\n// done\n```')).toEqual(['  const x = "s";', "", "  // done"]);
		expect(styled("```ts\nconst x = 1\n```")[0]).toEqual([
			{ text: "  ", dim: true },
			{ text: "const", colour: "magenta" },
			{ text: " x = " },
			{ text: "1", colour: "yellow" },
		]);
		expect(text("    indented\n    code")).toEqual(["  indented", "  code"]);
		expect(text("```\nunclosed")).toEqual(["  unclosed"]);
	});

	it("tables align, wrap their cells and fall back to records", () => {
		const table = "| name | n |\n|---|--:|\n| 日本 | 1 |\n| a long cell that wraps | 22 |";
		expect(text(table)).toEqual([
			"name                   │  n",
			"───────────────────────┼───",
			"日本                   │  1",
			"a long cell that wraps │ 22",
		]);
		expect(text(table, 20)).toEqual([
			"name            │  n",
			"────────────────┼───",
			"日本            │  1",
			"a long cell     │ 22",
			"that wraps      │   ",
		]);
		expect(text("| aaaaaa | bbbbbb |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |", 12)).toEqual([
			"aaaaaa: 1",
			"bbbbbb: 2",
			"",
			"aaaaaa: 3",
			"bbbbbb: 4",
		]);
	});

	it("empty text has no lines", () => {
		expect(text("")).toEqual([]);
		expect(text(" \n\n ")).toEqual([]);
	});
});

describe("anything at all", () => {
	const marks = fc.constantFrom(
		..."# |- |1. |> |```|``` |    |\n|\n\n|**|_|~~|`|[|](|)|![|<b>|</|<!--||a|b||---|:-:|&lt;|&#27;[2J|&#x9b;31m|&#8238;|https://x.test|[ ] |\\|\t|===|***|text|日本"
			.split("|")
			.concat("|"),
	);
	const source = fc
		.array(fc.oneof({ weight: 3, arbitrary: marks }, { weight: 1, arbitrary: hostileText }), {
			maxLength: 60,
		})
		.map((parts) => parts.join(""));

	it("never throws, never exceeds the columns, lets nothing dangerous through", () => {
		fc.assert(
			fc.property(source, fc.integer({ min: 4, max: 60 }), (any, columns) => {
				for (const line of markdownLines(any, columns)) {
					expect(plainText(line)).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
					expect(lineColumns(line)).toBeLessThanOrEqual(columns);
				}
			}),
			{ numRuns: 2000 },
		);
	});

	it("survives nesting that the parser does not", () => {
		expect(text(">".repeat(20_000)).join("")).toBe(">".repeat(20_000));
		expect(text("1. ".repeat(20_000)).length).toBeGreaterThan(100);
	});

	it("takes a paragraph with an endless word as data, and what is beside it as prose", () => {
		const data = "_a".repeat(1_000);
		expect(text(`**before**\n\n*not* ${data}\n\n**after**`, 3_000)).toEqual([
			"before",
			"",
			`*not* ${data}`,
			"",
			"after",
		]);
		expect(text(`a *b* ${data.slice(1)}`, 3_000)).toEqual([`a b ${data.slice(1)}`]);
	});

	it("shows long texts plainly", () => {
		const long = `# not a heading\n${"word ".repeat(20_000)}`;
		expect(text(long)[0]).toBe("# not a heading");
	});
});
