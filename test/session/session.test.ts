import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { FileSystem } from "../../src/session/file-system.js";
import { readSession, readSessionSync } from "../../src/session/session.js";
import { chain, header, lines, user } from "../support/entries.js";
import { faultyFs, systemError } from "../support/faulty-fs.js";
import { realSessions } from "../support/stores.js";
import { temporaryDirectory } from "../support/temporary.js";

describe("the sessions of the real agents", () => {
	it.each(realSessions)("%s is read whole, without a problem", async (path) => {
		const lines = readFileSync(path, "utf8").trimEnd().split("\n");
		const session = await readSession(path);
		expect(session.entries).toEqual(lines.slice(1).map((line) => JSON.parse(line)));
		expect(session.header).toEqual(JSON.parse(lines[0]!));
		expect(session).toMatchObject({ version: 3, problems: [], readOnly: false, outdated: false });
		expect([...session.tree.preorder()]).toHaveLength(session.entries.length);
		expect(JSON.stringify(readSessionSync(path).entries)).toBe(JSON.stringify(session.entries));
	});
});

describe("reading", () => {
	const path = join(temporaryDirectory(), "s.jsonl");
	const fails = (code: string): FileSystem =>
		faultyFs({
			openSync: () => {
				throw systemError(code);
			},
			promises: { stat: faultyFs({}).promises.stat, open: () => Promise.reject(systemError(code)) } as never,
		});

	it.each([
		["EACCES", "unreadable", "permission denied"],
		["EMFILE", "unreadable", "too many files are open"],
		["ENOENT", "not-found", "no such file"],
	])("a file that cannot be opened (%s) says so", async (failure, code, message) => {
		writeFileSync(path, lines(header()));
		const expected = { code, path, message: expect.stringContaining(message) };
		await expect(readSession(path, { fs: fails(failure) })).rejects.toMatchObject(expected);
		expect(() => readSessionSync(path, { fs: fails(failure) })).toThrow(expect.objectContaining(expected));
	});

	it("tells how far it is, and stops when it is told to", async () => {
		writeFileSync(path, lines(header(), user("a", null, "x".repeat(3 << 20))));
		const progress: number[] = [];
		const { stamp } = await readSession(path, { onProgress: (read, total) => progress.push(read / total) });
		expect(progress).toEqual([...progress].sort((a, b) => a - b));
		expect([progress.length, progress.at(-1), stamp?.size]).toEqual([4, 1, readFileSync(path).length]);
		const aborted = new AbortController();
		const reading = readSession(path, { signal: aborted.signal, onProgress: () => aborted.abort() });
		await expect(reading).rejects.toMatchObject({ code: "cancelled" });
	});

	it("gives way to other work", async () => {
		writeFileSync(path, lines(header(), ...chain(20_000)));
		let turns = 0;
		const timer = setInterval(() => turns++, 0);
		await readSession(path);
		clearInterval(timer);
		expect(turns).toBeGreaterThan(0);
	});

	it("refuses what this process could not hold, naming its size", async () => {
		writeFileSync(path, lines(header(), user("a", null, "x".repeat(2_000_000))));
		const expected = { code: "too-large", message: expect.stringContaining("2 MB is too large") };
		await expect(readSession(path, { maxBytes: 1_000_000 })).rejects.toMatchObject(expected);
	});

	it("refuses more entries than this process could hold, however small they are", async () => {
		const entries = Array.from({ length: 3_000 }, (_, index) => ({
			type: "custom",
			id: `e${index}`,
			parentId: null,
		}));
		writeFileSync(path, lines(header(), ...entries));
		const expected = { code: "too-large", message: expect.stringMatching(/its [\d,]+ entries are too many/) };
		await expect(readSession(path, { maxBytes: 1_000_000 })).rejects.toMatchObject(expected);
		expect(() => readSessionSync(path, { maxBytes: 1_000_000 })).toThrow(expect.objectContaining(expected));
		expect((await readSession(path, { maxBytes: 2_000_000 })).entries).toHaveLength(3_000);
	});

	it("takes a file that grows meanwhile as it was when it was opened", async () => {
		writeFileSync(path, lines(header(), user("a", null, "x".repeat(2 << 20))));
		const grow = () => appendFileSync(path, lines(user("b", "a")));
		expect((await readSession(path, { onProgress: grow })).entries).toHaveLength(1);
	});
});
