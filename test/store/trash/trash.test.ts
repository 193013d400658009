import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { setSessionName } from "../../../src/session/annotations.js";
import { moveToTrash, trashFile, trashLimit, withTrash } from "../../../src/store/trash/trash.js";
import { header } from "../../support/entries.js";
import { systemError } from "../../support/faulty-fs.js";
import { temporaryDirectories } from "../../support/temporary.js";

const newDirectory = temporaryDirectories();
/** The tests have a trash of their own: see vitest.config.ts. */
const trashDir = join(process.env.XDG_DATA_HOME ?? "", "Trash");
let dir: string;

beforeEach(() => {
	dir = newDirectory();
});

function file(name: string, content = name): string {
	const path = join(dir, name);
	writeFileSync(path, content);
	return path;
}

/** The original paths of what is in the trash, as its notes say. */
function trashedPaths(): string[] {
	return readdirSync(join(trashDir, "info")).flatMap((name) => {
		const note = readFileSync(join(trashDir, "info", name), "utf8");
		const path = /^Path=(.*)$/m.exec(note)?.[1];
		return path === undefined ? [] : [decodeURI(path)];
	});
}

describe("the system's trash", () => {
	it("takes files whose names are patterns, and leaves their neighbours", async () => {
		const odd = [
			"a[1].jsonl",
			"s*.jsonl",
			"{x}.jsonl",
			"!x.jsonl",
			"-rf.jsonl",
			"new\nline.jsonl",
			"日本👩‍💻.jsonl",
		];
		const long = `${"n".repeat(249)}.jsonl`;
		const neighbours = ["a1.jsonl", "s1.jsonl", "x.jsonl"];
		const paths = [...odd, long].map((name) => file(name));
		for (const name of neighbours) file(name);
		expect(await moveToTrash(paths)).toMatchObject(paths.map((path) => ({ path, kind: "trashed" })));
		expect(readdirSync(dir).sort()).toEqual(neighbours);
		expect(trashedPaths()).toEqual(expect.arrayContaining(paths));
	});

	it("takes a directory whole, and a link without what it points at", async () => {
		mkdirSync(join(dir, "artifacts"));
		file("artifacts/one");
		const target = file("target");
		const link = join(dir, "link");
		symlinkSync(target, link);
		const dangling = join(dir, "dangling");
		symlinkSync(join(dir, "nowhere"), dangling);
		await moveToTrash([join(dir, "artifacts"), link, dangling]);
		expect(readdirSync(dir)).toEqual(["target"]);
	});

	it("answers for each path, also for what is not there", async () => {
		const there = file("there");
		const missing = join(dir, "missing");
		expect(await moveToTrash([missing, there, join(there, "below")])).toMatchObject([
			{ path: missing, kind: "missing" },
			{ path: there, kind: "trashed" },
			{ path: join(there, "below"), kind: "missing" },
		]);
	});

	it.skipIf(process.getuid?.() === 0)("says why a file in a read-only directory stays", async () => {
		const path = file("kept");
		chmodSync(dir, 0o500);
		expect(await moveToTrash([path])).toEqual([
			{ path, kind: "failed", reason: "not moved to the trash: permission denied" },
		]);
		chmodSync(dir, 0o700);
		expect(existsSync(path)).toBe(true);
	});
});

describe("a trash that cannot be trusted", () => {
	it("that does nothing and is content is found out", async () => {
		const path = file("kept");
		expect(await moveToTrash([path], async () => undefined)).toEqual([
			{ path, kind: "failed", reason: "the trash did not take it" },
		]);
	});

	it("that fails for one file does not hide what became of the others", async () => {
		const [first, bad, last] = [file("first"), file("bad"), file("last")];
		const results = await moveToTrash([first, bad, last], async (path) => {
			if (path === bad) throw systemError("EROFS");
			rmSync(path);
		});
		expect(results.map(({ kind }) => kind)).toEqual(["trashed", "failed", "trashed"]);
		expect(results[1]).toMatchObject({
			reason: "not moved to the trash: the file system is read-only",
		});
	});

	it("that fails after it moved the file has moved it", async () => {
		const path = file("moved");
		const results = await moveToTrash([path], async () => {
			rmSync(path);
			throw new Error("the note could not be written");
		});
		expect(results).toEqual([{ path, kind: "trashed" }]);
	});
});

describe("a trash that does not answer", () => {
	const never = () => new Promise<never>(() => undefined);

	it("is waited for no longer than the limit, and the file stays", async () => {
		const path = file("kept");
		expect(await moveToTrash([path], never, { limit: () => 1 })).toEqual([
			{ path, kind: "failed", reason: "the trash did not answer", silent: true },
		]);
		expect(existsSync(path)).toBe(true);
	});

	it("is hardly waited for once the user has stopped it", async () => {
		const stop = new AbortController();
		const moving = moveToTrash([file("kept")], never, {
			limit: ({ stopped }) => (stopped ? 1 : 1_000_000),
			signal: stop.signal,
		});
		stop.abort();
		expect(await moving).toMatchObject([{ kind: "failed", silent: true }]);
		expect(
			await moveToTrash([file("too")], never, {
				limit: ({ stopped }) => (stopped ? 1 : 1_000_000),
				signal: stop.signal,
			}),
		).toMatchObject([{ kind: "failed", silent: true }]);
	});

	it("but took the file has taken it", async () => {
		const path = file("taken");
		const results = await moveToTrash(
			[path],
			(each) => {
				rmSync(each);
				return never();
			},
			{ limit: () => 1 },
		);
		expect(results).toEqual([{ path, kind: "trashed" }]);
	});

	it("and fails long after harms nobody", async () => {
		let fail: (reason: Error) => void = () => undefined;
		const late = new Promise<never>((_, reject) => {
			fail = reject;
		});
		await moveToTrash([file("kept")], () => late, { limit: () => 1 });
		fail(new Error("too late"));
		await expect(late).rejects.toThrow("too late");
	});

	it("has the longer the more there is to take", () => {
		expect(trashLimit({ bytes: 0, stopped: false })).toBe(30_000);
		expect(trashLimit({ bytes: 5_000_000_000, stopped: false })).toBeGreaterThan(1_000_000);
		expect(trashLimit({ bytes: 0, stopped: true })).toBe(2_000);
	});
});

describe("a file that another process takes first", () => {
	it("is missing, not in the trash of whoever came second", async () => {
		const path = file("raced");
		const results = await moveToTrash([path], async () => {
			rmSync(path);
			throw systemError("ENOENT");
		});
		expect(results).toEqual([{ path, kind: "missing" }]);
	});
});

describe("the originals of files that are rewritten", () => {
	it("go to the trash", async () => {
		const old = `${JSON.stringify(header({ version: 2 }))}\n`;
		const path = file("old.jsonl", old);
		await setSessionName(path, "n", withTrash);
		expect(readdirSync(dir)).toEqual(["old.jsonl"]);
		expect(trashedPaths()).toContain(`${path}.v2.bak`);
	});

	it("that are gone already are no failure", async () => {
		await expect(trashFile(join(dir, "missing"))).resolves.toBeUndefined();
	});
});
