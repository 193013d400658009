import fc from "fast-check";
import { expect, test } from "vitest";
import { editDistance } from "../../src/text/edit-distance.js";

test.each([
	["", "", 0],
	["tree", "tree", 0],
	["tree", "", 4],
	["nmae", "name", 2],
	["kitten", "sitting", 3],
	["resume", "resumes", 1],
])("from %j to %j", (a, b, distance) => {
	expect(editDistance(a, b)).toBe(distance);
});

test("is the same both ways, and up to the limit the same as without one", () => {
	const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
	fc.assert(
		fc.property(word, word, fc.integer({ min: -1, max: 9 }), (a, b, limit) => {
			const distance = editDistance(a, b);
			expect(editDistance(b, a)).toBe(distance);
			const limited = editDistance(a, b, limit);
			if (distance <= limit) expect(limited).toBe(distance);
			else expect(limited).toBeGreaterThan(limit);
		}),
	);
});
