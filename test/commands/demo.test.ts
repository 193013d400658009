import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Demo, prepareDemo } from "../../src/commands/demo.js";
import { readSession } from "../../src/session/session.js";
import { transcript } from "../../src/session/transcript.js";
import { type Listing, listSessions } from "../../src/store/catalogue.js";
import { resolveStore } from "../../src/store/location.js";
import { Places } from "../../src/store/places.js";
import { countScopes } from "../../src/store/scope.js";
import { temporaryDirectory } from "../support/temporary.js";

const repository = new URL("../../", import.meta.url).pathname;
const samples = join(repository, "src", "demo");
const NOW = Date.UTC(2031, 10, 3, 4, 5, 6);
const MINUTE = 60_000;

/** The paths of all files below a directory, in order. */
const filesOf = (directory: string): string[] =>
	readdirSync(directory, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
		.sort();

let demo: Demo;
let listing: Listing;
beforeAll(async () => {
	demo = await prepareDemo(NOW, { temporary: temporaryDirectory() });
	listing = await listSessions({ location: demo });
});
afterAll(() => demo.cleanup());

describe("the samples", () => {
	it("are small, and show what there is to see", () => {
		for (const path of filesOf(samples)) expect(statSync(join(samples, path)).size).toBeLessThan(40_000);
		expect(listing.unreadable).toEqual([]);
		expect(listing.sessions.map((session) => session.name ?? session.firstMessage)).toEqual([
			"Refactor auth module",
			"try with retries instead",
			"Fix flaky login test in CI",
			"Audit the dependencies",
			expect.stringContaining("缓存失效の原因を調べる"),
			"Explain the build pipeline of this package to a new colleague, in one page.",
			"Übersetzungen prüfen 🌍 العربية",
			"Draft the release notes",
			"(no messages)",
			"Prototype a CSV importer that survives the files our customers send",
			"Add pagination to GET /users. Cursor, not offset.",
		]);
		const of = (name: string) => listing.sessions.find((session) => session.name?.startsWith(name));
		expect(of("Refactor")).toMatchObject({ branchCount: 3, labels: ["plan", "checkpoint-1"] });
		expect(of("Draft")?.state).toBe("archived");
		expect(listing.sessions.filter((session) => session.version === 1)).toHaveLength(1);
		expect(listing.sessions.filter((session) => session.problems.length > 0)).toHaveLength(1);
		expect(listing.sessions.filter((session) => session.parentSessionPath !== undefined)).toHaveLength(1);
		expect(new Set(listing.sessions.map((session) => session.model)).size).toBeGreaterThanOrEqual(5);
	});

	it("are whole: trees without faults, nothing unknown, every kind of block", async () => {
		const kinds = new Set<string>();
		const sessionFiles = filesOf(join(demo.agentDir)).filter((path) => path.endsWith(".jsonl"));
		expect(sessionFiles).toHaveLength(12);
		for (const path of sessionFiles) {
			const session = await readSession(join(demo.agentDir, path));
			expect(session.faults).toEqual([]);
			for (const block of transcript(session.tree.branch().map((node) => node.entry))) kinds.add(block.kind);
		}
		expect([...kinds].sort()).toEqual([
			"assistant",
			"bash",
			"branch-summary",
			"compaction",
			"custom",
			"image",
			"notice",
			"thinking",
			"tool",
			"user",
		]);
	});
});

describe("the copy", () => {
	it("looks recent", () => {
		const ages = listing.sessions.map((session) => (NOW - session.modified.getTime()) / MINUTE);
		expect(ages[0]).toBeGreaterThan(3);
		expect(ages[0]).toBeLessThan(6);
		expect(ages.every((age) => age > 0)).toBe(true);
		for (const session of listing.sessions) {
			const mtime = statSync(session.path).mtimeMs;
			expect(mtime).toBeLessThan(NOW);
			expect(mtime).toBeGreaterThanOrEqual(session.modified.getTime() - 1);
		}
		for (const path of filesOf(demo.agentDir)) {
			const text = readFileSync(join(demo.agentDir, path), "utf8");
			expect(text).not.toMatch(/"20(?:2\d|30)-|\/home\/demo/);
			if (path.endsWith(".jsonl"))
				expect(Number(/"timestamp":(\d{13})/.exec(text)?.[1] ?? NOW)).toBeGreaterThan(1.8e12);
		}
	});

	it("has its working directories, but for one", async () => {
		for (const { cwd } of listing.sessions)
			expect([cwd, existsSync(cwd)]).toEqual([cwd, !cwd.endsWith("old-importer")]);
		const counts = await countScopes(listing.sessions, demo.cwd, new Places());
		expect(counts.directory).toBeGreaterThan(3);
		expect(counts.repository).toBe(counts.directory + 2);
		expect(counts.all).toBe(11);
	});

	it("is a store of Prime Agent's that is not the user's own, private to the user", () => {
		const location = resolveStore({
			sessionDir: demo.sessionDir,
			agentDir: demo.agentDir,
			env: {},
			home: "/",
			cwd: "/",
		});
		expect(location).toMatchObject({ kind: "prime", isDefault: false });
		expect(statSync(demo.home).mode & 0o777).toBe(0o700);
		for (const path of filesOf(demo.home)) expect(statSync(join(demo.home, path)).mode & 0o077).toBe(0);
	});

	it("says what to do where no copy can be made", async () => {
		const failed = prepareDemo(NOW, { temporary: "/nowhere" });
		await expect(failed).rejects.toThrow("nothing can be written to /nowhere (ENOENT); set TMPDIR");
	});

	it("is removed, and only it", async () => {
		const temporary = temporaryDirectory();
		const before = filesOf(samples).map((path) => readFileSync(join(samples, path), "utf8"));
		const first = await prepareDemo(NOW, { temporary });
		const second = await prepareDemo(NOW, { temporary });
		await first.cleanup();
		await first.cleanup();
		expect(existsSync(first.home)).toBe(false);
		expect(existsSync(second.sessionDir)).toBe(true);
		await second.cleanup();
		expect(readdirSync(temporary)).toEqual([]);
		expect(filesOf(samples).map((path) => readFileSync(join(samples, path), "utf8"))).toEqual(before);
	});

	it("leaves nothing behind when it cannot be made", async () => {
		const temporary = temporaryDirectory();
		await expect(prepareDemo(NOW, { temporary, samples: join(temporary, "none") })).rejects.toThrow(/ENOENT/);
		expect(readdirSync(temporary)).toEqual([]);
	});
});

it("the build ships the samples", () => {
	expect(filesOf(join(repository, "dist", "demo"))).toEqual(filesOf(samples));
});
