import {
	appendFileSync,
	chmodSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { setLabel, setSessionName } from "../../src/session/annotations.js";
import type { FileSystem } from "../../src/session/file-system.js";
import { nodeFileSystem } from "../../src/session/file-system.js";
import { readSessionSync } from "../../src/session/session.js";
import { appendEntries } from "../../src/session/session-change.js";
import { nameOf } from "../../src/session/session-name.js";
import { assistant, at, header, lines, user } from "../support/entries.js";
import { faultyFs, fullDisk, systemError } from "../support/faulty-fs.js";
import { hostileFiles } from "../support/hostile.js";
import { realSessions } from "../support/stores.js";
import { temporaryDirectories } from "../support/temporary.js";

const newDirectory = temporaryDirectories();
let dir: string;
let path: string;
const good = lines(header(), user("a", null), assistant("b", "a"));
const deps = { now: () => Date.parse(at(9)), newEntryId: () => "0000000c" };
const nameLine = (parentId: string | null, name: string, id = "0000000c") =>
	`{"type":"session_info","id":"${id}","parentId":${JSON.stringify(parentId)},"timestamp":"${at(9)}","name":"${name}"}\n`;
const content = () => readFileSync(path, "utf8");

beforeEach(() => {
	dir = newDirectory();
	path = join(dir, "s.jsonl");
	writeFileSync(path, good);
});

describe("appending", () => {
	it("adds one line below the leaf and nothing else, and leaves no file behind", async () => {
		const change = await setSessionName(path, "  two\r\nlines ", deps);
		expect(content()).toBe(good + nameLine("b", "two lines"));
		expect(change.entries).toMatchObject([{ id: "0000000c", parentId: "b" }]);
		expect(nameOf(change.session.entries)).toBe("two lines");
		expect(readdirSync(dir)).toEqual(["s.jsonl"]);
	});

	it("writes escapes for characters that other readers take for line ends", async () => {
		await appendEntries(path, (_, next) => [next({ type: "label", targetId: "a", label: "x\u0085y" })], deps);
		expect(content()).toContain('"label":"x\\u0085y"');
	});

	it("completes a last line without an end, whole or torn, and keeps its bytes", async () => {
		for (const tail of ["", nameLine("b", "torn").slice(0, 30), "🙂".slice(0, 1)]) {
			const before = Buffer.from(good.trimEnd() + (tail === "" ? "" : `\n${tail}`));
			writeFileSync(path, before);
			await setSessionName(path, "n", deps);
			expect(content()).toBe(`${before}\n${nameLine("b", "n")}`);
			await setSessionName(path, "m", { ...deps, newEntryId: () => "0000000d" });
			expect(content()).toBe(`${before}\n${nameLine("b", "n")}${nameLine("0000000c", "m", "0000000d")}`);
		}
	});

	it("clears a label without text, and refuses an entry that is not there", async () => {
		await setLabel(path, "a", "mark", deps);
		await setLabel(path, "a", "", { ...deps, newEntryId: () => "0000000d" });
		expect(readSessionSync(path).tree.labels.size).toBe(0);
		const before = content();
		await expect(setLabel(path, "zz", "x", deps)).rejects.toMatchObject({ code: "no-such-entry", path });
		expect(content()).toBe(before);
	});

	it("keeps no control character of what a user pastes, and writes nothing twice", async () => {
		await setSessionName(path, "\t red \x1b[31m and\x07 \u202eback\n", deps);
		expect(content()).toBe(good + nameLine("b", "red and back"));
		const change = await setSessionName(path, " red and  back", deps);
		expect(change.entries).toEqual([]);
		await setLabel(path, "a", " \x1b[0m ", deps);
		expect(content()).toBe(good + nameLine("b", "red and back"));
	});

	it("asks for another id while one is taken", async () => {
		const ids = ["a", "b", "a", "0000000e"];
		await setSessionName(path, "n", { ...deps, newEntryId: () => ids.shift()! });
		expect(content()).toBe(good + nameLine("b", "n", "0000000e"));
	});

	it("appends through a link, and the link stays", async () => {
		const link = join(dir, "link.jsonl");
		symlinkSync(path, link);
		await setSessionName(link, "n", deps);
		expect(content()).toBe(good + nameLine("b", "n"));
	});

	it("changes nothing but the end of any file that can be read", async () => {
		for (const file of hostileFiles.filter(({ error, large }) => error === undefined && !large)) {
			writeFileSync(path, file.content as string);
			const before = readFileSync(path);
			const session = readSessionSync(path);
			if (session.readOnly || session.outdated) continue;
			await setSessionName(path, "n", deps);
			const leaf = session.tree.leaf?.entry.id ?? null;
			const glue = before.at(-1) === 0x0a ? "" : "\n";
			expect(
				readFileSync(path).equals(Buffer.concat([before, Buffer.from(glue + nameLine(leaf, "n"))])),
			).toBe(true);
			expect(nameOf(readSessionSync(path).entries)).toBe("n");
		}
	});

	it("changes nothing but the end of a file of any bytes", async () => {
		const piece = fc.oneof(
			fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
			fc
				.constantFrom("\n", "\r\n", " ", "{", lines(user("a", null)), lines(assistant("b", "a")))
				.map((text) => Buffer.from(text)),
		);
		await fc.assert(
			fc.asyncProperty(fc.array(piece, { maxLength: 10 }), async (pieces) => {
				const before = Buffer.concat([Buffer.from(lines(header())), ...pieces]);
				writeFileSync(path, before);
				if (readSessionSync(path).outdated) return;
				await setSessionName(path, "n", deps);
				const after = readFileSync(path);
				expect(after.subarray(0, before.length).equals(before)).toBe(true);
				const added = after.subarray(before.length).toString();
				expect(added.split("\n").map((line) => (line === "" ? "" : JSON.parse(line).name))).toEqual(
					before.at(-1) === 0x0a ? ["n", ""] : ["", "n", ""],
				);
			}),
			{ numRuns: 200 },
		);
	});

	it("never writes to a file without a header, nor to one of a newer version", async () => {
		for (const file of hostileFiles.filter(({ error, readOnly }) => error === "not-a-session" || readOnly)) {
			writeFileSync(path, file.content as string);
			const before = statSync(path);
			const code = file.readOnly ? "newer-version" : "not-a-session";
			await expect(setSessionName(path, "n", deps)).rejects.toMatchObject({ code });
			await expect(setLabel(path, "a", "n", deps)).rejects.toMatchObject({ code });
			expect(statSync(path)).toMatchObject({ size: before.size, mtimeMs: before.mtimeMs, ino: before.ino });
			expect(readdirSync(dir)).toEqual(["s.jsonl"]);
		}
	});

	it("after a cut at any byte loses the last record at most", async () => {
		const bytes = readFileSync(realSessions[2]!);
		const starts = [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([i]) => i + 1);
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: starts[0]!, max: bytes.length }), async (cut) => {
				writeFileSync(path, bytes.subarray(0, cut));
				const { session } = await setSessionName(path, "n", deps);
				const whole = starts.filter((start) => start <= cut + 1).length - 1;
				expect(session.entries.length - 1).toBe(whole);
			}),
			{ numRuns: 150 },
		);
	});
});

describe("a file that changes underneath", () => {
	/** Runs `change` between the reading of the file and the first write to it. */
	const meanwhile = (change: () => void): FileSystem => {
		let done = false;
		return faultyFs({
			realpathSync: ((p: string) => {
				if (!done) change();
				done = true;
				return nodeFileSystem.realpathSync(p);
			}) as unknown as FileSystem["realpathSync"],
		});
	};
	const other = lines(user("x", "b"));

	it("is taken in when it grew, and the change is made to the new state", async () => {
		await setSessionName(path, "n", { ...deps, fs: meanwhile(() => appendFileSync(path, other)) });
		expect(content()).toBe(good + other + nameLine("x", "n"));
	});

	it("is read again when it was rewritten, in place or by another file, or only touched", async () => {
		const rewritten = lines(header(), user("q", null));
		for (const change of [
			() => writeFileSync(path, rewritten),
			() => {
				writeFileSync(`${path}.new`, rewritten);
				renameSync(`${path}.new`, path);
			},
		]) {
			writeFileSync(path, good);
			await setSessionName(path, "n", { ...deps, fs: meanwhile(change) });
			expect(content()).toBe(rewritten + nameLine("q", "n"));
		}
		writeFileSync(path, good);
		await setSessionName(path, "n", { ...deps, fs: meanwhile(() => utimesSync(path, 1, 1)) });
		expect(content()).toBe(good + nameLine("b", "n"));
	});

	it("is read again when it grew by something odd", async () => {
		for (const odd of ["not json\n", lines(user("a", null)), lines(user("y", "gone")), '{"type":"message"']) {
			writeFileSync(path, good);
			await setSessionName(path, "n", { ...deps, fs: meanwhile(() => appendFileSync(path, odd)) }).catch(
				() => undefined,
			);
			expect(content().startsWith(good + odd)).toBe(true);
			expect(nameOf(readSessionSync(path).entries)).toBe("n");
		}
	});

	it("that has no such entry any more refuses the label", async () => {
		const fs = meanwhile(() => writeFileSync(path, lines(header(), user("q", null))));
		await expect(setLabel(path, "a", "x", { ...deps, fs })).rejects.toMatchObject({ code: "no-such-entry" });
	});

	it("that vanished is not made again", async () => {
		const fs = meanwhile(() => rmSync(path));
		await expect(setSessionName(path, "n", { ...deps, fs })).rejects.toMatchObject({ code: "not-found" });
		expect(readdirSync(dir)).toEqual([]);
	});

	it("for ever makes the change give up, with nothing written", async () => {
		let n = 0;
		const fs = faultyFs({
			openSync: ((...args: Parameters<typeof nodeFileSystem.openSync>) => {
				utimesSync(path, 1, ++n);
				return nodeFileSystem.openSync(...args);
			}) as FileSystem["openSync"],
		});
		await expect(setSessionName(path, "n", { ...deps, fs })).rejects.toMatchObject({ code: "busy" });
		expect(content()).toBe(good);
	});
});

describe("a failing disk", () => {
	const line = Buffer.from(nameLine("b", "n"));

	it.each(["short", "error"] as const)(
		"that is full at any byte of the line (%s) leaves the old file",
		async (how) => {
			for (let bytes = 0; bytes < line.length; bytes++) {
				const attempt = setSessionName(path, "n", { ...deps, fs: fullDisk(bytes, how) });
				await expect(attempt).rejects.toMatchObject({
					code: "unwritable",
					message: expect.stringContaining("disk is full"),
				});
				expect(content()).toBe(good);
			}
			await setSessionName(path, "n", { ...deps, fs: fullDisk(line.length, how) });
			expect(content()).toBe(good + line);
		},
	);

	it("that cannot flush leaves the old file", async () => {
		const fs = faultyFs({
			fsyncSync: () => {
				throw systemError("EIO");
			},
		});
		await expect(setSessionName(path, "n", { ...deps, fs })).rejects.toMatchObject({ code: "unwritable" });
		expect(content()).toBe(good);
	});

	it("does not take away what another wrote after a short write", async () => {
		const fs = faultyFs({
			writeSync: ((fd: number, buffer: Buffer) => {
				nodeFileSystem.writeSync(fd, buffer, 0, 10, null);
				appendFileSync(path, '\n{"of":"another"}\n');
				return 10;
			}) as unknown as FileSystem["writeSync"],
		});
		await expect(setSessionName(path, "n", { ...deps, fs })).rejects.toMatchObject({ code: "unwritable" });
		expect(content()).toBe(`${good}${line.subarray(0, 10)}\n{"of":"another"}\n`);
	});

	it.each(["EACCES", "EPERM", "EROFS", "EMFILE", "ENOENT", "EIO"])(
		"that refuses with %s says so",
		async (code) => {
			const fs = faultyFs({
				openSync: ((p: string, flags: number | string, mode?: number) => {
					if (typeof flags === "number" && (flags & 2) !== 0) throw systemError(code);
					return nodeFileSystem.openSync(p, flags, mode);
				}) as FileSystem["openSync"],
			});
			const expected = code === "ENOENT" ? "not-found" : "unwritable";
			await expect(setSessionName(path, "n", { ...deps, fs })).rejects.toMatchObject({
				code: expected,
				path,
			});
			expect(content()).toBe(good);
		},
	);

	it.skipIf(process.getuid?.() === 0)("or a directory without permission leaves the old file", async () => {
		chmodSync(dir, 0o555);
		await expect(setSessionName(path, "n", deps)).rejects.toMatchObject({ code: "unwritable" });
		chmodSync(dir, 0o755);
		expect(content()).toBe(good);
	});
});

describe("the lock", () => {
	it("left by a process that died is recovered", async () => {
		mkdirSync(`${path}.lock`);
		utimesSync(`${path}.lock`, 1, 1);
		await setSessionName(path, "n", deps);
		expect(content()).toBe(good + nameLine("b", "n"));
		expect(readdirSync(dir)).toEqual(["s.jsonl"]);
	});

	it("that is held makes the change give up, with nothing written", async () => {
		mkdirSync(`${path}.lock`);
		const lock = { staleMs: 60_000, waitMs: 20 };
		await expect(setSessionName(path, "n", { ...deps, lock })).rejects.toMatchObject({ code: "busy" });
		expect(content()).toBe(good);
	});

	it("fits beside a file with the longest name", async () => {
		path = join(dir, `${"n".repeat(249)}.jsonl`);
		writeFileSync(path, good);
		await setSessionName(path, "n", deps);
		expect(content()).toBe(good + nameLine("b", "n"));
	});
});

describe("an entry of any fields", () => {
	it("comes back as it was written", async () => {
		await fc.assert(
			fc.asyncProperty(fc.jsonValue(), fc.string({ unit: "binary" }), async (data, text) => {
				writeFileSync(path, good);
				await appendEntries(path, (_, next) => [next({ type: "custom", customType: text, data })], deps);
				const last = readSessionSync(path).entries.at(-1);
				expect(JSON.stringify(last)).toBe(
					JSON.stringify({
						type: "custom",
						id: "0000000c",
						parentId: "b",
						timestamp: at(9),
						customType: text,
						data,
					}),
				);
			}),
		);
	});
});
