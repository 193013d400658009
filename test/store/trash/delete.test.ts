import {
	appendFileSync,
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	symlinkSync,
	unlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listSessions } from "../../../src/store/catalogue.js";
import { leaseName, systemProcesses } from "../../../src/store/lease.js";
import { deleteForever, deleteSessions, planDeletion } from "../../../src/store/trash/delete.js";
import { header, lines, user } from "../../support/entries.js";
import { systemError } from "../../support/faulty-fs.js";
import { temporaryDirectory } from "../../support/temporary.js";

const root = temporaryDirectory();
const session = (id: string, fields: object = {}) =>
	lines(header({ id, ...fields }), user("a", null, `of ${id}`));

function store() {
	const agentDir = realpathSync(mkdtempSync(join(root, "agent-")));
	const sessionDir = join(agentDir, "sessions");
	mkdirSync(sessionDir);
	const location = { agentDir, sessionDir };
	const write = (name: string, text = session(name)) => {
		const path = join(sessionDir, name);
		mkdirSync(join(path, ".."), { recursive: true });
		writeFileSync(path, text);
		return path;
	};
	const sessions = async () => (await listSessions({ location })).sessions;
	return {
		...location,
		location,
		write,
		sessions,
		names: () => readdirSync(sessionDir).sort(),
		plan: async (paths: readonly string[]) => planDeletion(paths, { location, sessions: await sessions() }),
		open(path: string) {
			const lock = join(agentDir, "session-leases", leaseName(realpathSync(path)));
			mkdirSync(lock, { recursive: true });
			const { pid } = process;
			const owner = { pid, processStartId: systemProcesses.startId(pid), sessionPath: path };
			writeFileSync(join(lock, "owner.json"), JSON.stringify(owner));
		},
		artifacts(id: string, parent = agentDir) {
			const path = join(parent, "session-artifacts", id, "sub-0000000a");
			mkdirSync(path, { recursive: true });
			writeFileSync(join(path, "x.jsonl"), session(`sub-${id}`, { rlmDepth: 1 }));
			writeFileSync(join(path, "notes.txt"), "12345");
			return join(path, "..");
		},
	};
}

describe("names that bite: the right one goes, all else stays", () => {
	const names = [
		"a[1].jsonl",
		"a1.jsonl",
		"s*.jsonl",
		"sx.jsonl",
		"{x}.jsonl",
		"x.jsonl",
		"!x.jsonl",
		"-x.jsonl",
		"two words.jsonl",
		"two%20words.jsonl",
		"line\nbreak.jsonl",
		"セッション.jsonl",
		`${"n".repeat(249)}.jsonl`,
		"a\\b.jsonl",
		"#?;&=.jsonl",
	];
	for (const name of names) {
		test(JSON.stringify(name.slice(0, 20)), async () => {
			const at = store();
			for (const each of names) at.write(each);
			const path = join(at.sessionDir, name);
			const bytes = readFileSync(path);
			const { trashed, skipped } = await deleteSessions(await at.plan([path]));
			expect(trashed).toMatchObject([{ path, id: name, title: `of ${name}`, bytes: bytes.length }]);
			expect(skipped).toEqual([]);
			expect(at.names()).toEqual(names.filter((each) => each !== name).sort());
			expect(readFileSync(trashed[0]?.inTrash?.path ?? "")).toEqual(bytes);
		});
	}
});

test("the plan tells what hangs on a session, and deleting takes no fork along", async () => {
	const at = store();
	const path = at.write("parent.jsonl", session("p"));
	const fork = at.write("fork.jsonl", session("f", { parentSession: path }));
	const artifacts = at.artifacts("p");
	const plan = await at.plan([path]);
	expect(plan.targets).toMatchObject([
		{ session: { path }, forks: [{ path: fork }], artifacts: [{ path: artifacts, files: 2 }], twins: [] },
	]);
	const { trashed, bytes } = await deleteSessions(plan);
	expect(bytes).toBe(plan.bytes);
	expect(trashed).toMatchObject([{ path, artifacts: [{ path: artifacts, files: 2 }], bytes }]);
	expect(existsSync(artifacts)).toBe(false);
	expect(at.names()).toEqual(["fork.jsonl"]);
});

test("files that lie beside a session and are called after it are told of, and stay", async () => {
	const at = store();
	const path = at.write("a.jsonl");
	const project = at.write("--p--/a.jsonl");
	for (const name of ["a.jsonl.old", "a.jsonl.bak", "b.jsonl.bak", "a.jsonl.d.jsonl", "--p--/a.jsonl.x"])
		at.write(name, "theirs");
	mkdirSync(join(at.sessionDir, "a.jsonl.lock"));
	const plan = await at.plan([path, project]);
	expect(plan.targets.map(({ beside }) => beside)).toEqual([["a.jsonl.bak", "a.jsonl.old"], ["a.jsonl.x"]]);
	await deleteSessions(plan);
	expect(at.names()).toEqual([
		"--p--",
		"a.jsonl.bak",
		"a.jsonl.d.jsonl",
		"a.jsonl.lock",
		"a.jsonl.old",
		"b.jsonl.bak",
	]);
	expect(readdirSync(join(at.sessionDir, "--p--"))).toEqual(["a.jsonl.x"]);
});

test("a fork that goes itself is none that keeps a copy", async () => {
	const at = store();
	const path = at.write("parent.jsonl", session("p"));
	const going = at.write("going.jsonl", session("f", { parentSession: path }));
	const staying = at.write("staying.jsonl", session("g", { parentSession: path }));
	const { targets } = await at.plan([path, going]);
	expect(targets.map(({ forks }) => forks.map((fork) => fork.path))).toEqual([[staying], []]);
});

test("a session of a per-project directory takes what lies beside that directory", async () => {
	const at = store();
	const path = at.write("--p--/a.jsonl", session("p"));
	const artifacts = at.artifacts("p", at.sessionDir);
	expect((await deleteSessions(await at.plan([path]))).trashed).toMatchObject([
		{ artifacts: [{ path: artifacts }] },
	]);
});

test("of two files with one id, the other stays, and so do the artifacts of both", async () => {
	const at = store();
	const [one, other] = [at.write("one.jsonl", session("x")), at.write("other.jsonl", session("x"))];
	const artifacts = at.artifacts("x");
	const plan = await at.plan([one]);
	expect(plan.targets).toMatchObject([{ twins: [other], artifacts: [] }]);
	await deleteSessions(plan);
	expect(at.names()).toEqual(["other.jsonl"]);
	expect(existsSync(artifacts)).toBe(true);
	const { trashed } = await deleteSessions(await at.plan([other]));
	expect(trashed).toMatchObject([{ artifacts: [{ path: artifacts }] }]);
});

test("both files of one id go with their artifacts, unless one of them stays after all", async () => {
	const at = store();
	const paths = [at.write("one.jsonl", session("x")), at.write("other.jsonl", session("x"))];
	const artifacts = at.artifacts("x");
	const plan = await at.plan(paths);
	const failing = await deleteSessions(plan, {
		move: async (path) => {
			if (path === paths[0]) throw systemError("EACCES");
			unlinkSync(path);
		},
	});
	expect(failing.trashed).toMatchObject([{ path: paths[1], artifacts: [] }]);
	expect(failing.skipped).toEqual([
		{ path: paths[0], kind: "failed", reason: "not moved to the trash: permission denied" },
		{ path: artifacts, kind: "failed", reason: "another session of its id stays" },
	]);
	expect(existsSync(artifacts)).toBe(true);
	at.write("other.jsonl", session("x"));
	const { trashed, skipped } = await deleteSessions(await at.plan(paths));
	expect(trashed).toMatchObject([{ artifacts: [] }, { artifacts: [{ path: artifacts }] }]);
	expect(skipped).toEqual([]);
});

test("of three sessions with one name the asked one goes", async () => {
	const at = store();
	const named = (id: string) =>
		lines(header({ id }), user("a", null), {
			type: "session_info",
			id: "n",
			parentId: "a",
			timestamp: "2026-01-01T12:00:00.000Z",
			name: "the same",
		});
	for (const id of ["a", "b", "c"]) at.write(`${id}.jsonl`, named(id));
	const asked = (await at.sessions()).find(({ id }) => id === "b");
	const plan = await planDeletion([asked ?? ""], { location: at.location, sessions: await at.sessions() });
	expect((await deleteSessions(plan)).trashed).toMatchObject([{ id: "b", name: "the same" }]);
	expect(at.names()).toEqual(["a.jsonl", "c.jsonl"]);
});

test("a link goes, its target and its artifacts stay", async () => {
	const at = store();
	const target = join(at.agentDir, "target.jsonl");
	writeFileSync(target, session("t"));
	const artifacts = at.artifacts("t");
	const link = join(at.sessionDir, "link.jsonl");
	symlinkSync(target, link);
	const plan = await at.plan([link]);
	expect(plan.targets[0]).toMatchObject({ file: { isLink: true }, artifacts: [] });
	const { trashed, skipped } = await deleteSessions(plan);
	expect([trashed.length, skipped]).toEqual([1, []]);
	expect([at.names(), existsSync(target), existsSync(artifacts)]).toEqual([[], true, true]);
});

describe("between asking and confirming", () => {
	test("a file that grew is still it", async () => {
		const at = store();
		const path = at.write("a.jsonl");
		const plan = await at.plan([path]);
		appendFileSync(path, lines(user("b", "a")));
		const { trashed, bytes } = await deleteSessions(plan);
		expect([trashed.length, bytes > plan.bytes]).toEqual([1, true]);
	});

	test("a file that another took the place of stays", async () => {
		const at = store();
		const paths = ["a", "b", "c", "d", "e"].map((name) => at.write(`${name}.jsonl`, session(name)));
		const [a = "", b = "", c = "", d = "", e = ""] = paths;
		const plan = await at.plan(paths);
		unlinkSync(a);
		// The same id in another file: whoever put it there may have put anything else in it.
		writeFileSync(`${b}.new`, readFileSync(b));
		renameSync(`${b}.new`, b);
		writeFileSync(c, session("another"));
		writeFileSync(d, lines(header({ id: "d" })));
		unlinkSync(e);
		symlinkSync(d, e);
		const { trashed, skipped } = await deleteSessions(plan);
		expect(trashed).toEqual([]);
		expect(skipped.map(({ path, kind }) => [path, kind])).toEqual([
			[a, "gone"],
			[b, "changed"],
			[c, "changed"],
			[d, "changed"],
			[e, "changed"],
		]);
		expect(at.names()).toEqual(["b.jsonl", "c.jsonl", "d.jsonl", "e.jsonl"]);
	});

	test("a session of the list whose path holds another one by now is refused at once", async () => {
		const at = store();
		const path = at.write("a.jsonl", session("a"));
		const sessions = await at.sessions();
		writeFileSync(path, session("b"));
		const plan = await planDeletion(sessions, { location: at.location, sessions });
		expect(plan).toMatchObject({ targets: [], refused: [{ path, kind: "changed" }], bytes: 0 });
	});

	test("a session that an agent opened stays", async () => {
		const at = store();
		const path = at.write("a.jsonl");
		const plan = await at.plan([path]);
		at.open(path);
		expect((await deleteSessions(plan)).skipped).toMatchObject([{ path, kind: "open" }]);
		expect((await deleteForever(plan)).skipped).toMatchObject([{ path, kind: "open" }]);
		expect(at.names()).toEqual(["a.jsonl"]);
	});
});

test("what is open, missing or no session is refused before anything goes", async () => {
	const at = store();
	const [open, log, child] = [
		at.write("open.jsonl"),
		at.write("log.jsonl", "log\n"),
		at.write("p.jsonl", session("p")),
	];
	at.open(open);
	at.open(join(at.artifacts("p"), "sub-0000000a", "x.jsonl"));
	const missing = join(at.sessionDir, "missing.jsonl");
	const plan = await at.plan([open, log, missing, open, child]);
	expect(plan.targets).toEqual([]);
	expect(plan.refused.map(({ path, kind }) => [path, kind])).toEqual([
		[log, "unreadable"],
		[missing, "gone"],
		[open, "open"],
		[child, "open"],
	]);
	expect((await deleteSessions(plan)).skipped).toEqual(plan.refused);
	expect(at.names()).toEqual(["log.jsonl", "open.jsonl", "p.jsonl"]);
});

describe("a trash that fails", () => {
	test("that does not answer is asked no more, and nothing is lost", async () => {
		const at = store();
		const paths = Array.from({ length: 9 }, (_, n) => at.write(`${n}.jsonl`));
		const asked: string[] = [];
		const { trashed, skipped } = await deleteSessions(await at.plan(paths), {
			move: (path) => {
				asked.push(path);
				return new Promise(() => undefined);
			},
			timeLimit: () => 1,
		});
		expect(trashed).toEqual([]);
		expect(asked.length).toBeLessThan(9);
		expect(skipped.map(({ path }) => path).sort()).toEqual(paths);
		for (const { reason, kind } of skipped) {
			expect(reason).toBe("the trash did not answer");
			expect(kind).toBe("failed");
		}
		expect(at.names()).toHaveLength(9);
	});

	test("half-way: each file's truth is told, and nothing is lost", async () => {
		const at = store();
		const paths = ["a", "b", "c", "d"].map((name) => at.write(`${name}.jsonl`, session(name)));
		const artifacts = at.artifacts("a");
		const kept = at.artifacts("b");
		const { trashed, skipped } = await deleteSessions(await at.plan(paths), {
			move: async (path) => {
				if (path === artifacts || path === paths[1]) throw systemError("ENOSPC");
				// Content with it, and does nothing.
				if (path === paths[2]) return;
				unlinkSync(path);
				// Moved, and complains all the same.
				if (path === paths[3]) throw systemError("EIO");
			},
		});
		expect(trashed.map(({ path }) => path)).toEqual([paths[0], paths[3]]);
		expect(skipped).toEqual([
			{ path: artifacts, kind: "failed", reason: "not moved to the trash: the disk is full" },
			{ path: paths[1], kind: "failed", reason: "not moved to the trash: the disk is full" },
			{ path: paths[2], kind: "failed", reason: "the trash did not take it" },
		]);
		expect(at.names()).toEqual(["b.jsonl", "c.jsonl"]);
		expect([existsSync(artifacts), existsSync(kept)]).toEqual([true, true]);
	});

	test.skipIf(process.getuid?.() === 0)("for want of permission", async () => {
		const at = store();
		const path = at.write("a.jsonl");
		chmodSync(at.sessionDir, 0o500);
		const { trashed, skipped } = await deleteSessions(await at.plan([path]));
		chmodSync(at.sessionDir, 0o700);
		expect([trashed, skipped[0]?.kind]).toEqual([[], "failed"]);
	});
});

test("stops when it is told to, and says what was done", async () => {
	const at = store();
	const paths = Array.from({ length: 30 }, (_, n) => at.write(`${String(n).padStart(2, "0")}.jsonl`));
	const stop = new AbortController();
	const seen: number[] = [];
	const { trashed, skipped } = await deleteSessions(await at.plan(paths), {
		signal: stop.signal,
		onProgress: (done, total) => {
			expect(total).toBe(30);
			seen.push(done);
			if (done === 5) stop.abort();
		},
	});
	expect(seen).toEqual(Array.from({ length: 30 }, (_, n) => n + 1));
	expect(trashed.length).toBeGreaterThanOrEqual(5);
	expect(trashed.length).toBeLessThan(10);
	expect(new Set(skipped.map(({ kind }) => kind))).toEqual(new Set(["stopped"]));
	expect(at.names().length).toBe(skipped.length);
	expect(trashed.length + skipped.length).toBe(30);
});

test("for good: file and artifacts are gone, and not to the trash", async () => {
	const at = store();
	const path = at.write("a.jsonl", session("a"));
	const artifacts = at.artifacts("a");
	const outside = join(at.agentDir, "outside");
	mkdirSync(outside);
	writeFileSync(join(outside, "kept"), "kept");
	symlinkSync(outside, join(artifacts, "link"));
	const { deleted, skipped } = await deleteForever(await at.plan([path]));
	expect(skipped).toEqual([]);
	expect(deleted).toMatchObject([{ path, artifacts: [{ path: artifacts }] }]);
	expect(deleted[0]).not.toHaveProperty("inTrash");
	expect([existsSync(path), existsSync(artifacts), existsSync(join(outside, "kept"))]).toEqual([
		false,
		false,
		true,
	]);
});

test("an id that leads elsewhere takes nothing along", async () => {
	const at = store();
	for (const id of ["..", "../sessions", ".", "a/../../sessions", ""]) {
		const path = at.write("evil.jsonl", session(id));
		mkdirSync(join(at.agentDir, "session-artifacts"), { recursive: true });
		const { targets } = await at.plan([path]);
		for (const target of targets) expect(target.artifacts).toEqual([]);
	}
});
