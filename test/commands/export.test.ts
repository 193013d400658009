import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ExportOptions, exportSession } from "../../src/commands/export.js";
import { readSessionSync } from "../../src/session/session.js";
import { commandHome } from "../support/command.js";
import { assistant, chain, deepLine, header, label, lines, user } from "../support/entries.js";

const content = Buffer.concat([
	Buffer.from(
		`\ufeff${lines(header(), user("a", null, "say \u2028 it"), assistant("b", "a"), label("l", "b", "a", "start"))}`,
	),
	Buffer.from([0xff, 0x1b, 0x5b, 0x32, 0x4a, 0x0a]),
	Buffer.from('{"type":"message","id":"torn'),
]);

function made(text: string | Buffer = content) {
	const home = commandHome();
	const path = home.write("s.jsonl", text);
	return {
		...home,
		path,
		export: (options: ExportOptions, over = {}) => home.run((io) => exportSession(path, options, io), over),
	};
}

test("jsonl is the file, byte for byte, into a file or a pipe", async () => {
	const { export: run, home, path } = made();
	expect(await run({ format: "jsonl", output: "copy" })).toMatchObject({ code: 0, out: "" });
	expect(readFileSync(join(home, "copy")).equals(content)).toBe(true);
	expect(statSync(join(home, "copy")).mode & 0o777).toBe(0o600);
	const pieces: Buffer[] = [];
	await run({}, { out: (data: Uint8Array) => pieces.push(Buffer.from(data)) });
	expect(Buffer.concat(pieces).equals(content)).toBe(true);
	expect(readFileSync(path).equals(content)).toBe(true);
});

test("json is one value: header, leaf, entries as they are, and problems", async () => {
	const { export: run, path } = made();
	const { out, json } = await run({ format: "json" });
	const session = readSessionSync(path);
	expect(json()).toEqual({
		header: session.header,
		leafId: "l",
		entries: session.entries,
		problems: session.problems,
	});
	expect(out).not.toContain("\u2028");
});

test("markdown is the active branch to read", async () => {
	const { export: run, home } = made();
	await run({ output: "transcript.md" });
	const text = readFileSync(join(home, "transcript.md"), "utf8");
	expect(text).toMatch(/^# 01a00000-/);
	expect(text).toContain("answer b");
	expect(text).toContain("start");
});

test("the format is that of the file's ending, where none is given", async () => {
	const { export: run } = made();
	for (const [output, format] of [
		["a.md", "markdown"],
		["a.json", "json"],
		["a.jsonl", "jsonl"],
		["a", "jsonl"],
	]) {
		expect((await run({ output, json: true } as ExportOptions)).json()).toMatchObject({ format });
	}
});

test("says that html is not made, and writes nothing", async () => {
	const { export: run, home } = made();
	const before = readdirSync(home);
	for (const output of ["a.html", "a.HTM"]) {
		expect(await run({ output })).toMatchObject({ code: 2, out: "", err: expect.stringContaining("html") });
	}
	expect(readdirSync(home)).toEqual(before);
});

test("never writes over a file, nor makes directories", async () => {
	const { export: run, home, path } = made();
	writeFileSync(join(home, "there.json"), "mine");
	expect(await run({ output: "there.json" })).toMatchObject({
		code: 1,
		err: expect.stringContaining("exists"),
	});
	expect(readFileSync(join(home, "there.json"), "utf8")).toBe("mine");
	expect(await run({ output: path })).toMatchObject({ code: 1 });
	expect(await run({ output: "no/such/a.json" })).toMatchObject({
		code: 1,
		err: expect.stringContaining("no such"),
	});
	expect(await run({ json: true })).toMatchObject({ code: 2 });
	expect(readFileSync(path).equals(content)).toBe(true);
});

test("gives a terminal nothing that drives it", async () => {
	const { export: run } = made();
	for (const format of ["jsonl", "json", "markdown"] as const) {
		const { out } = await run({ format }, { isTerminal: true });
		expect(out).toContain("answer b");
		expect(out).not.toMatch(/\x1b|\u2028|\ufeff/);
	}
});

test("writes out values nested more deeply than calls can be", async () => {
	const { export: run } = made(lines(header(), user("a", null)) + deepLine("custom_message", "d", "a"));
	const { out } = await run({ format: "json" });
	expect(out).toContain(`"content":${"[".repeat(1_000)}`);
	expect(JSON.parse(out).entries).toHaveLength(2);
});

test("writes out a chain of 30,000 entries", async () => {
	const { export: run } = made(lines(header(), ...chain(30_000)));
	const { json } = await run({ format: "json" });
	expect(json().entries).toHaveLength(30_000);
	expect(await run({ format: "markdown" })).toMatchObject({ code: 0 });
});
