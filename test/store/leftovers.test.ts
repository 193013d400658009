import { mkdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resolveDeps } from "../../src/session/deps.js";
import { nodeFileSystem } from "../../src/session/file-system.js";
import { createFile } from "../../src/session/whole-file.js";
import { findLeftovers } from "../../src/store/leftovers.js";
import { copyBeside } from "../../src/store/place-file.js";
import { faultyFs } from "../support/faulty-fs.js";
import { temporaryDirectories } from "../support/temporary.js";

const newDirectory = temporaryDirectories();

test("what a killed write leaves is found, in the store and in its per-project directories", () => {
	const dir = newDirectory();
	const project = join(dir, "--p--");
	mkdirSync(project);
	const source = join(dir, "s.jsonl");
	writeFileSync(source, "x");
	const copy = copyBeside(source, project, nodeFileSystem);
	// A write that is cut short has no time to take its file away again.
	const cut = resolveDeps({ fs: faultyFs({ unlinkSync: () => undefined }) });
	createFile(join(dir, `${"n".repeat(60)}.jsonl`), ["y"], cut);
	const found = findLeftovers(dir);
	expect(found.map(({ path }) => path)).toEqual([copy, expect.stringMatching(/\.n{40}\.[0-9a-f]{8}\.tmp$/)]);
	expect(found[0]).toEqual({ path: copy, bytes: 1, changed: statSync(copy).ctimeMs });
});

test("nothing else is", () => {
	const dir = newDirectory();
	const names = [
		"a.jsonl",
		".a.tmp",
		".a.12345678.tmp.jsonl",
		"a.12345678.tmp",
		".a.1234567z.tmp",
		".12345678.tmp",
	];
	for (const name of names) writeFileSync(join(dir, name), "");
	mkdirSync(join(dir, ".dir.12345678.tmp"));
	symlinkSync(join(dir, "a.jsonl"), join(dir, ".link.12345678.tmp"));
	const elsewhere = newDirectory();
	writeFileSync(join(elsewhere, ".a.12345678.tmp"), "");
	symlinkSync(elsewhere, join(dir, "--linked--"));
	expect(findLeftovers(dir)).toEqual([]);
	expect(findLeftovers(join(dir, "gone"))).toEqual([]);
});

test("a time that was set is not the time it was written", () => {
	const dir = newDirectory();
	const path = join(dir, ".a.jsonl.12345678.tmp");
	writeFileSync(path, "");
	utimesSync(path, 1, 1);
	expect(findLeftovers(dir)[0]?.changed).toBeGreaterThan(1_000_000);
});
