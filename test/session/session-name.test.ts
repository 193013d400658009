import { describe, expect, it } from "vitest";
import { nameOf, names } from "../../src/session/session-name.js";
import { entry, user } from "../support/entries.js";

const named = (...given: unknown[]) =>
	given.map((name, i) => entry("session_info", String(i), null, { name }));

describe("a session's name", () => {
	it("is the newest, trimmed and on one line", () => {
		expect(nameOf([...named("old", "  new\r\nname\t"), user("a", null)])).toBe("new name");
	});

	it("is none when the newest is empty, absent or no text", () => {
		for (const last of ["", " \n ", undefined, 7]) expect(nameOf(named("old", last))).toBeUndefined();
		expect(nameOf([])).toBeUndefined();
	});

	it("had others before, each once, the newest first", () => {
		expect(names(named("a", "b", "", "a", "c", "c"))).toEqual(["a", "b"]);
		expect(names(named("a", "b", ""))).toEqual(["b", "a"]);
	});
});
