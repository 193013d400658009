import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { resolveDeps } from "../../src/session/deps.js";
import type { FileSystem } from "../../src/session/file-system.js";
import { nodeFileSystem } from "../../src/session/file-system.js";
import { stampOf } from "../../src/session/session.js";
import { createFile, replaceFile } from "../../src/session/whole-file.js";
import { faultyFs, fullDisk, systemError } from "../support/faulty-fs.js";
import { temporaryDirectories } from "../support/temporary.js";

const newDirectory = temporaryDirectories();
let dir: string;
let path: string;
const content = ["header\n", Buffer.from("an entry\n"), "another\n"];
const whole = "header\nan entry\nanother\n";
const calls = [
	"openSync",
	"writeSync",
	"fsyncSync",
	"fchmodSync",
	"renameSync",
	"linkSync",
	"closeSync",
	"statSync",
] as const;

beforeEach(() => {
	dir = newDirectory();
	path = join(dir, "s.jsonl");
});

/** A disk whose `n`th call of a kind fails. */
function failing(call: (typeof calls)[number], n: number): FileSystem {
	let left = n;
	const real = nodeFileSystem[call] as (...args: unknown[]) => unknown;
	return faultyFs({
		[call]: (...args: unknown[]) => {
			if (left-- === 0) throw systemError("EIO");
			return real(...args);
		},
	});
}

describe("createFile", () => {
	it("writes a file of its owner's only, and its directory", () => {
		const inside = join(dir, "a", "b", "s.jsonl");
		createFile(inside, content, resolveDeps());
		expect(readFileSync(inside, "utf8")).toBe(whole);
		expect([statSync(inside).mode & 0o777, statSync(join(dir, "a")).mode & 0o777]).toEqual([0o600, 0o700]);
	});

	it("says of a file that cannot be made that it was not made", () => {
		const closed = faultyFs({
			openSync: () => {
				throw systemError("EACCES");
			},
		});
		expect(() => createFile(path, content, resolveDeps({ fs: closed }))).toThrow(
			`${path}: not made: permission denied`,
		);
		expect(existsSync(path)).toBe(false);
	});

	it("never writes over a file, also where there are no hard links", () => {
		writeFileSync(path, "old");
		const noLinks = faultyFs({
			linkSync: () => {
				throw systemError("EPERM");
			},
		});
		for (const fs of [nodeFileSystem, noLinks]) {
			expect(() => createFile(path, content, resolveDeps({ fs }))).toThrow(
				expect.objectContaining({ code: "exists" }),
			);
			expect(readFileSync(path, "utf8")).toBe("old");
		}
		rmSync(path);
		createFile(path, content, resolveDeps({ fs: noLinks }));
		expect(readFileSync(path, "utf8")).toBe(whole);
		expect(readdirSync(dir)).toEqual(["s.jsonl"]);
	});

	it("that fails at any byte leaves nothing", () => {
		for (const how of ["short", "error"] as const) {
			for (let bytes = 0; bytes < whole.length; bytes++) {
				const deps = resolveDeps({ fs: fullDisk(bytes, how) });
				expect(() => createFile(path, content, deps)).toThrow(
					expect.objectContaining({ code: "unwritable" }),
				);
				expect(readdirSync(dir)).toEqual([]);
			}
		}
	});

	it.each(calls)("that fails at any call of %s leaves nothing, or the whole file", (call) => {
		for (let n = 0; n < 6; n++) {
			rmSync(path, { force: true });
			const attempt = () => createFile(path, content, resolveDeps({ fs: failing(call, n) }));
			try {
				attempt();
			} catch (error) {
				expect(error).toMatchObject({ code: "unwritable" });
			}
			if (existsSync(path)) expect(readFileSync(path, "utf8")).toBe(whole);
			expect(readdirSync(dir).filter((name) => name !== "s.jsonl")).toEqual([]);
		}
	});
});

describe("replaceFile", () => {
	it("does nothing to a file that changed since it was read", () => {
		writeFileSync(path, "old");
		const stamp = stampOf(statSync(path));
		utimesSync(path, 1, 1);
		expect(replaceFile(path, stamp, content, resolveDeps())).toBeUndefined();
		expect(readFileSync(path, "utf8")).toBe("old");
		expect(readdirSync(dir)).toEqual(["s.jsonl"]);
	});

	it.each(calls)("that fails at any call of %s leaves the old file or the new one", (call) => {
		for (let n = 0; n < 8; n++) {
			writeFileSync(path, "old");
			const stamp = stampOf(statSync(path));
			let failed = false;
			try {
				replaceFile(path, stamp, content, resolveDeps({ fs: failing(call, n) }));
			} catch (error) {
				failed = true;
				expect(error).toMatchObject({ code: "unwritable" });
			}
			const now = readFileSync(path, "utf8");
			expect(["old", whole]).toContain(now);
			if (!failed) expect(now).toBe(whole);
			expect(readdirSync(dir)).toEqual(["s.jsonl"]);
		}
	});
});
