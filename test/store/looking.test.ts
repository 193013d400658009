import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
	existingRealPath,
	lookAt,
	lookAtSync,
	namesIn,
	namesInSync,
	realPath,
} from "../../src/store/looking.js";
import { temporaryDirectories } from "../support/temporary.js";

const directory = temporaryDirectories();

test("what is there is seen, a link as a link", async () => {
	const root = directory();
	mkdirSync(join(root, "d"));
	writeFileSync(join(root, "d", "f"), "12");
	symlinkSync("d", join(root, "l"));
	for (const look of [lookAt, lookAtSync]) {
		expect((await look(join(root, "d", "f")))?.size).toBe(2);
		expect((await look(join(root, "l")))?.isSymbolicLink()).toBe(true);
	}
	for (const names of [namesIn, namesInSync]) expect(await names(join(root, "l"))).toEqual(["f"]);
	expect(existingRealPath(join(root, "l"))).toBe(join(root, "d"));
	expect(realPath(join(root, "l", "f"))).toBe(join(root, "d", "f"));
});

test("what is missing, dangling or no directory is nothing", async () => {
	const root = directory();
	writeFileSync(join(root, "f"), "");
	symlinkSync("gone", join(root, "dangling"));
	for (const look of [lookAt, lookAtSync]) {
		expect(await look(join(root, "gone"))).toBeUndefined();
		expect(await look(join(root, "f", "below"))).toBeUndefined();
	}
	for (const names of [namesIn, namesInSync]) {
		expect(await names(join(root, "gone"))).toEqual([]);
		expect(await names(join(root, "f"))).toEqual([]);
	}
	expect(existingRealPath(join(root, "dangling"))).toBeUndefined();
	expect(realPath(join(root, "dangling"))).toBe(join(root, "dangling"));
});
