import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
	compare,
	end,
	followPosition,
	type Layout,
	lastTop,
	moveBy,
	START,
	windowOf,
} from "../../../src/browser/session/scroll.js";

const layoutOf = (heights: number[]): Layout => ({
	count: heights.length,
	lines: (block) => Array.from({ length: heights[block] ?? 0 }, (_, line) => [{ text: `${block}.${line}` }]),
});
const heights = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 20 });
/** Every position of a layout, in order. */
const positions = (sizes: number[]) =>
	sizes.flatMap((size, block) => Array.from({ length: size }, (_, line) => ({ block, line })));

describe("moving through blocks", () => {
	test("is moving through the list of all their lines", () => {
		fc.assert(
			fc.property(heights, fc.nat(200), fc.integer({ min: -200, max: 200 }), (sizes, start, by) => {
				const all = positions(sizes);
				const from = all[start % all.length]!;
				const at = all.indexOf(from);
				expect(moveBy(layoutOf(sizes), from, by)).toEqual(
					all[Math.min(all.length - 1, Math.max(0, at + by))],
				);
			}),
		);
	});

	test("the last window ends with the last line", () => {
		fc.assert(
			fc.property(heights, fc.integer({ min: 1, max: 30 }), (sizes, height) => {
				const layout = layoutOf(sizes);
				const shown = windowOf(layout, lastTop(layout, height), height);
				expect(shown.at(-1)?.position).toEqual(end(layout));
				expect(shown).toHaveLength(Math.min(height, positions(sizes).length));
			}),
		);
	});

	test("the window follows the cursor", () => {
		fc.assert(
			fc.property(
				heights,
				fc.nat(200),
				fc.nat(200),
				fc.integer({ min: 1, max: 30 }),
				(sizes, a, b, height) => {
					const layout = layoutOf(sizes);
					const all = positions(sizes);
					const cursor = all[a % all.length]!;
					const top = followPosition(layout, all[b % all.length]!, cursor, height);
					expect(windowOf(layout, top, height).some(({ position }) => compare(position, cursor) === 0)).toBe(
						true,
					);
				},
			),
		);
	});

	test("an empty transcript has nowhere to go", () => {
		const layout = layoutOf([]);
		expect(moveBy(layout, { block: 3, line: 1 }, 5)).toEqual(START);
		expect(windowOf(layout, START, 5)).toEqual([]);
	});
});
