import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { configPath, loadConfig } from "../../src/agent/config.js";
import { temporaryDirectories } from "../support/temporary.js";

const newDirectory = temporaryDirectories();

let home: string;
beforeEach(() => {
	home = newDirectory();
});

function load(text: string) {
	const path = configPath({}, home);
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, text);
	return loadConfig({}, home);
}

describe("where it is", () => {
	it("is under the XDG configuration directory", () => {
		expect(configPath({}, "/home/me")).toBe("/home/me/.config/prime-sessions/config.json");
		expect(configPath({ XDG_CONFIG_HOME: "/etc/me" }, "/home/me")).toBe("/etc/me/prime-sessions/config.json");
		// The XDG rule: what is not absolute does not count.
		expect(configPath({ XDG_CONFIG_HOME: "etc" }, "/h")).toBe("/h/.config/prime-sessions/config.json");
		expect(configPath({ XDG_CONFIG_HOME: "" }, "/h")).toBe("/h/.config/prime-sessions/config.json");
	});

	it("may be nowhere", () => {
		expect(loadConfig({}, home)).toEqual({ path: configPath({}, home) });
	});
});

describe("what it may say", () => {
	it.each([
		['{"agent": "pi"}', "pi"],
		['\ufeff{"agent": " prime-agent "}', "prime-agent"],
		['{"agent": ["code", "--open={path}", "{prompt}"], "other": 1}', ["code", "--open={path}", "{prompt}"]],
		["{}", undefined],
		['{"agent": null}', undefined],
	])("%s", (text, agent) => {
		const config = load(text);
		expect(config.problem).toBeUndefined();
		expect(config.agent).toEqual(agent);
	});

	it("finds a program in the home directory", () => {
		expect(load('{"agent": "~/bin/pi"}').agent).toBe(join(home, "bin/pi"));
		expect(load('{"agent": ["~/bin/a", "~/{path}"]}').agent).toEqual([join(home, "bin/a"), "~/{path}"]);
	});

	it("keeps the command that summarises", () => {
		expect(load('{"summarise": ["llm", "-s", "short"]}').summarise).toEqual(["llm", "-s", "short"]);
	});
});

describe("what it may not say is one line, and the defaults hold", () => {
	it.each([
		["{", "not valid JSON"],
		["", "not valid JSON"],
		["[]", "not a JSON object"],
		["null", "not a JSON object"],
		['"pi"', "not a JSON object"],
		['{"agent": 3}', '"agent" must be'],
		['{"agent": ""}', '"agent" must be'],
		['{"agent": []}', '"agent" must be'],
		['{"agent": ["", "{path}"]}', '"agent" must be'],
		['{"agent": ["a", 1, "{path}"]}', '"agent" must be'],
		['{"agent": ["a", "\\u0000{path}"]}', '"agent" must be'],
		['{"agent": {"command": "a"}}', '"agent" must be'],
		['{"agent": ["a", "{prompt}"]}', '"{path}" or "{id}"'],
		['{"agent": "pi", "summarise": "x"}', '"summarise" must be'],
	])("%s", (text, problem) => {
		const config = load(text);
		expect(config.problem).toContain(problem);
		expect(config.problem).toContain(configPath({}, home));
		expect(config.problem).not.toContain("\n");
		expect(config.agent).toBeUndefined();
	});

	it("holds for a file that is none", () => {
		mkdirSync(configPath({}, home), { recursive: true });
		expect(loadConfig({}, home).problem).toContain("cannot be read (not a regular file)");
	});
});
