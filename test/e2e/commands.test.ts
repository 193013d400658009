import { spawnSync } from "node:child_process";
import {
	appendFileSync,
	cpSync,
	existsSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { header, lines } from "../support/entries.js";
import { storesDir } from "../support/stores.js";

const PROGRAM = fileURLToPath(new URL("../../bin/prime-sessions.js", import.meta.url));
const SESSION = "670c3c81";
let home: string;
let sessionDir: string;

beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), "prime-sessions-commands-"));
	onTestFinished(() => rmSync(home, { recursive: true, force: true }));
	sessionDir = join(home, ".prime", "agent", "sessions");
	cpSync(join(storesDir, "prime"), join(home, ".prime", "agent"), { recursive: true });
});

function run(...args: string[]) {
	const env = { PATH: process.env.PATH, HOME: home };
	const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
		cwd: home,
		env,
		encoding: "utf8",
	});
	return { code: status, out: stdout, err: stderr };
}

test("a session is named, labelled, forked, exported and imported, as a script would do it", () => {
	expect(run("name", SESSION, "A", "new", "name")).toEqual({
		code: 0,
		out: "",
		err: 'Named "A new name".\n',
	});
	expect(run("name", "A new name")).toEqual({ code: 0, out: "A new name\n", err: "" });
	expect(run("name", SESSION, "--", "-dashed")).toMatchObject({ code: 0 });
	const { leafId } = JSON.parse(run("label", SESSION, firstEntry(), "start", "--json").out);
	expect(leafId).toMatch(/^[0-9a-f]{8}$/);
	const fork = run("fork", SESSION, "--at", firstEntry(), "--name", "forked").out.trimEnd();
	expect(existsSync(fork)).toBe(true);
	expect(run("export", "forked", "--output", "copy.jsonl")).toMatchObject({ code: 0, out: "" });
	expect(readFileSync(join(home, "copy.jsonl")).equals(readFileSync(fork))).toBe(true);
	expect(run("export", "forked", "--format", "markdown").out).toContain("# forked");
	expect(run("import", "copy.jsonl")).toMatchObject({ code: 0, out: `${fork}\n` });
	appendFileSync(join(home, "copy.jsonl"), "\n");
	const imported = run("import", "copy.jsonl");
	expect(imported).toMatchObject({ code: 0, out: `${join(sessionDir, "copy.jsonl")}\n` });
	expect(imported.err).toContain("same id");
	expect(run("name", "forked")).toMatchObject({
		code: 1,
		err: expect.stringContaining("may mean 2 sessions"),
	});
});

test("a store is looked over and put in order; what goes, goes to the trash of its user", () => {
	const path = join(sessionDir, "damaged.jsonl");
	const damaged = `${lines(header({ id: "damaged" }))}not json\n`;
	writeFileSync(path, damaged);
	expect(run("doctor", path)).toMatchObject({ code: 1, out: expect.stringContaining("line 2: ") });
	expect(run("doctor", path, "--repair")).toMatchObject({ code: 0 });
	expect(run("doctor", path)).toMatchObject({ code: 0 });
	const trash = join(home, ".local", "share", "Trash", "files");
	expect(readdirSync(trash).map((name) => readFileSync(join(trash, name), "utf8"))).toEqual([damaged]);
	writeFileSync(path, lines(header({ version: 2 })));
	expect(run("migrate", "--dry-run").err).toContain("0 moved, 1 upgraded");
	expect(run("migrate")).toMatchObject({ code: 0 });
	expect(JSON.parse(readFileSync(path, "utf8")).version).toBe(3);
});

test("bad usage is 2, what is not there 1, a newer version 3, each in one line", () => {
	const newer = join(sessionDir, "newer.jsonl");
	writeFileSync(newer, lines(header({ version: 4 })));
	for (const [code, ...args] of [
		[2, "name"],
		[2, "name", SESSION, "-x"],
		[2, "name", SESSION, " "],
		[2, "label", SESSION],
		[2, "export", SESSION, "--format", "html"],
		[2, "export", SESSION, "--format", "docx"],
		[2, "import"],
		[2, "migrate", "extra"],
		[2, "delete", SESSION, "--yes", "--demo"],
		[2, "list", "--demo"],
		[2, "list", "--limt", "3"],
		[2, "list", "--sort", "colour"],
		[1, "name", "no such session"],
		[1, "label", SESSION, "zzzz", "x"],
		[1, "fork", SESSION, "--cwd", "missing"],
		[1, "import", "missing.jsonl"],
		[1, "doctor", "./missing.jsonl"],
		[3, "name", newer, "x"],
		[3, "fork", newer],
	] as const) {
		const result = run(...args);
		expect({ args, ...result }).toMatchObject({ args, code });
		if (args[0] === "doctor") continue;
		expect(result.out).toBe("");
		expect(result.err).toMatch(/^prime-sessions: [^\n]+\n$/);
	}
});

test("without a terminal the demo lists its samples, not the user's sessions", () => {
	const { code, out } = run("--demo");
	expect(code).toBe(0);
	expect(out.split("\n").length).toBeGreaterThan(5);
	expect(out).not.toContain("TUI named session");
});

function firstEntry(): string {
	const [name] = readdirSync(sessionDir).filter((file) => file.includes(SESSION));
	const [, line] = readFileSync(join(sessionDir, String(name)), "utf8").split("\n");
	return JSON.parse(String(line)).id;
}

test("what is wrong with the usage is said without what drives a terminal", () => {
	const hostile = "\x1b[31mx\x1b]52;c;AAAA\x07\u009b31m\u202e";
	for (const words of [
		[`--${hostile}`],
		["list", "--sort", hostile],
		["prune", "--fewer-messages", hostile],
	]) {
		const { code, err } = run(...words);
		expect(code).toBe(2);
		expect(err).toContain("x");
		expect(err).toMatch(/^prime-sessions: .*\n$/);
		expect(err).not.toMatch(/[\x1b\x07\u0080-\u009f\u202e]/);
	}
});
