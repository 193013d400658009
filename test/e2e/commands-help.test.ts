import { describe, expect, test } from "vitest";
import { columnsOf } from "../../src/text/columns.js";
import { programHome } from "../support/run-program.js";

const COMMANDS =
	"list show tree info resume name label branch fork import export delete restore prune doctor migrate".split(
		" ",
	);

describe("help", () => {
	test("is a command, for the program and for each of its commands", () => {
		const { run } = programHome();
		const top = run("--help");
		expect(top.code).toBe(0);
		expect(run("help")).toEqual(top);
		expect(run("help", "fork")).toEqual(run("fork", "--help"));
		expect(run("help", "fork").out).toContain("--at <entry>");
	});

	test("of what is no command is bad usage, and says what may be meant", () => {
		const { run } = programHome();
		expect(run("help", "frok")).toEqual({
			code: 2,
			out: "",
			err: 'prime-sessions: there is no command "frok"; did you mean `prime-sessions fork`?\n',
		});
		expect(run("help", "xyzzy")).toEqual({
			code: 2,
			out: "",
			err: 'prime-sessions: there is no command "xyzzy" (--help shows what there is)\n',
		});
	});

	test("fits 80 columns, and names every option once", () => {
		const { run } = programHome();
		for (const words of [[], ...COMMANDS.map((command) => [command])]) {
			const { out } = run(...words, "--help");
			for (const line of out.split("\n")) expect(columnsOf(line)).toBeLessThanOrEqual(80);
			const options = [...out.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, name]) => name);
			expect({ words, options }).toEqual({ words, options: [...new Set(options)] });
			if (words.length > 0) expect(out).not.toContain("--demo");
		}
	});

	test("has examples, the environment and the exit codes", () => {
		const { out } = programHome().run("--help");
		for (const heading of ["Examples:", "Environment:", "Exit codes:"])
			expect(out).toContain(`\n${heading}\n`);
		for (const name of ["PRIME_AGENT_SESSION_DIR", "PRIME_AGENT_CODING_AGENT_DIR", "NO_COLOR"]) {
			expect(out).toContain(name);
		}
		for (const command of COMMANDS) expect(out).toMatch(new RegExp(`^  ${command} `, "m"));
	});

	test("of list says what its lines hold", () => {
		const { out } = programHome().run("help", "list");
		expect(out).toContain("A line: the end of the id");
		expect(out).toContain("what was asked next follows after ·");
	});

	test("offers no format that cannot be made", () => {
		const { run } = programHome();
		expect(run("export", "--help").out).not.toContain("html");
		expect(run("export", "670c3c81", "--format", "html").err).toContain("markdown, json, jsonl");
	});
});

describe("a search that is nearly a command", () => {
	test("asks whether that is meant, and ends as a search without a match", () => {
		const { run } = programHome();
		for (const [word, command] of [
			["lst", "list"],
			["reusme", "resume"],
			["hlep", "help"],
		] as const) {
			const plain = run("list", word);
			const { code, out, err } = run(word);
			expect({ code, out }).toEqual({ code: plain.code, out: plain.out });
			expect(err).toBe(`${plain.err}Did you mean \`prime-sessions ${command}\`?\n`);
		}
		expect(run("shw", "x").err).toContain("Did you mean `prime-sessions show`?\n");
	});

	test("is not asked about for other words, and not of `list`", () => {
		const { run } = programHome();
		for (const words of [["fix"], ["a", "lst"], ["session"], []])
			expect(run(...words).err).not.toContain("Did you mean");
		expect(run("list", "lst").err).not.toContain("Did you mean");
	});
});
