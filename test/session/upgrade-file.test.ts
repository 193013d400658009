import {
	appendFileSync,
	chmodSync,
	constants,
	lstatSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { setSessionName } from "../../src/session/annotations.js";
import type { FileSystem } from "../../src/session/file-system.js";
import { nodeFileSystem } from "../../src/session/file-system.js";
import { stateForWork, stateForWorkAsync } from "../../src/session/manager-state.js";
import { readSessionSync } from "../../src/session/session.js";
import { SessionManagerBase } from "../../src/session/session-manager.js";
import { upgradedContent } from "../../src/session/upgrade-file.js";
import { assistant, at, header, lines, user } from "../support/entries.js";
import { faultyFs, fullDisk, systemError } from "../support/faulty-fs.js";
import { temporaryDirectories } from "../support/temporary.js";

const newDirectory = temporaryDirectories();
let dir: string;
let path: string;
const say = (text: string) => ({
	type: "message",
	timestamp: at(1),
	message: { role: "user", content: text, timestamp: 1 },
});
const head = JSON.stringify(header({ version: undefined }));
/** A file of version 1 with all that an upgrade has to keep. */
const old = `\ufeff${head}\r\n${JSON.stringify(say("one"))}\n\n \t\nnot json \0\n${JSON.stringify(say("two"))}${JSON.stringify(say("fused"))}\r\n${JSON.stringify(say("torn")).slice(0, 40)}`;
const upgraded = (bytes: Buffer) =>
	Buffer.concat(upgradedContent(bytes).map((piece) => Buffer.from(piece as string)));

beforeEach(() => {
	dir = newDirectory();
	path = join(dir, "s.jsonl");
	writeFileSync(path, old);
	chmodSync(path, 0o640);
});

describe("a file of an old version opened for work", () => {
	it("is upgraded in place, with every other byte kept, and the original beside it", () => {
		const read = readSessionSync(path);
		const manager = new SessionManagerBase(stateForWork(path));
		const now = readFileSync(path, "utf8");
		expect(now).toBe(
			`\ufeff${JSON.stringify({ ...JSON.parse(head), version: 3 })}\r\n${JSON.stringify({ ...say("one"), id: read.entries[0]!.id, parentId: null })}\n\n \t\nnot json \0\n${JSON.stringify({ ...say("two"), id: read.entries[1]!.id, parentId: read.entries[0]!.id })}${JSON.stringify({ ...say("fused"), id: read.entries[2]!.id, parentId: read.entries[1]!.id })}\r\n${JSON.stringify(say("torn")).slice(0, 40)}`,
		);
		expect(manager.getEntries()).toEqual(read.entries);
		expect(readSessionSync(path)).toMatchObject({
			version: 3,
			outdated: false,
			problems: read.problems.map(({ reason }) => ({ reason })),
		});
		expect(readFileSync(`${path}.v1.bak`, "utf8")).toBe(old);
		expect(readdirSync(dir).sort()).toEqual(["s.jsonl", "s.jsonl.v1.bak"]);
		expect(statSync(path).mode & 0o777).toBe(0o640);
	});

	it("has its original moved to the trash, or left beside it when that fails", async () => {
		const trashed: string[] = [];
		const trash = async (file: string) => {
			trashed.push(readFileSync(file, "utf8"));
			renameSync(file, join(newDirectory(), "trashed"));
		};
		await stateForWorkAsync(path, undefined, undefined, { trash });
		expect(trashed).toEqual([old]);
		expect(readdirSync(dir)).toEqual(["s.jsonl"]);

		writeFileSync(path, old);
		await stateForWorkAsync(path, undefined, undefined, {
			trash: () => Promise.reject(new Error("no trash here")),
		});
		expect(readFileSync(`${path}.v1.bak`, "utf8")).toBe(old);
		writeFileSync(path, old);
		await stateForWorkAsync(path);
		expect(readdirSync(dir).sort()).toEqual(["s.jsonl", "s.jsonl.v1.1.bak", "s.jsonl.v1.bak"]);
	});

	it("is upgraded before a name is set, and once only", async () => {
		await setSessionName(path, "n");
		await setSessionName(path, "m");
		expect(readdirSync(dir).sort()).toEqual(["s.jsonl", "s.jsonl.v1.bak"]);
		const session = readSessionSync(path);
		expect(session.entries.map((entry) => entry.type)).toEqual([
			"message",
			"message",
			"message",
			"session_info",
			"session_info",
		]);
		expect(session.tree.branch()).toHaveLength(5);
	});

	it("that only holds lines of version 1 is upgraded too", () => {
		writeFileSync(path, lines(header(), user("a", null), say("stray")));
		new SessionManagerBase(stateForWork(path)).appendSessionInfo("n");
		expect(readSessionSync(path)).toMatchObject({ outdated: false, faults: [] });
		expect(readSessionSync(path).tree.branch()).toHaveLength(3);
	});

	it("behind a link is upgraded where it is, and the link stays", () => {
		const link = join(dir, "link.jsonl");
		symlinkSync(path, link);
		new SessionManagerBase(stateForWork(link));
		expect(lstatSync(link).isSymbolicLink()).toBe(true);
		expect(readSessionSync(path).version).toBe(3);
	});

	it("is not touched by looking at it", () => {
		const before = statSync(path);
		readSessionSync(path);
		expect(statSync(path)).toMatchObject({ mtimeMs: before.mtimeMs, ino: before.ino, size: before.size });
	});

	it("and changed by another meanwhile is read again, not overwritten", () => {
		let done = false;
		const fs = faultyFs({
			linkSync: (from, to) => {
				nodeFileSystem.linkSync(from, to);
				if (!done) appendFileSync(path, `\n${JSON.stringify(say("another"))}\n`);
				done = true;
			},
		});
		const manager = new SessionManagerBase(stateForWork(path, undefined, undefined, { fs }));
		expect(manager.getEntries()).toHaveLength(4);
		expect(readdirSync(dir).sort()).toEqual(["s.jsonl", "s.jsonl.v1.bak"]);
		expect(readFileSync(`${path}.v1.bak`, "utf8")).toContain("another");
	});
});

describe("an upgrade that fails", () => {
	const failing: [string, FileSystem][] = [
		[
			"a rename that is refused",
			faultyFs({
				renameSync: () => {
					throw systemError("EACCES");
				},
			}),
		],
		[
			"a disk that cannot flush",
			faultyFs({
				fsyncSync: () => {
					throw systemError("EIO");
				},
			}),
		],
		[
			"a read-only directory",
			faultyFs({
				linkSync: () => {
					throw systemError("EROFS");
				},
			}),
		],
		[
			"a file that may only be read, in a directory that may be written",
			faultyFs({
				openSync: (file, flags, mode) => {
					if (typeof flags === "number" && (flags & (constants.O_WRONLY | constants.O_RDWR)) !== 0)
						throw systemError("EACCES");
					return nodeFileSystem.openSync(file, flags, mode);
				},
			}),
		],
		[
			"a file of another owner",
			faultyFs({
				fstatSync: ((fd: number) => ({
					...nodeFileSystem.fstatSync(fd),
					uid: 1,
					isFile: () => true,
				})) as never,
				fchownSync: () => {
					throw systemError("EPERM");
				},
			}),
		],
	];

	it.each(failing)("by %s leaves the old file, which can still be read", (_, fs) => {
		const manager = new SessionManagerBase(stateForWork(path, undefined, undefined, { fs }));
		expect(manager.getEntries()).toHaveLength(3);
		expect(() => manager.appendSessionInfo("n")).toThrow(expect.objectContaining({ code: "unwritable" }));
		expect(readFileSync(path, "utf8")).toBe(old);
		expect(readdirSync(dir)).toEqual(["s.jsonl"]);
	});

	it("by a full disk, at any byte, leaves the old file", () => {
		const whole = upgraded(Buffer.from(old)).length;
		for (let bytes = 0; bytes < whole; bytes += 7) {
			const manager = new SessionManagerBase(
				stateForWork(path, undefined, undefined, { fs: fullDisk(bytes, "short") }),
			);
			expect(manager.getEntries()).toHaveLength(3);
			expect(readFileSync(path, "utf8")).toBe(old);
			expect(readdirSync(dir)).toEqual(["s.jsonl"]);
		}
	});

	it("to make a second name for the original makes a copy", () => {
		const fs = faultyFs({
			linkSync: () => {
				throw systemError("EPERM");
			},
		});
		new SessionManagerBase(stateForWork(path, undefined, undefined, { fs }));
		expect(readFileSync(`${path}.v1.bak`, "utf8")).toBe(old);
		expect(readSessionSync(path).version).toBe(3);
	});
});

describe("the bytes of an upgraded file", () => {
	const piece = fc.oneof(
		fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
		fc
			.constantFrom(
				"\n",
				"\r\n",
				" ",
				"{",
				"not json",
				lines(user("a", null)),
				lines(assistant("b", "a")).trimEnd(),
				lines(header()),
			)
			.map((text) => Buffer.from(text)),
	);

	it("are the same bytes where there is nothing to upgrade, whatever they are", () => {
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
				const bytes = Buffer.concat([Buffer.from(lines(header())), ...pieces]);
				expect(upgraded(bytes).equals(bytes)).toBe(true);
			}),
			{ numRuns: 500 },
		);
	});

	it("are the same bytes when it is upgraded again", () => {
		fc.assert(
			fc.property(
				fc.array(fc.oneof(piece, fc.constant(Buffer.from(lines(say("x"))))), { maxLength: 12 }),
				(pieces) => {
					const bytes = Buffer.concat([Buffer.from(`${head}\n`), ...pieces]);
					const once = upgraded(bytes);
					expect(upgraded(once).equals(once)).toBe(true);
				},
			),
			{ numRuns: 500 },
		);
	});
});
