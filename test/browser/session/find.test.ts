import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findLine, type Seek } from "../../../src/browser/session/find.js";
import type { Layout, Position } from "../../../src/browser/session/scroll.js";

function layoutOf(blocks: string[][]): Layout {
	return {
		count: blocks.length,
		lines: (at) => (blocks[at] ?? []).map((text) => [{ text }]),
		unlaid: (at) => blocks[at]?.join("").length,
	};
}

/** Looks on until it is over, as the browser does between keys; also how often it was looked on. */
function seek(
	layout: Layout,
	begin: Seek,
	atOnce: number,
): { position: Position | undefined; times: number } {
	let sought = findLine(layout, begin, atOnce);
	let times = 1;
	for (; sought.kind === "more"; times++) sought = findLine(layout, sought.seek, atOnce);
	return { position: sought.kind === "found" ? sought.position : undefined, times };
}

const blocks = fc.array(fc.array(fc.constantFrom("", "x", "Xy", "yy"), { minLength: 1, maxLength: 3 }), {
	minLength: 1,
	maxLength: 8,
});

describe("findLine", () => {
	test("finds the same however little is done at once", () => {
		fc.assert(
			fc.property(
				blocks,
				fc.nat(),
				fc.nat(),
				fc.constantFrom(1 as const, -1 as const),
				fc.boolean(),
				fc.constantFrom("x", "y", "xy", "z"),
				(content, block, line, direction, inclusive, words) => {
					const at = block % content.length;
					const from = { block: at, line: line % (content[at]?.length ?? 1) };
					const begin: Seek = { words, from, direction, inclusive, step: 0 };
					const layout = layoutOf(content);
					const whole = seek(layout, begin, Number.POSITIVE_INFINITY);
					expect(whole.times).toBe(1);
					expect(seek(layout, begin, 0).position).toEqual(whole.position);
					if (whole.position !== undefined) {
						const text = content[whole.position.block]?.[whole.position.line] ?? "";
						expect(text.toLowerCase()).toContain(words);
					}
				},
			),
		);
	});

	test("stops after a while where all must be laid out first", () => {
		const layout = layoutOf(Array.from({ length: 5_000 }, () => ["some words"]));
		const begin: Seek = {
			words: "missing",
			from: { block: 0, line: 0 },
			direction: 1,
			inclusive: true,
			step: 0,
		};
		expect(findLine(layout, begin).kind).toBe("more");
		expect(findLine({ ...layout, unlaid: () => undefined }, begin).kind).toBe("nothing");
	});
});
