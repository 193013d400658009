import {
	linkSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { type FileSystem, nodeFileSystem } from "../../src/session/file-system.js";
import { freeNames } from "../../src/store/free-names.js";
import { copyBeside, placeFile } from "../../src/store/place-file.js";
import { haveSameBytes } from "../../src/store/same-bytes.js";
import { faultyFs, systemError } from "../support/faulty-fs.js";
import { temporaryDirectory } from "../support/temporary.js";

const root = temporaryDirectory();
let count = 0;
let dir: string;
let source: string;

beforeEach(() => {
	dir = join(root, String(count++), "store");
	mkdirSync(dir, { recursive: true });
	source = join(dir, "..", "source");
	writeFileSync(source, "new", { mode: 0o640 });
});

const names = () => readdirSync(dir).sort();
const read = (name: string) => readFileSync(join(dir, name), "utf8");

/** A disk that cannot make a second name: of any file, or of one on another device. */
const withoutLinks = (code: string, only = (_: string) => true): FileSystem =>
	faultyFs({
		linkSync: (from, to) => {
			if (only(String(from))) throw systemError(code);
			nodeFileSystem.linkSync(from, to);
		},
	});

const disks: [string, () => FileSystem][] = [
	["links", () => nodeFileSystem],
	["another device", () => withoutLinks("EXDEV", (from) => from === source)],
	["a file system without links", () => withoutLinks("EPERM")],
];

describe.each(disks)("placing a file by %s", (_, disk) => {
	it("gives it its name, its bytes and its mode, and leaves nothing else behind", () => {
		expect(placeFile(source, dir, "a.jsonl", disk())).toEqual({ path: join(dir, "a.jsonl"), kind: "placed" });
		expect(names()).toEqual(["a.jsonl"]);
		expect(read("a.jsonl")).toBe("new");
		expect(statSync(join(dir, "a.jsonl")).mode & 0o777).toBe(0o640);
		expect(readFileSync(source, "utf8")).toBe("new");
	});

	it("never takes a name that is taken: by a file, a directory, a link to anything", () => {
		writeFileSync(join(dir, "a.jsonl"), "old");
		mkdirSync(join(dir, "a-1.jsonl"));
		symlinkSync("nowhere", join(dir, "a-2.jsonl"));
		symlinkSync("a.jsonl", join(dir, "a-3.jsonl"));
		expect(placeFile(source, dir, "a.jsonl", disk())).toMatchObject({ path: join(dir, "a-4.jsonl") });
		expect(read("a.jsonl")).toBe("old");
		expect(lstatSync(join(dir, "a-2.jsonl")).isSymbolicLink()).toBe(true);
		expect(names()).toHaveLength(5);
	});

	it("is content with equal bytes where that is wanted, through no link", () => {
		writeFileSync(join(dir, "real"), "new");
		symlinkSync("real", join(dir, "a.jsonl"));
		writeFileSync(join(dir, "a-1.jsonl"), "old");
		writeFileSync(join(dir, "a-2.jsonl"), "new");
		const placed = placeFile(source, dir, "a.jsonl", disk(), { unlessSame: true });
		expect(placed).toEqual({ path: join(dir, "a-2.jsonl"), kind: "same" });
		expect(names()).toHaveLength(4);
		expect(placeFile(source, dir, "a.jsonl", disk())).toMatchObject({ path: join(dir, "a-3.jsonl") });
	});

	it("loses to another that takes the name between two looks at it", () => {
		const fs = disk();
		let raced = false;
		const racing = faultyFs({
			...fs,
			linkSync: (from, to) => {
				if (!raced) writeFileSync(to, "theirs", { flag: "wx" });
				raced = true;
				fs.linkSync(from, to);
			},
		});
		const { path } = placeFile(source, dir, "a.jsonl", racing);
		expect(read("a.jsonl")).toBe("theirs");
		expect(readFileSync(path, "utf8")).toBe("new");
	});
});

describe("placing that fails", () => {
	it.each([
		["the copy", { copyFileSync: "ENOSPC" }],
		["flushing the copy", { fsyncSync: "EIO" }],
		["the last step", { renameSync: "EACCES" }],
	] as const)("at %s leaves no new name", (_, calls) => {
		const failing = Object.fromEntries(
			Object.entries(calls).map(([call, code]) => [
				call,
				() => {
					throw systemError(code);
				},
			]),
		);
		const fs = faultyFs({ ...withoutLinks("EPERM"), ...failing });
		expect(() => placeFile(source, dir, "a.jsonl", fs)).toThrow("injected");
		expect(names()).toEqual([]);
		expect(readFileSync(source, "utf8")).toBe("new");
	});

	it("at a copy that was begun removes it", () => {
		const fs = faultyFs({
			copyFileSync: (_, to) => {
				writeFileSync(to as string, "ne");
				throw systemError("ENOSPC");
			},
		});
		expect(() => copyBeside(source, dir, fs)).toThrow("ENOSPC");
		expect(names()).toEqual([]);
	});
});

it("copies are the owner's alone", () => {
	expect(statSync(copyBeside(source, dir, nodeFileSystem)).mode & 0o777).toBe(0o600);
});

it("compares files byte by byte, whatever their size, and no links", () => {
	const [a, b] = [join(dir, "a"), join(dir, "b")];
	for (const size of [0, 1, 262_143, 262_144, 262_145, 600_000]) {
		const bytes = Buffer.alloc(size, 7);
		writeFileSync(a, bytes);
		writeFileSync(b, bytes);
		expect(haveSameBytes(a, b, nodeFileSystem)).toBe(true);
		if (size === 0) continue;
		bytes[size - 1] = 8;
		writeFileSync(b, bytes);
		expect(haveSameBytes(a, b, nodeFileSystem)).toBe(false);
	}
	linkSync(a, join(dir, "c"));
	expect(haveSameBytes(a, join(dir, "c"), nodeFileSystem)).toBe(true);
	symlinkSync(a, join(dir, "d"));
	expect(haveSameBytes(a, join(dir, "d"), nodeFileSystem)).toBe(false);
});

it("the names that are tried are all different, begin with the file's own, and fit", () => {
	const first = (name: string, n: number) => {
		const tried = freeNames(name);
		return Array.from({ length: n }, () => tried.next().value);
	};
	expect(first("a.jsonl", 3)).toEqual(["a.jsonl", "a-1.jsonl", "a-2.jsonl"]);
	expect(first("a.b.jsonl", 2)[1]).toBe("a.b-1.jsonl");
	expect(first(".jsonl", 2)[1]).toBe(".jsonl-1");
	const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 80 }).map((stem) => `${stem}.jsonl`);
	fc.assert(
		fc.property(name, (text) => {
			const [own, ...others] = first(text, 12);
			expect(own).toBe(text);
			expect(new Set(others).size).toBe(11);
			for (const other of others) {
				expect(Buffer.byteLength(other)).toBeLessThanOrEqual(255);
				expect(other).toMatch(/-\d+\.jsonl$/);
				expect(Buffer.from(other).toString()).toBe(other);
			}
		}),
	);
});
