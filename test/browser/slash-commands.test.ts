import { describe, expect, test } from "vitest";
import { closest, completions, isCommandLine, parseCommand } from "../../src/browser/slash-commands.js";

describe("slash commands", () => {
	test("are read with their argument", () => {
		expect(parseCommand("/name  Fix the build ")).toEqual({
			kind: "command",
			command: "name",
			argument: "Fix the build",
		});
		expect(parseCommand("/QUIT")).toEqual({ kind: "command", command: "quit", argument: "" });
	});

	test("a path is no command", () => {
		expect(isCommandLine("/usr/bin/env is missing")).toBe(false);
		expect(isCommandLine("/name x")).toBe(true);
		expect(isCommandLine("/")).toBe(true);
		expect(isCommandLine("name")).toBe(false);
	});

	test("an unknown one names the nearest", () => {
		expect(parseCommand("/nmae x")).toMatchObject({ kind: "unknown", closest: "name" });
		expect(parseCommand("/quti")).toMatchObject({ kind: "unknown", closest: "quit" });
		expect(parseCommand("/zzzzzzzz")).toMatchObject({ kind: "unknown", closest: undefined });
	});

	test("are offered while the name is typed, and no longer", () => {
		expect(completions("/")).toContain("help");
		expect(completions("/na")).toEqual(["name"]);
		expect(completions("/name x")).toEqual([]);
		expect(completions("x")).toEqual([]);
	});

	test("the beginning of a name is nearer than anything else", () => {
		expect(closest("res", ["session", "resume"])).toBe("resume");
	});
});
