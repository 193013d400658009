import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readJsonFile, readTextFile, readTextFileAsync } from "../../src/session/text-file.js";
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

test("a file of JSON is its value, or why there is none", () => {
	const read = (content: string) => {
		const path = join(directory, "file.json");
		writeFileSync(path, content);
		return readJsonFile(path);
	};
	expect(read("\uFEFF null\n")).toEqual({ kind: "value", value: null });
	expect(read('{"a":[1]}')).toEqual({ kind: "value", value: { a: [1] } });
	for (const content of ["", "{", "undefined"]) expect(read(content)).toEqual({ kind: "not-json" });
	expect(readJsonFile(join(directory, "missing.json"))).toEqual({ kind: "missing" });
	expect(readJsonFile(join(directory, "file.json", "below.json"))).toEqual({ kind: "missing" });
	expect(readJsonFile(directory)).toEqual({ kind: "unreadable", code: "not a regular file" });
});
