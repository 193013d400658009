import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTextFile, readTextFileAsync } from "../../src/session/text-file.js";
import { temporaryDirectory } from "../support/temporary.js";

const directory = temporaryDirectory();

test("text is read without its byte order mark", async () => {
	const path = join(directory, "text.json");
	writeFileSync(path, "\uFEFF{} ü\n");
	expect(readTextFile(path)).toBe("{} ü\n");
	expect(await readTextFileAsync(path)).toBe("{} ü\n");
});

test.each(["directory", "fifo"])("a %s is refused at once", async (kind) => {
	const path = join(directory, kind);
	if (kind === "directory") mkdirSync(path);
	else execFileSync("mkfifo", [path]);
	const refusal = expect.objectContaining({ code: "not a regular file" });
	expect(() => readTextFile(path)).toThrow(refusal);
	await expect(readTextFileAsync(path)).rejects.toThrow(refusal);
});

test("a missing file is the system's error", async () => {
	const path = join(directory, "missing.json");
	expect(() => readTextFile(path)).toThrow(expect.objectContaining({ code: "ENOENT" }));
	await expect(readTextFileAsync(path)).rejects.toThrow(expect.objectContaining({ code: "ENOENT" }));
});
