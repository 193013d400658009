import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { lookAt, namesIn, realPath } from "../../src/store/looking.js";

function directory(): string {
	const path = realpathSync(mkdtempSync(join(tmpdir(), "prime-sessions-looking-")));
	onTestFinished(() => rmSync(path, { recursive: true }));
	return path;
}

test("what is there is seen, a link as a link", async () => {
	const root = directory();
	mkdirSync(join(root, "d"));
	writeFileSync(join(root, "d", "f"), "12");
	symlinkSync("d", join(root, "l"));
	expect((await lookAt(join(root, "d", "f")))?.size).toBe(2);
	expect((await lookAt(join(root, "l")))?.isSymbolicLink()).toBe(true);
	expect(await namesIn(join(root, "l"))).toEqual(["f"]);
	expect(realPath(join(root, "l", "f"))).toBe(join(root, "d", "f"));
});

test("what is missing, dangling or no directory is nothing", async () => {
	const root = directory();
	writeFileSync(join(root, "f"), "");
	symlinkSync("gone", join(root, "dangling"));
	expect(await lookAt(join(root, "gone"))).toBeUndefined();
	expect(await lookAt(join(root, "f", "below"))).toBeUndefined();
	expect(await namesIn(join(root, "gone"))).toEqual([]);
	expect(await namesIn(join(root, "f"))).toEqual([]);
	expect(realPath(join(root, "dangling"))).toBe(join(root, "dangling"));
});
