import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { follow, step } from "../../src/browser/viewport.js";

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
