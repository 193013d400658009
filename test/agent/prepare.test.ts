import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { prepareForAgent } from "../../src/agent/prepare.js";
import { nodeFileSystem } from "../../src/session/file-system.js";
import { readSession } from "../../src/session/session.js";
import { assistant, header, lines, user } from "../support/entries.js";
import { temporaryDirectory } from "../support/temporary.js";

const directory = temporaryDirectory();
const SESSION = lines(header(), user("a0000001", null), assistant("a0000002", "a0000001"));
const WRITTEN = new Date("2026-01-01T00:00:00Z");
const deps = { now: () => WRITTEN.getTime() + 10_000 };

let path: string;
let count = 0;
beforeEach(() => {
	path = join(directory, `${count++}.jsonl`);
});

function write(content: string, version = 3) {
	writeFileSync(path, content);
	utimesSync(path, WRITTEN, WRITTEN);
	return { path, version };
}

it("leaves a file alone that is well", async () => {
	expect(await prepareForAgent(write(SESSION), deps)).toBeUndefined();
	expect(readFileSync(path, "utf8")).toBe(SESSION);
	expect(statSync(path).mtime).toEqual(WRITTEN);
});

it.each([
	["whole", SESSION.trimEnd()],
	["cut short", SESSION.slice(0, -20)],
])("ends a last line that is %s, so that the next entry has a line of its own", async (_, content) => {
	expect(await prepareForAgent(write(content), deps)).toBeUndefined();
	expect(readFileSync(path, "utf8")).toBe(`${content}\n`);
});

it("leaves a line alone that may still be on its way", async () => {
	const now = () => WRITTEN.getTime() + 500;
	expect(await prepareForAgent(write(SESSION.trimEnd()), { now })).toBeUndefined();
	expect(readFileSync(path, "utf8")).toBe(SESSION.trimEnd());
});

it.each([
	["an empty file", "", 3],
	["a file of a newer version", SESSION.trimEnd(), 4],
])("leaves %s alone", async (_, content, version) => {
	expect(await prepareForAgent(write(content, version), deps)).toBeUndefined();
	expect(readFileSync(path, "utf8")).toBe(content);
});

it("upgrades an old version and keeps the original", async () => {
	const { version: _, ...old } = header();
	const message = { role: "user", content: "hello", timestamp: 1 };
	const content = lines(old, { type: "message", timestamp: "2026-01-01T00:00:00.000Z", message });
	expect(await prepareForAgent(write(content, 1), deps)).toBeUndefined();
	expect((await readSession(path)).version).toBe(3);
	const original = readdirSync(directory).find((name) => name.startsWith(`${count - 1}.jsonl.v1`));
	expect(readFileSync(join(directory, original ?? ""), "utf8")).toBe(content);
});

it("says in one line what it could not do, and changes nothing", async () => {
	const content = SESSION.trimEnd();
	const session = write(content);
	const fs = {
		...nodeFileSystem,
		writeSync: () => {
			throw Object.assign(new Error("full"), { code: "ENOSPC" });
		},
	};
	const problem = await prepareForAgent(session, { ...deps, fs });
	expect(problem).toBe(`${path}: not changed: the disk is full`);
	expect(readFileSync(path, "utf8")).toBe(content);
	expect(await prepareForAgent({ path: `${path}.none`, version: 3 }, deps)).toContain("no such file");
});
