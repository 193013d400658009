import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SORTS, type Sort, sortSessions } from "../../src/store/sort.js";
import { info } from "../support/infos.js";

const usage = (cost: number) => ({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost });
const sessions = [
	info({ id: "a", name: "beta 10", cwd: "/z", modified: new Date(3), created: new Date(1), sizeBytes: 5 }),
	info({ id: "b", name: "beta 9", cwd: "/a", modified: new Date(2), created: new Date(9), usage: usage(2) }),
	info({ id: "c", firstMessage: "alpha", cwd: "/a", modified: new Date(4), messageCount: 7 }),
	info({ id: "d", name: "Alpha", cwd: "/m", modified: new Date(1), created: new Date(2), usage: usage(0.5) }),
];
const ids = (sort: Sort, reverse = false) =>
	sortSessions(sessions, sort, { reverse })
		.map((session) => session.id)
		.join("");

describe("sortSessions", () => {
	test.each<[Sort, string]>([
		["recent", "cabd"],
		["created", "bdac"],
		["name", "dbac"],
		["size", "acbd"],
		["messages", "cabd"],
		["cost", "bdca"],
		["directory", "cbda"],
	])("%s", (sort, order) => {
		expect(ids(sort)).toBe(order);
		expect(ids(sort, true)).toBe([...order].reverse().join(""));
	});

	test("is total: any order of the list gives the same, equal times and ids included", () => {
		const same = [1, 2, 3, 4].map((n) => info({ id: n < 3 ? "same" : "other" }));
		fc.assert(
			fc.property(fc.shuffledSubarray(same, { minLength: 4 }), fc.constantFrom(...SORTS), (list, sort) => {
				expect(sortSessions(list, sort)).toEqual(sortSessions(same, sort));
			}),
		);
	});

	test("leaves the given list as it is", () => {
		const list = [...sessions];
		sortSessions(list, "name");
		expect(list).toEqual(sessions);
	});
});
