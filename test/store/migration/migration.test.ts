import {
	cpSync,
	linkSync,
	mkdirSync,
	readdirSync,
	realpathSync,
	renameSync,
	rmSync,
	symlinkSync,
	unlinkSync,
	writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { type FileSystem, nodeFileSystem } from "../../../src/session/file-system.js";
import { leaseName, systemProcesses } from "../../../src/store/lease.js";
import {
	type Migration,
	type MigrationOptions,
	migrateStore,
} from "../../../src/store/migration/migration.js";
import { header, lines } from "../../support/entries.js";
import { faultyFs, systemError } from "../../support/faulty-fs.js";
import { type ProjectStore, projectStore, session } from "../../support/project-store.js";
import { sessionFiles, storesDir } from "../../support/stores.js";
import { temporaryDirectory } from "../../support/temporary.js";

const root = temporaryDirectory();
let store: ProjectStore;

beforeEach(() => {
	store = projectStore(root);
});

const migrate = (options: Partial<MigrationOptions> = {}, of = store) =>
	migrateStore({ location: of, trash: of.trash, ...options });
const flat = (name: string) => join(store.sessionDir, name);
const reasons = ({ skipped }: Migration) =>
	Object.fromEntries(skipped.map(({ path, reason }) => [basename(path), reason]));
const openInAgent = (path: string) => {
	const owner = { pid: process.pid, processStartId: systemProcesses.startId(process.pid), sessionPath: path };
	store.write(join("session-leases", leaseName(realpathSync(path)), "owner.json"), JSON.stringify(owner));
};

describe("sessions of per-project directories", () => {
	it("move into the store under their names, whatever those are, and the empty directories go", async () => {
		const names = [
			"--home-dev-web app--/a.jsonl",
			"--home-dev-日本語--/b b.jsonl",
			"--x--/c[1] {d} *.jsonl",
			"--x--/-e.jsonl",
			`--x--/${"n".repeat(249)}.jsonl`,
			"-----/f.jsonl",
		];
		for (const name of names) store.write(`sessions/${name}`, session(basename(name)));
		const { moved, removed, skipped, trashed } = await migrate();
		expect(Object.keys(store.content()).sort()).toEqual(
			["sessions", ...names.map((name) => `sessions/${basename(name)}`)].sort(),
		);
		expect(moved.map(({ from }) => from).sort()).toEqual(names.map(flat).sort());
		expect(removed).toHaveLength(4);
		expect({ skipped, trashed }).toEqual({ skipped: [], trashed: [] });
		expect(store.content()["sessions/a.jsonl"]).toBe(session("a.jsonl"));
	});

	it("never go over another: an equal one goes to the trash, one that differs gets the next free name", async () => {
		const others = {
			"sessions/a.jsonl": session("a"),
			"sessions/b.jsonl": session("b", "old"),
			"sessions/c.jsonl": session("c", "old"),
			"sessions/c-1.jsonl": session("c", "older"),
			"sessions/d.jsonl": session("d", "old"),
			"sessions/d-1.jsonl": session("d"),
		};
		for (const [name, text] of Object.entries(others)) store.write(name, text);
		for (const id of ["a", "b", "c", "d"]) store.write(`sessions/--p--/${id}.jsonl`, session(id));
		const before = store.allBytes();
		const { moved, trashed, skipped } = await migrate();
		expect(moved.map(({ to }) => basename(to))).toEqual(["b-1.jsonl", "c-2.jsonl"]);
		expect(trashed).toEqual([
			{ path: flat("--p--/a.jsonl"), same: flat("a.jsonl") },
			{ path: flat("--p--/d.jsonl"), same: flat("d-1.jsonl") },
		]);
		expect(store.content()).toMatchObject({
			...others,
			"sessions/b-1.jsonl": session("b"),
			"sessions/c-2.jsonl": session("c"),
		});
		expect(skipped).toEqual([]);
		expect(store.allBytes()).toEqual(before);
		expect(readdirSync(store.sessionDir)).not.toContain("--p--");
	});

	it("of one name and several projects all get a name", async () => {
		for (const project of ["--p--", "--q--", "--r--"])
			store.write(`sessions/${project}/s.jsonl`, session("s", project));
		const { moved } = await migrate();
		expect(moved.map(({ to }) => basename(to))).toEqual(["s.jsonl", "s-1.jsonl", "s-2.jsonl"]);
	});

	it("that are two names of one file end as one", async () => {
		const path = store.write("sessions/--p--/s.jsonl", session("s"));
		linkSync(path, flat("s.jsonl"));
		const { moved, trashed } = await migrate();
		expect(moved).toEqual([{ from: path, to: flat("s.jsonl") }]);
		expect(trashed).toEqual([]);
		expect(Object.keys(store.content())).toEqual(["sessions", "sessions/s.jsonl"]);
	});

	it("of the real pi all move, byte for byte", async () => {
		const real = sessionFiles(join(storesDir, "pi-1.6.0"));
		cpSync(join(storesDir, "pi-1.6.0", "sessions"), store.sessionDir, { recursive: true });
		const before = store.allBytes();
		const { moved, skipped } = await migrate();
		expect(moved).toHaveLength(real.length);
		expect(skipped).toEqual([]);
		expect(store.allBytes()).toEqual(before);
		expect(readdirSync(store.sessionDir).sort()).toEqual(real.map((path) => basename(path)).sort());
	});

	it("of a store behind a link move", async () => {
		store.write("sessions/--p--/s.jsonl", session("s"));
		const alias = join(store.agentDir, "alias");
		symlinkSync(store.sessionDir, alias);
		const { moved } = await migrate({ location: { sessionDir: alias, agentDir: store.agentDir } });
		expect(moved).toEqual([{ from: join(alias, "--p--/s.jsonl"), to: join(alias, "s.jsonl") }]);
		expect(store.content()["sessions/s.jsonl"]).toBe(session("s"));
	});
});

describe("what is not such a session", () => {
	it("stays where it is, and is reported", async () => {
		const outside = store.write("outside/real.jsonl", session("real"));
		store.write("sessions/--p--/good.jsonl", session("good"));
		const left = {
			"notes.txt": "mine",
			".DS_Store": "x",
			"empty.jsonl": "",
			"log.jsonl": "log\n",
			"headless.jsonl": session("x").split("\n").slice(1).join("\n"),
			"numbered.jsonl": lines(header({ id: 7 })),
			"sub/deep.jsonl": session("deep"),
			"s.jsonl.bak": session("bak"),
		};
		for (const [name, text] of Object.entries(left)) store.write(`sessions/--p--/${name}`, text);
		symlinkSync(outside, flat("--p--/link.jsonl"));
		symlinkSync("nowhere", flat("--p--/dangling.jsonl"));
		mkdirSync(flat("--p--/dir.jsonl"));
		const before = store.content();
		const result = await migrate();
		const { "sessions/--p--/good.jsonl": good, ...rest } = before;
		expect(store.content()).toEqual({ ...rest, "sessions/good.jsonl": good });
		expect(Object.keys(reasons(result)).sort()).toEqual(
			[...Object.keys(left), "link.jsonl", "dangling.jsonl", "dir.jsonl"]
				.map((name) => name.replace(/\/.*/, ""))
				.sort(),
		);
		expect(reasons(result)).toMatchObject({
			"notes.txt": "not a session file",
			"link.jsonl": "a symbolic link",
			"dangling.jsonl": "a symbolic link",
			"dir.jsonl": "a directory",
			"log.jsonl": expect.stringContaining("no session header"),
		});
		expect(result.skipped.every(({ kind }) => kind === "left")).toBe(true);
		expect(result.removed).toEqual([]);
	});

	it("nor in a directory of that kind is left alone", async () => {
		for (const name of ["plain", "--half", "half--", ".--hidden--x", "-p-"]) {
			store.write(`sessions/${name}/s.jsonl`, session(name));
		}
		store.write("elsewhere/s.jsonl", session("elsewhere"));
		symlinkSync(join(store.agentDir, "elsewhere"), flat("--link--"));
		store.write("sessions/--file--", "mine");
		mkdirSync(flat("--empty--"));
		const { "sessions/--empty--": _, ...before } = store.content();
		const result = await migrate();
		expect(store.content()).toEqual(before);
		expect(result.moved).toEqual([]);
		expect(result.removed).toEqual([flat("--empty--")]);
		expect(reasons(result)).toEqual({ "--link--": "a symbolic link", "--file--": "not a directory" });
	});

	it("but one of a version that is not known here yet is a session, and moves as it is", async () => {
		const text = lines(header({ version: 9 }));
		store.write("sessions/--p--/s.jsonl", text);
		await migrate();
		expect(store.content()["sessions/s.jsonl"]).toBe(text);
	});

	it("nothing at all is a store without per-project directories, or none", async () => {
		store.write("sessions/s.jsonl", session("s"));
		const before = store.content();
		const nothing = { moved: [], artifacts: [], trashed: [], removed: [], skipped: [] };
		expect(await migrate()).toEqual(nothing);
		expect(store.content()).toEqual(before);
		const missing = { sessionDir: join(store.agentDir, "missing"), agentDir: store.agentDir };
		expect(await migrate({ location: missing })).toEqual(nothing);
		expect(store.content()).toEqual(before);
	});
});

it("a session that an agent has open stays, and is reported as refused; its neighbours move", async () => {
	const open = store.write("sessions/--p--/open.jsonl", session("open"));
	store.write("sessions/session-artifacts/open/sub-0a1b2c3d/s.jsonl", session("sub"));
	store.write("sessions/--p--/other.jsonl", session("other"));
	openInAgent(open);
	const before = store.content();
	const result = await migrate();
	expect(result.skipped).toEqual([
		{ path: open, reason: `an agent has it open (process ${process.pid})`, kind: "refused" },
	]);
	const { "sessions/--p--/other.jsonl": other, ...rest } = before;
	expect(store.content()).toEqual({ ...rest, "sessions/other.jsonl": other });
});

describe("the files of sub-agents", () => {
	const sub = "sub-0a1b2c3d/s.jsonl";

	it("move along with their session", async () => {
		store.write("sessions/--p--/name.jsonl", session("the-id"));
		store.write(`sessions/session-artifacts/the-id/${sub}`, session("sub"));
		store.write("sessions/session-artifacts/the-id/notes/deep.txt", "mine");
		const { artifacts, skipped } = await migrate();
		expect(store.content()).toEqual({
			"session-artifacts": "/",
			"session-artifacts/the-id": "/",
			"session-artifacts/the-id/notes": "/",
			"session-artifacts/the-id/notes/deep.txt": "mine",
			"session-artifacts/the-id/sub-0a1b2c3d": "/",
			[`session-artifacts/the-id/${sub}`]: session("sub"),
			sessions: "/",
			"sessions/name.jsonl": session("the-id"),
		});
		expect(artifacts).toHaveLength(1);
		expect(skipped).toEqual([]);
	});

	it("join those that are there already, and what differs stays and is reported", async () => {
		store.write("sessions/--p--/s.jsonl", session("id"));
		store.write("session-artifacts/id/sub-00000001/s.jsonl", "theirs");
		store.write("session-artifacts/id/sub-00000002/s.jsonl", "equal");
		store.write("sessions/session-artifacts/id/sub-00000001/s.jsonl", "ours");
		store.write("sessions/session-artifacts/id/sub-00000002/s.jsonl", "equal");
		store.write("sessions/session-artifacts/id/sub-00000003/s.jsonl", "new");
		const result = await migrate();
		expect(store.content()).toMatchObject({
			"session-artifacts/id/sub-00000001/s.jsonl": "theirs",
			"session-artifacts/id/sub-00000002/s.jsonl": "equal",
			"session-artifacts/id/sub-00000003/s.jsonl": "new",
			"sessions/session-artifacts/id/sub-00000001/s.jsonl": "ours",
			"sessions/s.jsonl": session("id"),
		});
		expect(Object.keys(store.content())).not.toContain("sessions/session-artifacts/id/sub-00000002");
		expect(result.skipped).toMatchObject([
			{ path: join(store.sessionDir, "session-artifacts/id/sub-00000001/s.jsonl"), kind: "failed" },
		]);
	});

	it("are found by no id that leads elsewhere, and through no link", async () => {
		store.write("secret/s.txt", "mine");
		for (const [index, id] of ["../../secret", "..", ".", "a/b", "link"].entries()) {
			store.write(`sessions/--p--/${index}.jsonl`, session(id));
		}
		mkdirSync(flat("session-artifacts"));
		symlinkSync(join(store.agentDir, "secret"), flat("session-artifacts/link"));
		const { moved, artifacts } = await migrate();
		expect(moved).toHaveLength(5);
		expect(artifacts).toEqual([]);
		expect(store.content()).toMatchObject({
			"secret/s.txt": "mine",
			"sessions/session-artifacts/link": expect.any(String),
		});
	});
});

/** Stores with few names, so that they meet, and few contents, so that some are equal. */
const stores = fc.dictionary(
	fc
		.tuple(
			fc.constantFrom("", "--p--/", "--q--/", "plain/"),
			fc.constantFrom("a", "a-1", "b"),
			fc.constantFrom(".jsonl", ".txt"),
		)
		.map((parts) => parts.join("")),
	fc.constantFrom(session("x"), session("y"), session("x", "longer text"), "not a session\n", ""),
	{ maxKeys: 12 },
);

function filled(files: { [name: string]: string }): ProjectStore {
	const made = projectStore(root);
	for (const [name, text] of Object.entries(files)) made.write(`sessions/${name}`, text);
	return made;
}

describe("any store", () => {
	it("loses no byte, changes no flat file, and has nothing left to do the second time", async () => {
		await fc.assert(
			fc.asyncProperty(stores, async (files) => {
				const made = filled(files);
				const before = made.allBytes();
				await migrate({}, made);
				const after = made.content();
				expect(made.allBytes()).toEqual(before);
				for (const [name, text] of Object.entries(files)) {
					if (!name.startsWith("--")) expect(after[`sessions/${name}`]).toBe(text);
					else if (name.endsWith(".jsonl") && text.startsWith("{"))
						expect(after).not.toHaveProperty([`sessions/${name}`]);
					else expect(after[`sessions/${name}`]).toBe(text);
				}
				const again = await migrate({}, made);
				expect(again).toMatchObject({ moved: [], trashed: [], removed: [] });
				expect(made.content()).toEqual(after);
				rmSync(made.agentDir, { recursive: true });
			}),
			{ numRuns: 60 },
		);
	});

	it("is told beforehand what would be done, with nothing done", async () => {
		await fc.assert(
			fc.asyncProperty(stores, async (files) => {
				const made = filled(files);
				const before = made.content();
				const told = await migrate({ dryRun: true }, made);
				expect(made.content()).toEqual(before);
				expect(await migrate({}, made)).toEqual(told);
				rmSync(made.agentDir, { recursive: true });
			}),
			{ numRuns: 60 },
		);
	});
});

describe("migrations that meet", () => {
	it("move every session once", async () => {
		for (let i = 0; i < 40; i++) store.write(`sessions/--p${i % 4}--/s${i}.jsonl`, session(`s${i}`));
		const before = store.allBytes();
		const results = await Promise.all([migrate(), migrate(), migrate()]);
		expect(results.flatMap(({ moved }) => moved)).toHaveLength(40);
		expect(results.flatMap(({ skipped }) => skipped)).toEqual([]);
		expect(store.allBytes()).toEqual(before);
		expect(readdirSync(store.sessionDir)).toHaveLength(40);
	});

	it("with another that takes the name, or the file, at the last moment lose nothing", async () => {
		const path = store.write("sessions/--p--/s.jsonl", session("s"));
		const once = (act: () => void) => {
			let done = false;
			return () => {
				if (!done) act();
				done = true;
			};
		};
		const taking = once(() => writeFileSync(flat("s.jsonl"), "theirs", { flag: "wx" }));
		const fs = faultyFs({
			linkSync: (from, to) => {
				taking();
				nodeFileSystem.linkSync(from, to);
			},
		});
		await migrate({ fs });
		expect(store.content()).toMatchObject({
			"sessions/s.jsonl": "theirs",
			"sessions/s-1.jsonl": session("s"),
		});

		writeFileSync(join(store.agentDir, "new"), session("new"));
		store.write("sessions/--p--/s.jsonl", session("s", "again"));
		const replacing = once(() => renameSync(join(store.agentDir, "new"), path));
		const replaced = await migrate({
			fs: faultyFs({
				linkSync: (from, to) => {
					nodeFileSystem.linkSync(from, to);
					replacing();
				},
			}),
		});
		expect(replaced.skipped).toMatchObject([{ path, kind: "failed" }]);
		expect(store.content()).toMatchObject({ "sessions/--p--/s.jsonl": session("new") });

		const gone = once(() => unlinkSync(path));
		const { skipped } = await migrate({
			fs: faultyFs({
				linkSync: (from, to) => {
					nodeFileSystem.linkSync(from, to);
					gone();
				},
			}),
		});
		expect(skipped).toEqual([]);
		expect(Object.values(store.content())).toContain(session("new"));
	});
});

describe("a migration that goes wrong", () => {
	const calls = [
		"closeSync",
		"copyFileSync",
		"fsyncSync",
		"linkSync",
		"lstatSync",
		"mkdirSync",
		"openSync",
		"readSync",
		"readdirSync",
		"renameSync",
		"rmdirSync",
		"unlinkSync",
	] as const satisfies (keyof FileSystem)[];
	const files = {
		"a.jsonl": session("a", "other"),
		"b.jsonl": session("b"),
		"--p--/a.jsonl": session("a"),
		"--p--/b.jsonl": session("b"),
		"session-artifacts/a/sub-00000001/s.jsonl": session("sub"),
	};

	/** A disk that fails at call `n`; one of a process that died does nothing from there on. */
	function failing(n: number, dies: boolean, base: FileSystem): { fs: FileSystem; failed: () => boolean } {
		let count = 0;
		let failed = false;
		const replaced = calls.map((name) => {
			const call = base[name] as (...given: unknown[]) => unknown;
			const broken = (...given: unknown[]) => {
				const fails = dies ? count >= n : count === n;
				count++;
				if (!fails) return call(...given);
				failed = true;
				if (name === "closeSync") call(...given);
				throw systemError("EIO");
			};
			return [name, broken];
		});
		return { fs: faultyFs(Object.fromEntries(replaced)), failed: () => failed };
	}

	const noLinks = faultyFs({
		linkSync: () => {
			throw systemError("EPERM");
		},
	});

	it.each([
		["at any one call", false, nodeFileSystem],
		["at any call and all after it", true, nodeFileSystem],
		["at any one call, without links", false, noLinks],
		["at any call and all after it, without links", true, noLinks],
	] as const)("%s loses nothing, and the next one does the rest", async (_, dies, base) => {
		const done = filled(files);
		await migrate({}, done);
		const wanted = new Set(done.allBytes());
		for (let n = 0; ; n++) {
			const made = filled(files);
			const { fs, failed } = failing(n, dies, base);
			await migrate({ fs }, made).catch((error: unknown) => {
				if (!(error instanceof Error) || !error.message.includes("EIO")) throw error;
			});
			for (const bytes of wanted) expect(made.allBytes()).toContain(bytes);
			expect(made.content()["sessions/a.jsonl"]).toBe(files["a.jsonl"]);
			await migrate({}, made);
			const flatFiles = Object.entries(made.content()).filter(([path]) =>
				/^sessions\/[^/]*\.jsonl$/.test(path),
			);
			const found = new Set(flatFiles.map(([, bytes]) => bytes));
			// Without links a name is taken by an empty file first; a process that dies then leaves that.
			if (dies && base === noLinks) found.delete("");
			expect(found).toEqual(new Set([session("a"), session("a", "other"), session("b")]));
			expect(
				Object.keys(made.content()).filter((path) => path.includes("--p--/") && path.endsWith(".jsonl")),
			).toEqual([]);
			rmSync(made.agentDir, { recursive: true });
			if (!failed()) break;
			expect(n).toBeLessThan(300);
		}
	});

	it("for one file is reported, and the others move", async () => {
		store.write("sessions/--p--/a.jsonl", session("a"));
		store.write("sessions/--p--/b.jsonl", session("b"));
		const fs = faultyFs({
			linkSync: (from, to) => {
				if (String(from).endsWith("a.jsonl")) throw systemError("EACCES");
				nodeFileSystem.linkSync(from, to);
			},
		});
		const { moved, skipped } = await migrate({ fs });
		expect(moved).toHaveLength(1);
		expect(skipped).toEqual([
			{ path: flat("--p--/a.jsonl"), reason: "not changed: permission denied", kind: "failed" },
		]);
		expect(store.content()["sessions/--p--/a.jsonl"]).toBe(session("a"));
	});

	it("because the trash does not take a copy leaves the copy, and says so", async () => {
		store.write("sessions/a.jsonl", session("a"));
		store.write("sessions/--p--/a.jsonl", session("a"));
		const trash = () => Promise.reject(systemError("EROFS"));
		const { trashed, skipped } = await migrate({ trash });
		expect(trashed).toEqual([]);
		expect(skipped).toMatchObject([{ path: flat("--p--/a.jsonl"), kind: "failed" }]);
		expect(store.content()["sessions/--p--/a.jsonl"]).toBe(session("a"));
	});
});
