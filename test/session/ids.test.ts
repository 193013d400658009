import { describe, expect, it } from "vitest";
import { freshId, randomEntryId, uuidv7 } from "../../src/session/ids.js";

describe("ids", () => {
	it("of entries are eight hex digits", () => {
		for (let i = 0; i < 50; i++) expect(randomEntryId()).toMatch(/^[0-9a-f]{8}$/);
	});

	it("of sessions are UUIDs of version 7, which begin with the time", () => {
		const time = Date.UTC(2026, 10, 30);
		for (let i = 0; i < 50; i++) {
			const id = uuidv7(time);
			expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
			expect(Number.parseInt(id.replace("-", "").slice(0, 12), 16)).toBe(time);
		}
		expect(uuidv7(time) < uuidv7(time + 1)).toBe(true);
	});

	it("are asked for until one is free, but not for ever", () => {
		const candidates = ["a", "b", "c"];
		expect(
			freshId(
				(id) => id !== "c",
				() => candidates.shift() ?? "",
			),
		).toBe("c");
		expect(() => freshId(() => true, randomEntryId)).toThrow(RangeError);
	});
});
