import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { follow, isMove, moved, step, wheelRows } from "../../src/browser/viewport.js";

describe("follow", () => {
	test("moves the window as little as possible", () => {
		expect(follow(0, 5, 10, 100)).toBe(0);
		expect(follow(0, 10, 10, 100)).toBe(1);
		expect(follow(50, 20, 10, 100)).toBe(20);
	});

	test("never leaves the window half empty while rows are above it", () => {
		expect(follow(95, 99, 10, 100)).toBe(90);
		expect(follow(5, 2, 10, 3)).toBe(0);
	});

	test("always shows the cursor", () => {
		fc.assert(
			fc.property(
				fc.nat(500),
				fc.nat(500),
				fc.integer({ min: 1, max: 60 }),
				fc.integer({ min: 1, max: 500 }),
				(top, at, height, count) => {
					const cursor = Math.min(at, count - 1);
					const first = follow(top, cursor, height, count);
					expect(first).toBeGreaterThanOrEqual(0);
					expect(cursor).toBeGreaterThanOrEqual(first);
					expect(cursor).toBeLessThan(first + height);
					expect(first).toBeLessThanOrEqual(Math.max(0, count - height));
				},
			),
		);
	});
});

test("step stays within the list", () => {
	expect(step(3, 10, 5)).toBe(4);
	expect(step(3, -10, 5)).toBe(0);
	expect(step(0, 1, 0)).toBe(0);
});

test("a move leads a row, a page, or to an end, and never out of the list", () => {
	const from = (index: number, count: number) =>
		(["up", "down", "page-up", "page-down", "first", "last"] as const).map((move) =>
			moved(move, index, 10, count),
		);
	expect(from(50, 100)).toEqual([49, 51, 40, 60, 0, 99]);
	expect(from(3, 5)).toEqual([2, 4, 0, 4, 0, 4]);
	expect(from(0, 0)).toEqual([0, 0, 0, 0, 0, 0]);
});

test("what is no move is told apart from one", () => {
	expect(["up", "last", "top", undefined].map(isMove)).toEqual([true, true, false, false]);
});

test("the wheel moves by a few rows; what else a mouse does, by none", () => {
	const mouse = (action: "wheel-up" | "wheel-down" | "press") =>
		wheelRows({ type: "mouse", action, column: 1, row: 1, button: 0 });
	expect([mouse("wheel-up"), mouse("wheel-down"), mouse("press")]).toEqual([-3, 3, undefined]);
	expect(wheelRows({ type: "text", text: "x" })).toBeUndefined();
});
