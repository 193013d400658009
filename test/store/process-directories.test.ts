import { expect, test } from "vitest";
import { homeDirectory, workingDirectory } from "../../src/store/process-directories.js";

function missing(): never {
	throw Object.assign(new Error("ENOENT: uv_cwd"), { code: "ENOENT" });
}

test.each([
	["/home/me", "/home/other", "/home/me"],
	["", "/home/other", "/home/other"],
	["here/there", "/home/other", "/home/other"],
	["", "", "/"],
])("HOME %j and a user's entry %j make %s the home", (home, entry, expected) => {
	expect(homeDirectory({ home: () => home, userHome: () => entry, cwd: missing })).toBe(expected);
});

test("a user without a home and without an entry has the root", () => {
	expect(homeDirectory({ home: missing, userHome: missing, cwd: missing })).toBe("/");
});

test("a working directory that was deleted is the one the shell was in", () => {
	expect(workingDirectory({ PWD: "/gone" }, { cwd: missing })).toBe("/gone");
	expect(workingDirectory({ PWD: "gone" }, { cwd: missing })).toBe("/");
	expect(workingDirectory({}, { cwd: missing })).toBe("/");
	expect(workingDirectory({ PWD: "/elsewhere" }, { cwd: () => "/here" })).toBe("/here");
});

test("a fault of this program is none of the system's", () => {
	const broken = (): never => {
		throw new TypeError("broken");
	};
	expect(() => workingDirectory({}, { cwd: broken })).toThrow(TypeError);
});
