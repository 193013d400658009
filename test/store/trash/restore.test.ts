import {
	chmodSync,
	cpSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { nodeFileSystem } from "../../../src/session/file-system.js";
import { deleteSessions } from "../../../src/store/trash/delete.js";
import { restore, undoDeletion } from "../../../src/store/trash/restore.js";
import { listTrashed } from "../../../src/store/trash/trash-can.js";
import { header, lines, user } from "../../support/entries.js";
import { faultyFs, systemError } from "../../support/faulty-fs.js";
import { storesDir } from "../../support/stores.js";
import { temporaryDirectory } from "../../support/temporary.js";
import { type TrashStore, trashStore } from "../../support/trash-store.js";

const root = temporaryDirectory();
const home = join(process.env.XDG_DATA_HOME ?? "", "Trash");
const text = (id: string) => lines(header({ id }), user("a", null, `of ${id}`));

/** Every file with its bytes and times, every link, and every directory that holds any. */
function tree(dir: string): { [path: string]: string } {
	const items = readdirSync(dir, { recursive: true, withFileTypes: true }).filter(
		(item) => !item.isDirectory(),
	);
	const found = items.map((item): [string, string] => {
		const path = join(item.parentPath, item.name);
		const { mtimeMs, mode, size } = lstatSync(path);
		const bytes = item.isSymbolicLink() ? readlinkSync(path) : readFileSync(path, "latin1");
		return [path.slice(dir.length), `${mtimeMs} ${mode} ${size} ${bytes}`];
	});
	return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function put(at: TrashStore, name: string, content = text(name)) {
	const path = join(at.sessionDir, name);
	mkdirSync(join(path, ".."), { recursive: true });
	writeFileSync(path, content);
	utimesSync(path, 1_700_000_000.25, 1_700_000_001.5);
	return path;
}

function putArtifacts(at: TrashStore, id: string) {
	const path = join(at.agentDir, "session-artifacts", id);
	mkdirSync(join(path, "sub-0000000a"), { recursive: true });
	writeFileSync(join(path, "sub-0000000a", "x.jsonl"), text(`sub ${id}`));
	utimesSync(join(path, "sub-0000000a", "x.jsonl"), 1_600_000_000, 1_600_000_000);
	return path;
}

/** How many files and notes of the trash are of a store. */
async function left(at: TrashStore) {
	const notes = readdirSync(join(home, "info"))
		.map((name) => readFileSync(join(home, "info", name), "utf8"))
		.filter((note) => note.includes(at.agentDir));
	return { notes: notes.length, listed: (await listTrashed(at.location)).trashed.length };
}

describe("deleting all and restoring all leaves every byte and time as it was", () => {
	for (const store of readdirSync(storesDir).filter((name) => name !== "README.md")) {
		test(store, async () => {
			const at = trashStore(root);
			rmSync(at.sessionDir, { recursive: true });
			cpSync(join(storesDir, store), at.agentDir, { recursive: true, preserveTimestamps: true });
			const before = tree(at.agentDir);
			const plan = await at.plan();
			expect(plan.refused).toEqual([]);
			const { trashed, skipped } = await deleteSessions(plan);
			expect([trashed.length, skipped]).toEqual([plan.targets.length, []]);
			const sessionsLeft = Object.keys(tree(at.agentDir)).filter((name) => name.startsWith("/sessions/"));
			expect(sessionsLeft.filter((name) => name.endsWith(".jsonl"))).toEqual([]);
			const { trashed: listed } = await listTrashed(at.location);
			expect(listed.map(({ path }) => path).sort()).toEqual(trashed.map(({ path }) => path).sort());
			const result = await restore(listed);
			expect([result.restored.length, result.skipped]).toEqual([trashed.length, []]);
			expect(tree(at.agentDir)).toEqual(before);
			expect(await left(at)).toEqual({ notes: 0, listed: 0 });
		});
	}
});

test("lists what a trashed file says of itself, newest deletion first, with what went along", async () => {
	const at = trashStore(root);
	const old = put(at, "--p--/old [1]%20\n.jsonl", text("old"));
	await deleteSessions(await at.plan([old]));
	const path = put(at, "new.jsonl", text("new"));
	const artifacts = putArtifacts(at, "new");
	await deleteSessions(await at.plan([path]));
	const { trashed, note } = await listTrashed(at.location);
	expect(note).toBeUndefined();
	expect(trashed.map((each) => each.path).sort()).toEqual([old, path].sort());
	const of = (each: string) => trashed.find(({ path: its }) => its === each);
	expect(of(path)).toMatchObject({
		id: "new",
		title: "of new",
		sizeBytes: text("new").length,
		session: { path, messageCount: 1 },
		artifacts: [{ path: artifacts, files: 1 }],
	});
	expect(of(old)).toMatchObject({ id: "old", artifacts: [] });
	expect([...trashed].sort((a, b) => b.deletedAt.getTime() - a.deletedAt.getTime())).toEqual(trashed);
});

test("passes over what is another store's, no session's file, or a note of nothing", async () => {
	const at = trashStore(root);
	const other = trashStore(root);
	await deleteSessions(await other.plan([put(other, "theirs.jsonl")]));
	const data = mkdtempSync(join(root, "data-"));
	const add = (name: string, path: string, content?: string) => {
		mkdirSync(join(data, "Trash", "info"), { recursive: true });
		mkdirSync(join(data, "Trash", "files"), { recursive: true });
		const note = `[Trash Info]\nPath=${encodeURI(path)}\nDeletionDate=2026-05-03T14:02:11\n`;
		writeFileSync(join(data, "Trash", "info", `${name}.trashinfo`), note);
		if (content !== undefined) writeFileSync(join(data, "Trash", "files", name), content);
	};
	add("stray", join(at.sessionDir, "stray.jsonl"));
	add("text", join(at.sessionDir, "notes.txt"), "x");
	add("deeper", join(at.sessionDir, "deeper", "a.jsonl"), text("a"));
	add("climbing", `${at.sessionDir}/../../elsewhere/a.jsonl`, text("a"));
	add("relative", "sessions/a.jsonl", text("a"));
	add("log", join(at.sessionDir, "log.jsonl"), "log\n");
	add("ours", `${at.sessionDir}/../sessions/./ours.jsonl`, text("ours"));
	mkdirSync(join(data, "Trash", "info", "directory.trashinfo"));
	const system = at.system({ env: { XDG_DATA_HOME: data } });
	const { trashed } = await listTrashed(at.location, { system });
	expect(trashed.map(({ path, id, problem }) => ({ path, id, problem }))).toEqual([
		{
			path: join(at.sessionDir, "log.jsonl"),
			id: undefined,
			problem: expect.stringContaining("no session header"),
		},
		{ path: join(at.sessionDir, "ours.jsonl"), id: "ours", problem: undefined },
	]);
	expect((await restore(trashed)).restored.length).toBe(2);
	expect(readFileSync(join(at.sessionDir, "log.jsonl"), "utf8")).toBe("log\n");
});

describe("the trash of a mount", () => {
	const uid = process.getuid?.() ?? 0;
	function mount() {
		const at = trashStore(root);
		const system = at.system({
			topDirectories: () => [at.agentDir],
			home: join(at.agentDir, "none"),
			env: {},
		});
		const put = (directory: string, name: string, path: string) => {
			mkdirSync(join(directory, "info"), { recursive: true });
			mkdirSync(join(directory, "files"), { recursive: true });
			const note = `[Trash Info]\nPath=${path}\nDeletionDate=2026-05-03T14:02:11\n`;
			writeFileSync(join(directory, "info", `${name}.trashinfo`), note);
			writeFileSync(join(directory, "files", name), text(name));
		};
		const list = async () => (await listTrashed(at.location, { system })).trashed.map(({ path }) => path);
		return { at, put, list };
	}

	test("of one user has paths relative to the mount, or absolute ones", async () => {
		const { at, put, list } = mount();
		const trash = join(at.agentDir, `.Trash-${uid}`);
		put(trash, "a", "sessions/a%20b.jsonl");
		put(trash, "b", join(at.sessionDir, "b.jsonl"));
		put(trash, "c", "../c.jsonl");
		expect(await list()).toEqual([join(at.sessionDir, "a b.jsonl"), join(at.sessionDir, "b.jsonl")]);
	});

	test("of all users counts only if it is sticky and no link", async () => {
		const { at, put, list } = mount();
		const shared = join(at.agentDir, ".Trash");
		put(join(shared, String(uid)), "a", "sessions/a.jsonl");
		expect(await list()).toEqual([]);
		chmodSync(shared, 0o1777);
		expect(await list()).toEqual([join(at.sessionDir, "a.jsonl")]);
		const elsewhere = join(at.agentDir, "elsewhere");
		cpSync(shared, elsewhere, { recursive: true });
		chmodSync(elsewhere, 0o1777);
		rmSync(shared, { recursive: true });
		symlinkSync(elsewhere, shared);
		expect(await list()).toEqual([]);
	});
});

test("on macOS sessions are found by their names; on Windows it is said where to look", async () => {
	const at = trashStore(root);
	const mac = at.system({ platform: "darwin", home: at.agentDir });
	expect(await listTrashed(at.location, { system: mac })).toMatchObject({
		trashed: [],
		note: expect.stringMatching("Put Back"),
	});
	mkdirSync(join(at.agentDir, ".Trash"));
	writeFileSync(join(at.agentDir, ".Trash", "a.jsonl"), text("a"));
	writeFileSync(join(at.agentDir, ".Trash", "log.jsonl"), "log\n");
	const { trashed } = await listTrashed(at.location, { system: mac });
	expect(trashed).toMatchObject([{ id: "a", path: join(at.sessionDir, "a.jsonl") }]);
	await restore(trashed);
	expect(readdirSync(at.sessionDir)).toEqual(["a.jsonl"]);
	const windows = await listTrashed(at.location, { system: at.system({ platform: "win32" }) });
	expect(windows).toMatchObject({ trashed: [], note: expect.stringMatching("Recycle Bin") });
});

describe("a name that is taken", () => {
	test("is never written over: another is offered, and used where that is asked", async () => {
		const at = trashStore(root);
		const path = put(at, "a.jsonl", text("old"));
		const { trashed } = await deleteSessions(await at.plan([path]));
		put(at, "a.jsonl", text("new"));
		put(at, "a-1.jsonl", text("one"));
		const refused = await undoDeletion(trashed, at.location);
		const alternative = join(at.sessionDir, "a-2.jsonl");
		expect(refused).toEqual({
			restored: [],
			skipped: [{ path, kind: "taken", reason: `there is another a.jsonl in ${at.sessionDir}`, alternative }],
		});
		expect(readFileSync(path, "utf8")).toBe(text("new"));
		const { restored } = await undoDeletion(trashed, at.location, { alternative: true });
		expect(restored).toMatchObject([{ path: alternative, from: path, id: "old" }]);
		expect(readFileSync(alternative, "utf8")).toBe(text("old"));
		expect(await left(at)).toEqual({ notes: 0, listed: 0 });
	});

	test("by a directory of artifacts: what is not there is put into it, what differs stays in the trash", async () => {
		const at = trashStore(root);
		const artifacts = putArtifacts(at, "a");
		writeFileSync(join(artifacts, "same"), "old");
		const { trashed } = await deleteSessions(await at.plan([put(at, "a.jsonl", text("a"))]));
		mkdirSync(artifacts);
		writeFileSync(join(artifacts, "same"), "new");
		const { restored, skipped } = await undoDeletion(trashed, at.location);
		expect(restored).toMatchObject([{ artifacts: [] }]);
		expect(skipped).toMatchObject([{ path: artifacts, kind: "failed" }]);
		expect(readFileSync(join(artifacts, "same"), "utf8")).toBe("new");
		expect(existsSync(join(artifacts, "sub-0000000a", "x.jsonl"))).toBe(true);
		expect(readFileSync(join(trashed[0]?.artifacts[0]?.inTrash?.path ?? "", "same"), "utf8")).toBe("old");
	});
});

test("makes directories that are gone, for the user alone", async () => {
	const at = trashStore(root);
	const path = put(at, "--p--/a.jsonl");
	const { trashed } = await deleteSessions(await at.plan([path]));
	rmSync(at.sessionDir, { recursive: true });
	expect((await undoDeletion(trashed, at.location)).restored.length).toBe(1);
	expect([statSync(at.sessionDir).mode & 0o777, statSync(join(path, "..")).mode & 0o777]).toEqual([
		0o700, 0o700,
	]);
});

test("restores into another directory", async () => {
	const at = trashStore(root);
	const artifacts = putArtifacts(at, "a");
	const { trashed } = await deleteSessions(await at.plan([put(at, "a.jsonl", text("a"))]));
	const to = join(at.agentDir, "other", "sessions");
	const { restored } = await undoDeletion(trashed, at.location, { to });
	expect(restored).toMatchObject([
		{ path: join(to, "a.jsonl"), artifacts: [join(at.agentDir, "other", "session-artifacts", "a")] },
	]);
	expect([existsSync(artifacts), existsSync(join(at.sessionDir, "a.jsonl"))]).toEqual([false, false]);
});

test("a link comes back as a link", async () => {
	const at = trashStore(root);
	const target = join(at.agentDir, "target.jsonl");
	writeFileSync(target, text("t"));
	const link = join(at.sessionDir, "link.jsonl");
	symlinkSync("../target.jsonl", link);
	await deleteSessions(await at.plan([link]));
	const { trashed } = await listTrashed(at.location);
	expect(trashed).toMatchObject([{ path: link, title: "link.jsonl", problem: "a symbolic link" }]);
	await restore(trashed);
	expect(readlinkSync(link)).toBe("../target.jsonl");
});

test("undoes a deletion whose place in the trash the system did not tell", async () => {
	const at = trashStore(root);
	const artifacts = putArtifacts(at, "a");
	const before = tree(at.agentDir);
	rmSync(join(at.sessionDir), { recursive: true });
	mkdirSync(at.sessionDir);
	const path = put(at, "a.jsonl", text("a"));
	const whole = { ...before, ...tree(at.agentDir) };
	const { trashed } = await deleteSessions(await at.plan([path]));
	const untold = trashed.map(({ inTrash: _, artifacts: parts, ...rest }) => ({
		...rest,
		artifacts: parts.map(({ inTrash: __, ...part }) => part),
	}));
	expect((await undoDeletion(untold, at.location)).restored).toMatchObject([
		{ path, artifacts: [artifacts] },
	]);
	expect(tree(at.agentDir)).toEqual(whole);
	expect((await undoDeletion(untold, at.location)).skipped).toMatchObject([{ path, kind: "gone" }]);
});

describe("where files cannot be linked", () => {
	const across = () =>
		faultyFs({
			linkSync: (from, to) => {
				if (String(from).startsWith(home)) throw systemError("EXDEV");
				nodeFileSystem.linkSync(from, to);
			},
			renameSync: (from, to) => {
				if (String(from).startsWith(home)) throw systemError("EXDEV");
				nodeFileSystem.renameSync(from, to);
			},
		});

	test("a copy comes back with its bytes, mode and time, and artifacts too", async () => {
		const at = trashStore(root);
		putArtifacts(at, "a");
		const path = put(at, "a.jsonl", text("a"));
		chmodSync(path, 0o640);
		const before = tree(at.agentDir);
		const { trashed } = await deleteSessions(await at.plan([path]));
		expect((await undoDeletion(trashed, at.location, { fs: across() })).skipped).toEqual([]);
		expect(tree(at.agentDir)).toEqual(before);
		expect(await left(at)).toEqual({ notes: 0, listed: 0 });
	});

	test("a name that is taken stays what it is", async () => {
		const at = trashStore(root);
		const path = put(at, "a.jsonl", text("old"));
		const { trashed } = await deleteSessions(await at.plan([path]));
		put(at, "a.jsonl", text("new"));
		const { skipped } = await undoDeletion(trashed, at.location, { fs: across() });
		expect(skipped).toMatchObject([{ kind: "taken" }]);
		expect(tree(at.sessionDir)).toMatchObject({ "/a.jsonl": expect.stringContaining("of new") });
		expect(readdirSync(at.sessionDir)).toEqual(["a.jsonl"]);
	});
});

test("what fails stays in the trash, and the rest comes back", async () => {
	const at = trashStore(root);
	const paths = ["a", "b", "c"].map((name) => put(at, `${name}.jsonl`, text(name)));
	const { trashed } = await deleteSessions(await at.plan(paths));
	const fs = faultyFs({
		linkSync: (from, to) => {
			if (to === paths[1]) throw systemError("ENOSPC");
			nodeFileSystem.linkSync(from, to);
		},
	});
	const stop = new AbortController();
	const { restored, skipped } = await restore(
		trashed.map((each) => ({ ...each, inTrash: each.inTrash ?? { path: "" } })),
		{ fs, signal: stop.signal, onProgress: (done) => done === 2 && stop.abort() },
	);
	expect(restored.map(({ path }) => path)).toEqual([paths[0]]);
	expect(skipped.map(({ path, kind }) => [path, kind])).toEqual([
		[paths[1], "failed"],
		[paths[2], "stopped"],
	]);
	expect(skipped[0]?.reason).toBe("not changed: the disk is full");
	expect((await listTrashed(at.location)).trashed.map(({ path }) => path)).toEqual([paths[1], paths[2]]);
	expect((await undoDeletion(trashed, at.location)).skipped).toMatchObject([
		{ path: paths[0], kind: "gone" },
	]);
	expect(readdirSync(at.sessionDir)).toEqual(["a.jsonl", "b.jsonl", "c.jsonl"]);
});
