import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type ListOptions, listSessions } from "../../src/store/catalogue.js";
import { leaseName, systemProcesses } from "../../src/store/lease.js";
import { threadSessions } from "../../src/store/threads.js";
import { assistant, entry, header, lines, user } from "../support/entries.js";
import { listenOnSocket, writeHostileFiles } from "../support/hostile.js";
import { REAL_LISTINGS } from "../support/real-listings.js";
import { snapshot } from "../support/snapshot.js";
import { storesDir } from "../support/stores.js";
import { temporaryDirectory } from "../support/temporary.js";

const root = temporaryDirectory();
const newDir = () => mkdtempSync(join(root, "store-"));

function list(sessionDir: string, options: Partial<ListOptions> = {}) {
	return listSessions({ location: { sessionDir, agentDir: join(root, "no-agent") }, ...options });
}

const names = (sessions: { path: string }[]) => sessions.map(({ path }) => basename(path, ".jsonl"));
const session = (fields: object = {}, ...entries: object[]) => lines(header(fields), ...entries);

describe("the stores of the real agents", () => {
	test.each(Object.keys(REAL_LISTINGS))("%s is listed whole, newest first", async (store) => {
		const sessionDir = join(storesDir, store, "sessions");
		const { sessions, subAgents, unreadable } = await list(sessionDir);
		const rows = sessions
			.toSorted((a, b) => (a.path < b.path ? -1 : 1))
			.map(({ id, name, messageCount, firstMessage, created, modified }) => [
				id,
				name ?? null,
				messageCount,
				[...firstMessage].slice(0, 60).join(""),
				created.toISOString(),
				modified.toISOString(),
			]);
		expect(rows).toEqual(REAL_LISTINGS[store]);
		const times = sessions.map((info) => info.modified.getTime());
		expect(times).toEqual(times.toSorted((a, b) => b - a));
		expect({ subAgents, unreadable }).toEqual({ subAgents: [], unreadable: [] });
	});

	const legacy = join(import.meta.dirname, "../../../shared/stores/legacy/sessions");
	test.skipIf(!existsSync(legacy))("legacy is listed", async () => {
		const { sessions } = await list(legacy);
		expect(sessions).toMatchObject([
			{
				id: "d703a1a9-1b7b-4fb1-b512-c9738b1fe617",
				version: 1,
				messageCount: 914,
				entryCount: 1018,
				branchCount: 1,
				firstMessage: "/mode",
				problemCount: 0,
			},
		]);
	});

	test("two forks of Prime Agent's store lie under their parents", async () => {
		const { sessions } = await list(join(storesDir, "prime/sessions"));
		const rows = threadSessions(sessions).filter((row) => row.depth > 0);
		expect(rows.map((row) => [row.session.id.slice(0, 13), row.depth, row.parent?.id.slice(0, 13)])).toEqual([
			["01a22d82-820f", 1, "01a22d7f-5dae"],
			["01a22d82-b43a", 2, "01a22d82-820f"],
		]);
	});
});

describe("a store", () => {
	test("holds flat files and those of per-project directories, one level deep", async () => {
		const dir = newDir();
		for (const path of ["--home-dev-a b--", "--home-日本語--", "plain", "--deep--/--deeper--"]) {
			mkdirSync(join(dir, path), { recursive: true });
			writeFileSync(join(dir, path, `in ${basename(path)}.jsonl`), session());
		}
		writeFileSync(join(dir, "flat.jsonl"), session());
		writeFileSync(join(dir, "flat.jsonl.tmp"), session());
		writeFileSync(join(dir, "notes.txt"), "x");
		writeFileSync(join(dir, "--a file--"), "x");
		const { sessions, unreadable } = await list(dir);
		expect(names(sessions).sort()).toEqual(["flat", "in --home-dev-a b--", "in --home-日本語--"]);
		expect(unreadable).toEqual([]);
	});

	test("that is missing is empty; one that cannot be read says so", async () => {
		expect(await list(join(root, "missing"))).toEqual({ sessions: [], subAgents: [], unreadable: [] });
		const file = join(newDir(), "file");
		writeFileSync(file, "");
		await expect(list(file)).rejects.toMatchObject({ code: "unreadable", path: file });
	});

	test("is followed through links, and no directory is listed twice", async () => {
		const [real, dir] = [newDir(), newDir()];
		writeFileSync(join(real, "a.jsonl"), session());
		symlinkSync(real, join(dir, "--link--"));
		symlinkSync(real, join(dir, "--other-link--"));
		symlinkSync(dir, join(dir, "--itself--"));
		symlinkSync(dir, `${dir}-link`);
		expect(names((await list(`${dir}-link`)).sessions)).toEqual(["a"]);
		symlinkSync(join(real, "a.jsonl"), join(dir, "b.jsonl"));
		expect(names((await list(dir)).sessions).sort()).toEqual(["a", "b"]);
	});

	test("keeps sub-agents' sessions apart, however many there are", async () => {
		const dir = newDir();
		for (let i = 0; i < 20; i++) writeFileSync(join(dir, `c${i}.jsonl`), session({ rlmDepth: 1 }));
		writeFileSync(join(dir, "fork.jsonl"), session({ parentSession: "/gone.jsonl", rlmDepth: 0 }));
		writeFileSync(join(dir, "own.jsonl"), session());
		const seen: string[] = [];
		const { sessions, subAgents } = await list(dir, { onSession: ({ path }) => seen.push(path) });
		expect(names(sessions).sort()).toEqual(["fork", "own"]);
		expect(subAgents).toHaveLength(20);
		expect(names(seen.map((path) => ({ path }))).sort()).toEqual(["fork", "own"]);
	});

	test("two files of one id are both listed", async () => {
		const dir = newDir();
		for (const name of ["a", "b"]) writeFileSync(join(dir, `${name}.jsonl`), session());
		expect(names((await list(dir)).sessions)).toEqual(["a", "b"]);
	});

	test("is ordered by messages: bookkeeping, and touching a file, move nothing", async () => {
		const dir = newDir();
		const later = "2031-01-01T00:00:00.000Z";
		writeFileSync(join(dir, "old.jsonl"), session({}, user("a", null, "x", 1), assistant("b", "a", "y", 2)));
		writeFileSync(join(dir, "new.jsonl"), session({}, user("a", null, "x", 30)));
		const note = (type: string, fields: object) => ({ ...entry(type, "n", "b", fields), timestamp: later });
		writeFileSync(
			join(dir, "old.jsonl"),
			session({}, user("a", null, "x", 1), assistant("b", "a", "y", 2)) +
				lines(
					note("session_info", { name: "renamed" }),
					note("session_state", { state: { status: "archived" } }),
					note("label", { targetId: "a", label: "l" }),
					note("agent_status", { status: { summary: "s" } }),
					note("git_state", { git: { branch: "b" } }),
				),
		);
		const { sessions } = await list(dir);
		expect(names(sessions)).toEqual(["new", "old"]);
		expect(sessions[1]).toMatchObject({
			name: "renamed",
			state: "archived",
			labels: ["l"],
			git: { branch: "b" },
		});
		expect(sessions[1]?.modified.toISOString()).toBe("2026-01-01T12:02:00.000Z");
	});

	test("tells how far it has come, and each session as it is read", async () => {
		const dir = newDir();
		for (let i = 0; i < 9; i++) writeFileSync(join(dir, `${i}.jsonl`), session());
		writeFileSync(join(dir, "bad.jsonl"), "nonsense\n");
		writeFileSync(join(dir, "empty.jsonl"), "");
		const progress: [number, number][] = [];
		const read: string[] = [];
		const { sessions } = await list(dir, {
			onProgress: (loaded, total) => progress.push([loaded, total]),
			onSession: (info) => read.push(info.id),
		});
		expect(progress.map(([loaded]) => loaded)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
		expect(progress.every(([, total]) => total === 11)).toBe(true);
		expect(read).toHaveLength(sessions.length);
	});

	test("stops when its signal says so", async () => {
		const dir = newDir();
		for (let i = 0; i < 50; i++) writeFileSync(join(dir, `${i}.jsonl`), session());
		const controller = new AbortController();
		let read = 0;
		const listing = list(dir, {
			signal: controller.signal,
			onSession: () => {
				read++;
				controller.abort();
			},
		});
		await expect(listing).rejects.toMatchObject({ code: "cancelled" });
		expect(read).toBeLessThan(10);
	});

	test("gathers the text of messages only when asked", async () => {
		const dir = newDir();
		writeFileSync(join(dir, "a.jsonl"), session({}, user("a", null, "one"), assistant("b", "a", "two")));
		expect((await list(dir)).sessions[0]).not.toHaveProperty("allMessagesText");
		expect((await list(dir, { text: true })).sessions[0]?.allMessagesText).toBe("one two");
	});

	test("marks the sessions an agent has open, links among them", async () => {
		const [dir, agentDir] = [newDir(), newDir()];
		for (const name of ["open", "closed"]) writeFileSync(join(dir, `${name}.jsonl`), session());
		symlinkSync(join(dir, "open.jsonl"), join(dir, "z-link.jsonl"));
		const lock = join(agentDir, "session-leases", leaseName(join(dir, "open.jsonl")));
		mkdirSync(lock, { recursive: true });
		const { pid } = process;
		const owner = { pid, processStartId: systemProcesses.startId(pid), sessionPath: join(dir, "open.jsonl") };
		writeFileSync(join(lock, "owner.json"), JSON.stringify(owner));
		const { sessions } = await list(dir, { location: { sessionDir: dir, agentDir } });
		const open = sessions.filter((info) => info.open);
		expect(names(open).sort()).toEqual(["open", "z-link"]);
	});
});

describe("files that are no sessions", () => {
	test("are left out with a reason each, hide no other, and are not touched", async () => {
		const dir = newDir();
		const files = writeHostileFiles(dir);
		const server = await listenOnSocket(dir);
		const before = snapshot(dir);
		const { sessions, unreadable } = await list(dir);
		expect(snapshot(dir)).toEqual(before);
		server.close();
		const bad = files.filter((file) => file.error !== undefined);
		expect(names(sessions).sort()).toEqual(
			files
				.filter((file) => file.error === undefined)
				.map((file) => file.name)
				.sort(),
		);
		const reasons = Object.fromEntries(
			unreadable.map(({ path, reason }) => [basename(path, ".jsonl"), reason]),
		);
		expect(Object.keys(reasons).sort()).toEqual([...bad.map((file) => file.name), "socket"].sort());
		expect(reasons).toMatchObject({
			"zero-bytes": "empty file",
			"corrupt-header": "not a session: its first record is not a session header",
			log: "not a session: it has no session header",
			directory: "a directory",
			fifo: "not a regular file",
			socket: "not a regular file",
			"dangling-link": "a link to a missing file",
			"link-to-itself": "a link that goes round in a circle",
		});
	});

	test.skipIf(process.getuid?.() === 0)("for want of permission are said to be so", async () => {
		const dir = newDir();
		writeFileSync(join(dir, "a.jsonl"), session());
		writeFileSync(join(dir, "b.jsonl"), session());
		mkdirSync(join(dir, "--closed--"));
		chmodSync(join(dir, "a.jsonl"), 0);
		chmodSync(join(dir, "--closed--"), 0);
		const { sessions, unreadable } = await list(dir);
		chmodSync(join(dir, "--closed--"), 0o755);
		expect(names(sessions)).toEqual(["b"]);
		expect(unreadable.map(({ reason }) => reason)).toEqual([
			"permission denied",
			"cannot be read: permission denied",
		]);
	});

	test("with a name that is not UTF-8 are reported", async () => {
		const dir = newDir();
		writeFileSync(
			Buffer.concat([Buffer.from(join(dir, "x")), Buffer.from([0xff, 0xfe]), Buffer.from(".jsonl")]),
			session(),
		);
		writeFileSync(join(dir, "y.jsonl"), session());
		const { sessions, unreadable } = await list(dir);
		expect(names(sessions)).toEqual(["y"]);
		expect(unreadable.map(({ reason }) => reason)).toEqual(["its name is not valid UTF-8"]);
	});

	test("odd names are names like any other", async () => {
		const dir = newDir();
		const odd = ["a[1]", "s*", "-dash", "new\nline", "😀", " space ", "n".repeat(249)];
		for (const name of odd) writeFileSync(join(dir, `${name}.jsonl`), session());
		expect(names((await list(dir)).sessions).sort()).toEqual(odd.toSorted());
		expect(readdirSync(dir)).toHaveLength(odd.length);
	});

	test("that vanish while the store is read are left out", async () => {
		const dir = newDir();
		cpSync(join(storesDir, "prime/sessions"), dir, { recursive: true });
		const { sessions, unreadable } = await list(dir, {
			scan: async (files, { onScanned }) => {
				for (const { path } of files) onScanned({ path });
			},
		});
		expect({ sessions, unreadable }).toEqual({ sessions: [], unreadable: [] });
	});
});
