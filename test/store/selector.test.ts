import { describe, expect, test } from "vitest";
import { findSession, isPathSelector } from "../../src/store/selector.js";
import { info } from "../support/infos.js";

const one = info({
	id: "01a22d7d-6da1-712b-90ea-ad6469144acf",
	path: "/store/01a22d7d-6b61-753a-8f55-bb110349af57.jsonl",
	name: "Fix the login",
	cwd: "/work/web",
	modified: new Date(1),
});
const two = info({
	id: "01a22d7d-6da1-7999-8888-000000000002",
	path: "/store/two.jsonl",
	name: "Release notes",
	cwd: "/work/api",
	modified: new Date(3),
});
const twin = info({
	id: two.id,
	path: "/store/copy.jsonl",
	name: "Ünïcode",
	cwd: "/work/web",
	modified: new Date(2),
});
const unnamed = info({
	id: "ffff1111-0000-7000-8000-00000000beef",
	path: "/store/un.jsonl",
	firstMessage: "hi",
});
const all = [one, two, twin, unnamed];
const find = (selector: string, sessions = all) =>
	findSession(selector, sessions, { cwd: "/store", home: "/home/dev" });

describe("findSession", () => {
	test.each([
		["/store/two.jsonl", two],
		["two.jsonl", two],
		["./two.jsonl", two],
		["../store/copy.jsonl", twin],
		["01a22d7d-6da1-712b-90ea-ad6469144acf", one],
		["01A22D7D6DA1712B90EAAD6469144ACF", one],
		["01a22d7d-6b61-753a-8f55-bb110349af57", one],
		["01a22d7d-6da1-712", one],
		["01a22d7d6da1712", one],
		["9144acf", one],
		["0000beef", unnamed],
		["ff", unnamed],
		["01a22d7d-6b61", one],
		["Fix the login", one],
		["  Fix the login ", one],
		["U\u0308ni\u0308code", twin],
		["last", two],
		["last:/work/web", twin],
		["last:/work/web/", twin],
		["last:../work/web", twin],
	])("%j is one session", (selector, session) => {
		expect(find(selector)).toEqual({ kind: "one", session });
	});

	test.each([
		[two.id, [two, twin]],
		["01a22d7d-6da1", [two, twin, one]],
		["0", [two, twin, one]],
	])("%j is ambiguous; the newest match comes first", (selector, matches) => {
		expect(find(selector)).toEqual({ kind: "ambiguous", matches });
	});

	test("the same name twice is ambiguous", () => {
		const other = info({ name: "Fix the login" });
		expect(find("Fix the login", [one, other])).toMatchObject({ kind: "ambiguous" });
	});

	test("a name that is also part of another's id matches both; a short one is a name", () => {
		const named = info({ id: "eeee0000-0000-7000-8000-000000000001", name: "ffff1111" });
		expect(find("ffff1111", [...all, named])).toMatchObject({ kind: "ambiguous" });
		const brief = info({ id: "eeee0000-0000-7000-8000-000000000002", name: "f" });
		expect(find("f", [...all, brief])).toEqual({ kind: "one", session: brief });
	});

	test.each(["", "   ", "-", "---", "last:/nowhere"])("%j is none", (selector) => {
		expect(find(selector)).toEqual({ kind: "none" });
	});

	test.each([
		["Fix teh login", one],
		["release notse", two],
		["01a22d7d-6da1-712b-90ea-ad6469144acd", one],
		["hii", unnamed],
	])("for %j the closest is told", (selector, closest) => {
		expect(find(selector)).toEqual({ kind: "none", closest });
	});

	test("what is like nothing has no closest", () => {
		expect(find("completely different")).toEqual({ kind: "none" });
		expect(find("last", [])).toEqual({ kind: "none" });
	});
});

test("a selector with a separator is a path", () => {
	expect(isPathSelector("./x.jsonl")).toBe(true);
	expect(isPathSelector("last:/work")).toBe(false);
	expect(isPathSelector("abc")).toBe(false);
});
