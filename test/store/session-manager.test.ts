import { mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ReadonlySessionManager, SessionManager } from "../../src/index.js";
import { assistant, header, lines, user } from "../support/entries.js";
import { writeHostileFiles } from "../support/hostile.js";
import { temporaryDirectory } from "../support/temporary.js";

const root = temporaryDirectory();
let count = 0;
let dir: string;
let cwd: string;
const before = process.env.PRIME_AGENT_SESSION_DIR;
/** A session of `cwd` whose last message is of a minute of the same hour; the file itself is touched in another order. */
function session(name: string, minute: number, fields: object = {}, touched = 0): string {
	const path = join(dir, name);
	mkdirSync(join(path, ".."), { recursive: true });
	writeFileSync(
		path,
		lines(header({ cwd, ...fields }), user("a", null, "x", minute), assistant("b", "a", "y", minute)),
	);
	const time = Date.UTC(2026, 0, 2) / 1000 + touched;
	utimesSync(path, time, time);
	return path;
}

beforeEach(() => {
	dir = join(root, String(count++), "sessions");
	cwd = join(dir, "../work");
	mkdirSync(dir, { recursive: true });
	mkdirSync(cwd);
	process.env.PRIME_AGENT_SESSION_DIR = dir;
});

afterEach(() => {
	if (before === undefined) delete process.env.PRIME_AGENT_SESSION_DIR;
	else process.env.PRIME_AGENT_SESSION_DIR = before;
});

describe("SessionManager", () => {
	it("creates sessions in the user's store, or where it is told", () => {
		const manager = SessionManager.create(cwd);
		expect(manager).toBeInstanceOf(SessionManager);
		expect([manager.getSessionDir(), manager.getCwd(), manager.isPersisted()]).toEqual([dir, cwd, true]);
		expect(readdirSync(dir)).toEqual([]);
		expect(SessionManager.create(cwd, "/elsewhere").getSessionDir()).toBe("/elsewhere");
		expect(SessionManager.inMemory().isPersisted()).toBe(false);
	});

	it("opens sessions, with a look that never writes", async () => {
		const path = session("s.jsonl", 1);
		expect(SessionManager.open(path)).toBeInstanceOf(SessionManager);
		expect(SessionManager.open(path, "/d", "/c").getCwd()).toBe("/c");
		const opened = await SessionManager.openAsync(path, undefined, { cwd: "/c" });
		expect([opened.getCwd(), opened.getLeafId(), opened.getSessionDir()]).toEqual(["/c", "b", dir]);
		expect("appendMessage" in ReadonlySessionManager.open(path)).toBe(false);
		expect((await ReadonlySessionManager.openAsync(path)).getEntries()).toEqual(opened.getEntries());
	});

	it("continues the newest session of the directory, by its messages", () => {
		session("old.jsonl", 1, {}, 99);
		const newest = session("new.jsonl", 3, {}, 1);
		session("middle.jsonl", 2, {}, 50);
		session("child.jsonl", 9, { rlmDepth: 1 }, 100);
		session("elsewhere.jsonl", 9, { cwd: "/other" }, 100);
		expect(SessionManager.continueRecent(cwd).getSessionFile()).toBe(newest);
		const inProject = session("--home-work--/p.jsonl", 5);
		expect(SessionManager.continueRecent(`${cwd}/.`).getSessionFile()).toBe(inProject);
		const link = join(dir, "../link");
		symlinkSync(cwd, link);
		expect(SessionManager.continueRecent(link).getSessionFile()).toBe(inProject);
	});

	it("continues none of what is no session, and makes a new one", () => {
		writeHostileFiles(dir, { small: true });
		const manager = SessionManager.continueRecent(cwd);
		expect(manager.getEntries()).toEqual([]);
		expect(SessionManager.continueRecent("/w").getSessionFile()).toMatch(/\.jsonl$/);
		expect(SessionManager.continueRecent(cwd, join(dir, "none")).getEntries()).toEqual([]);
	});

	it("forks a session from another directory, whole", () => {
		const source = session("s.jsonl", 1);
		const fork = SessionManager.forkFrom(source, "/target");
		expect(fork.getHeader()).toMatchObject({ cwd: "/target", parentSession: source });
		expect(fork.getEntries()).toEqual(SessionManager.open(source).getEntries());
		expect(fork.getSessionFile()).not.toBe(source);
		expect(fork.getSessionId()).not.toBe(header().id);
		expect(() => SessionManager.forkFrom(join(dir, "none"), "/t")).toThrow(
			expect.objectContaining({ code: "not-found" }),
		);
	});

	it("lists the sessions of a directory, or all, newest first, and says what it left out", async () => {
		const paths = [
			session("old.jsonl", 1, {}, 99),
			session("new.jsonl", 3),
			session("--p--/middle.jsonl", 2),
		];
		const elsewhere = session("elsewhere.jsonl", 9, { cwd: "/other" });
		session("child.jsonl", 9, { rlmDepth: 1 });
		writeFileSync(join(dir, "broken.jsonl"), "not a session\n");
		const [old, newest, middle] = paths;

		const seen: string[] = [];
		const progress: number[][] = [];
		const list = await SessionManager.list(`${cwd}/`, dir, {
			onSession: (info) => seen.push(info.path),
			onProgress: (...counts) => progress.push(counts),
		});
		expect(list.map((info) => info.path)).toEqual([newest, middle, old]);
		expect(list.unreadable).toMatchObject([{ path: join(dir, "broken.jsonl") }]);
		expect(seen.sort()).toEqual(paths.sort());
		expect(progress.at(-1)).toEqual([6, 6]);
		const all = await SessionManager.listAll();
		expect(all.map((info) => info.path)).toEqual([elsewhere, newest, middle, old]);
		expect(Object.keys(all[0]!)).not.toContain("allMessagesText");
		expect(all[0]?.allMessagesText).toBe("x y");
		expect(list[0]?.allMessagesText).toBe("x y");
		const gathered = await SessionManager.listAll({ text: true });
		expect(Object.keys(gathered[0]!)).toContain("allMessagesText");
		expect(gathered[0]?.allMessagesText).toBe("x y");
		const lost = (await SessionManager.listAll({}, dir)).find(({ path }) => path === old);
		rmSync(old!);
		expect(lost?.allMessagesText).toBe("");
		let counted = 0;
		await SessionManager.listAll(() => counted++, dir);
		expect(counted).toBeGreaterThan(0);
		expect(await SessionManager.list("/nowhere", dir)).toHaveLength(0);
		expect(await SessionManager.listAll({}, join(dir, "none"))).toHaveLength(0);
	});

	it("stops listing when it is told to, or when a callback throws", async () => {
		session("s.jsonl", 1);
		const signal = AbortSignal.abort();
		await expect(SessionManager.list(cwd, dir, { signal })).rejects.toMatchObject({ code: "cancelled" });
		const onSession = () => {
			throw new Error("mine");
		};
		await expect(SessionManager.list(cwd, dir, { onSession })).rejects.toThrow("mine");
	});

	it("names files as pi does beside a file of pi's", () => {
		const name = "2026-11-30T17-27-59-491Z_01a22d7f-cb01-77d8-be0a-10b750c16779.jsonl";
		const manager = SessionManager.open(session(name, 1));
		expect(manager.createBranchedSession("a")).toMatch(/\/\d{4}-\d\d-\d\dT[\d-]+Z_[0-9a-f-]{36}\.jsonl$/);
		expect(manager.newSession()).toMatch(/Z_[0-9a-f-]{36}\.jsonl$/);
	});
});
