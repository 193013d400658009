import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { buildSessionContext } from "../../src/session/context.js";
import { type ForkOptions, forkBranch, forkTree } from "../../src/session/fork.js";
import { LEAF_ENTRY } from "../../src/session/fork-entries.js";
import { readSessionSync } from "../../src/session/session.js";
import { nameOf } from "../../src/session/session-name.js";
import { sumUsage } from "../../src/session/usage.js";
import { assistant, at, chain, entry, header, label, lines, user } from "../support/entries.js";
import { fullDisk } from "../support/faulty-fs.js";
import { realSessions } from "../support/stores.js";
import { temporaryDirectories } from "../support/temporary.js";

const newDirectory = temporaryDirectories();
let dir: string;
let path: string;
const deps = { now: () => Date.parse(at(9)) };
const source = (...entries: object[]) => {
	writeFileSync(path, lines(header(), ...entries));
	return readSessionSync(path);
};
const links = (file: string) => readSessionSync(file).entries.map(({ id, parentId }) => `${id}<${parentId}`);
const git = (id: string, parentId: string | null) =>
	entry("git_state", id, parentId, { git: { branch: id } });

beforeEach(() => {
	dir = newDirectory();
	path = join(dir, "s.jsonl");
});

describe("a fork of one branch", () => {
	it("ends with the leaf or the entry that is asked for, and names its parent", () => {
		const session = source(user("a", null), assistant("b", "a"), user("c", "b"), user("d", "b"));
		const whole = forkBranch(session, { dir: join(dir, "new") }, deps);
		expect(links(whole.path)).toEqual(["a<null", "b<a", "d<b"]);
		expect(whole.path).toBe(join(dir, "new", `${whole.header.id}.jsonl`));
		expect(readSessionSync(whole.path).header).toEqual({
			type: "session",
			version: 3,
			id: whole.header.id,
			timestamp: at(9),
			cwd: "/w",
			parentSession: path,
			rlmDepth: 0,
		});
		expect(links(forkBranch(session, { dir, leafId: "b" }, deps).path)).toEqual(["a<null", "b<a"]);
	});

	it("of the very first message, and of an empty session, has a parent too", () => {
		const first = forkBranch(source(user("a", null), assistant("b", "a")), { dir, leafId: "a" }, deps);
		expect(readSessionSync(first.path)).toMatchObject({
			header: { parentSession: path },
			entries: [{ id: "a" }],
		});
		const empty = forkBranch(source(), { dir }, deps);
		expect(readSessionSync(empty.path)).toMatchObject({ header: { parentSession: path }, entries: [] });
	});

	it("may have a name and another directory, whose repository is another", () => {
		const session = source(user("a", null), git("g", "a"), user("c", "g"));
		const fork = forkBranch(session, { dir, cwd: "/other", name: " new\nname " }, deps);
		const read = readSessionSync(fork.path);
		expect(read.header.cwd).toBe("/other");
		expect(nameOf(read.entries)).toBe("new name");
		expect(read.entries.map((e) => e.type)).toEqual(["message", "message", "session_info"]);
		expect(read.tree.branch()).toHaveLength(3);
		const same = forkBranch(session, { dir, cwd: "/w/sub", sameRepository: true }, deps);
		expect(readSessionSync(same.path).entries).toHaveLength(3);
	});

	it("begins at the gap where a parent was lost", () => {
		const fork = forkBranch(source(user("a", null), assistant("b", "lost"), user("c", "b")), { dir }, deps);
		expect(links(fork.path)).toEqual(["b<null", "c<b"]);
	});

	it("refuses an unknown entry and a newer version, and leaves nothing of a full disk", () => {
		const session = source(user("a", null));
		expect(() => forkBranch(session, { dir, leafId: "zz" }, deps)).toThrow(
			expect.objectContaining({ code: "no-such-entry" }),
		);
		expect(() => forkBranch({ ...session, readOnly: true }, { dir }, deps)).toThrow(
			expect.objectContaining({ code: "newer-version" }),
		);
		for (const bytes of [0, 1, 200, 300]) {
			const attempt = () => forkBranch(session, { dir }, { ...deps, fs: fullDisk(bytes, "error") });
			expect(attempt).toThrow(expect.objectContaining({ code: "unwritable" }));
			expect(readdirSync(dir)).toEqual(["s.jsonl"]);
		}
	});

	it("of a long chain of labels is made in time of its length", () => {
		const entries = chain(30_000).map((e, i) =>
			i % 2 === 0 ? e : label(e.id, e.parentId, "00000000", `l${i}`),
		);
		expect(readSessionSync(forkBranch(source(...entries), { dir }, deps).path).tree.branch()).toHaveLength(
			15_001,
		);
	});

	it.each(realSessions)("of the real session %s has its context and labels", (file) => {
		const session = readSessionSync(file);
		const fork = readSessionSync(forkBranch(session, { dir }, deps).path);
		expect(buildSessionContext(fork.entries)).toEqual(buildSessionContext(session.entries));
		const path = session.tree.branch().filter(({ entry: e }) => e.type !== "label");
		expect(fork.entries.slice(0, path.length).map((e) => e.id)).toEqual(path.map((node) => node.entry.id));
		const kept = new Map(
			[...session.tree.labels].filter(([id]) => path.some((node) => node.entry.id === id)),
		);
		expect(fork.tree.labels).toEqual(kept);
		expect(fork.faults.filter(({ kind }) => kind === "missing-parent")).toEqual([]);
	});
});

describe("a fork of the whole tree", () => {
	const other: Partial<ForkOptions> = { cwd: "/other" };

	it("has every entry, in the same places", () => {
		const session = source(
			user("a", null),
			assistant("b", "a"),
			label("l", "b", "a", "mark"),
			user("c", "l"),
		);
		const fork = forkTree(session, { dir }, deps);
		expect(readSessionSync(fork.path).entries).toEqual(session.entries);
		expect(readFileSync(fork.path, "utf8").split("\n").slice(1)).toEqual(
			readFileSync(path, "utf8").split("\n").slice(1),
		);
	});

	it("leaves out the state of another repository, wherever it is", () => {
		const session = source(
			git("g0", null),
			git("g1", "g0"),
			user("a", "g1"),
			git("g2", "a"),
			assistant("b", "g2"),
			entry("compaction", "k", "b", { summary: "s", firstKeptEntryId: "g2", tokensBefore: 1 }),
			git("g3", "k"),
		);
		const fork = readSessionSync(forkTree(session, { dir, ...other }, deps).path);
		expect(fork.entries.map(({ id, parentId }) => `${id}<${parentId}`)).toEqual(["a<null", "b<a", "k<b"]);
		expect(fork.entries[2]).toMatchObject({ firstKeptEntryId: "b" });
		expect(fork.faults).toEqual([]);
		expect(
			readSessionSync(forkTree(session, { dir, ...other, sameRepository: true }, deps).path).entries,
		).toHaveLength(7);
	});

	it("keeps the leaf where it was when the last entry is left out", () => {
		const session = source(user("a", null), assistant("b", "a"), user("side", "a"), git("g", "b"));
		const fork = readSessionSync(forkTree(session, { dir, ...other }, deps).path);
		expect(fork.entries.at(-1)).toMatchObject({ type: "custom", customType: LEAF_ENTRY, parentId: "b" });
		expect(buildSessionContext(fork.entries)).toEqual(buildSessionContext(session.entries));
		const nothing = readSessionSync(forkTree(source(git("g", null)), { dir, ...other }, deps).path);
		expect(nothing.entries).toEqual([]);
	});

	it("cuts cycles and keeps the names of lost parents", () => {
		const session = source(user("x", "y"), user("y", "x"), user("z", "lost"));
		expect(links(forkTree(session, { dir }, deps).path)).toEqual(["x<null", "y<x", "z<lost"]);
	});

	it.each(realSessions)("of the real session %s has its usage and context", (file) => {
		const session = readSessionSync(file);
		const fork = readSessionSync(forkTree(session, { dir, ...other }, deps).path);
		expect(buildSessionContext(fork.entries)).toEqual(buildSessionContext(session.entries));
		expect(sumUsage(fork.entries)).toEqual(sumUsage(session.entries));
	});
});
