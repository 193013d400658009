import { linkSync, mkdirSync, mkdtempSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findDuplicates } from "../../../src/store/prune/duplicates.js";
import { temporaryDirectory } from "../../support/temporary.js";

const root = temporaryDirectory();

function files(contents: { [name: string]: string }) {
	const dir = mkdtempSync(join(root, "d-"));
	for (const [name, content] of Object.entries(contents)) writeFileSync(join(dir, name), content);
	const find = async (names: readonly string[] = Object.keys(contents), id = (_: string) => "x") => {
		const found = await findDuplicates(names.map((name) => ({ id: id(name), path: join(dir, name) })));
		return Object.fromEntries(
			[...found].map(([path, kept]) => [path.slice(dir.length + 1), kept.slice(dir.length + 1)]),
		);
	};
	return { dir, find };
}

test("of one id, what another begins with is its duplicate; the longest is kept", async () => {
	const { find } = files({ long: "abcdef", short: "abc", other: "abd", longest: "abdefgh" });
	expect(await find()).toEqual({ short: "long", other: "longest" });
	expect(await find(undefined, (name) => name)).toEqual({});
});

test("beyond one chunk, every byte counts", async () => {
	const text = "x".repeat(300 * 1024);
	const { find } = files({ a: `${text}yz`, b: `${text}y`, c: `${text}z`, d: `${text.slice(1)}w` });
	expect(await find()).toEqual({ b: "a" });
});

test("of equal bytes, the one changed last is kept, else the first by path", async () => {
	const { dir, find } = files({ a: "abc", b: "abc", c: "abc" });
	for (const name of ["a", "b", "c"]) utimesSync(join(dir, name), 1000, name === "b" ? 2000 : 1000);
	expect(await find()).toEqual({ a: "b", c: "b" });
	utimesSync(join(dir, "b"), 1000, 1000);
	expect(await find()).toEqual({ b: "a", c: "a" });
});

test("a link, another name of one file, a directory or a missing file is no copy", async () => {
	const { dir, find } = files({ a: "abc" });
	symlinkSync(join(dir, "a"), join(dir, "0-link"));
	linkSync(join(dir, "a"), join(dir, "0-name"));
	mkdirSync(join(dir, "0-directory"));
	expect(await find(["a", "0-link", "0-name", "0-directory", "0-missing"])).toEqual({});
});
