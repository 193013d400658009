import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandLine, shellQuote } from "../../src/agent/shell-quote.js";

describe("shellQuote", () => {
	it.each([
		["prime-agent", "prime-agent"],
		["--model=a/b:c", "--model=a/b:c"],
		["", "''"],
		["a b", "'a b'"],
		["it's", "'it'\\''s'"],
		["$HOME", "'$HOME'"],
		["`id`", "'`id`'"],
		["~", "'~'"],
		["a\nb", "'a\nb'"],
		["日本", "'日本'"],
	])("writes %j as %s", (text, quoted) => {
		expect(shellQuote(text)).toBe(quoted);
	});

	it("spells out what would drive the terminal it is printed on", () => {
		expect(shellQuote("a\x1b[2Jb")).toBe(`'a'"$(printf '\\033')"'[2Jb'`);
		expect(shellQuote("\u202e")).toBe(`"$(printf '\\342\\200\\256')"`);
	});

	it("is read back by a shell as the same text, whatever it is", () => {
		const word = fc
			.oneof(
				fc.string({ unit: "grapheme", maxLength: 20 }),
				fc.array(fc.constantFrom(..."'\"\\$`!*?[]{}()<>|&;~# \n\t\r\x1b\x9b\u202e-@=a".split("")), {
					maxLength: 12,
				}),
			)
			.map((text) => (typeof text === "string" ? text : text.join("")).replaceAll("\0", ""));
		fc.assert(
			fc.property(fc.array(word, { minLength: 1, maxLength: 40 }), (words) => {
				// Each word ends in a byte that no word holds.
				const script = `printf '%s\\001' ${words.map(shellQuote).join(" ")}`;
				fc.pre(!words.some((text) => text.includes("\x01")));
				const read = execFileSync("sh", ["-c", script], { encoding: "utf8" });
				expect(read.split("\x01").slice(0, -1)).toEqual(words);
			}),
			{ numRuns: 40 },
		);
	});
});

describe("commandLine", () => {
	it("changes to the directory first", () => {
		expect(commandLine({ argv: ["prime-agent", "--resume", "/s/a.jsonl"], cwd: "/home/me/web app" })).toBe(
			"cd '/home/me/web app' && prime-agent --resume '/s/a.jsonl'",
		);
	});

	it("quotes a prompt and a program with blanks", () => {
		expect(commandLine({ argv: ["/opt/my agent", "fix it", "-x y"], cwd: "/" })).toBe(
			"cd '/' && '/opt/my agent' 'fix it' '-x y'",
		);
	});

	it("sets what the command adds to the environment", () => {
		const env = { PRIME_AGENT_CODING_AGENT_DIR: "/a b" };
		expect(commandLine({ argv: ["prime-agent", "x"], cwd: "/", env })).toBe(
			"cd '/' && PRIME_AGENT_CODING_AGENT_DIR='/a b' prime-agent 'x'",
		);
	});

	it("does not take a directory for an option", () => {
		expect(commandLine({ argv: ["pi"], cwd: "-p" })).toBe("cd -- '-p' && pi");
	});
});
