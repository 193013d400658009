import { expect, it } from "vitest";
import { branchFiles } from "../../src/session/branch-files.js";
import { readSessionSync } from "../../src/session/session.js";
import { entry } from "../support/entries.js";
import { realSessions } from "../support/stores.js";

const call = (name: string, input: unknown) =>
	entry("message", "m", null, {
		message: { role: "assistant", content: [{ type: "toolCall", id: "c", name, arguments: input }] },
	});

it("tells what was read from what was changed, sorted, each once", () => {
	const files = branchFiles([
		call("read", { path: "b.ts" }),
		call("read", { path: "a.ts", offset: 3 }),
		call("read", { path: "a.ts" }),
		call("write", { path: "new.ts", content: "x" }),
		call("edit", { path: "b.ts", edits: [{ oldText: "a", newText: "b" }] }),
	]);
	expect(files).toEqual({ readFiles: ["a.ts"], modifiedFiles: ["b.ts", "new.ts"] });
});

it("knows the shapes in which several changes are made at once, and other spellings of a path", () => {
	const files = branchFiles([
		call("multiEdit", { edits: [{ path: "a.ts" }, { file_path: "b.ts" }, { filePath: "c.ts" }] }),
		call("edit", { files: [{ path: "d.ts" }] }),
		call("Write", { file_path: "e.ts" }),
	]);
	expect(files.modifiedFiles).toEqual(["a.ts", "b.ts", "c.ts", "d.ts", "e.ts"]);
});

it("takes in what nested summaries name, and not what an extension keeps there", () => {
	const details = { readFiles: ["r.ts", "m.ts"], modifiedFiles: ["w.ts"] };
	const files = branchFiles([
		entry("branch_summary", "b", null, { summary: "s", details }),
		entry("compaction", "c", null, {
			summary: "s",
			details: { readFiles: ["k.ts"], modifiedFiles: ["m.ts"] },
		}),
		entry("compaction", "h", null, { fromHook: true, details: { readFiles: ["hook.ts"] } }),
	]);
	expect(files).toEqual({ readFiles: ["k.ts", "r.ts"], modifiedFiles: ["m.ts", "w.ts"] });
});

it("takes nothing from other tools, other roles, or fields of other shapes", () => {
	const strange = [
		call("ipython", { code: "open('a.ts')", path: "a.ts" }),
		call("bash", { command: "cat a.ts" }),
		call("read", { path: 7 }),
		call("read", { path: "" }),
		call("edit", null),
		call("edit", { edits: "x", files: [null, 1] }),
		entry("branch_summary", "b", null, { details: { readFiles: "x", modifiedFiles: [1, null] } }),
		entry("compaction", "c", null, { details: null }),
		entry("message", "m", null, {
			message: { role: "user", content: [{ type: "toolCall", name: "read", arguments: { path: "a" } }] },
		}),
		entry("message", "n", null, { message: null }),
	];
	expect(branchFiles(strange)).toEqual({ readFiles: [], modifiedFiles: [] });
});

it("finds what the agents found in the branches they summed up", () => {
	let seen = 0;
	for (const path of realSessions) {
		const { tree } = readSessionSync(path);
		for (const { entry: item } of tree.nodes) {
			if (item.type !== "branch_summary" && item.type !== "compaction") continue;
			expect(branchFiles([item])).toEqual(item.details ?? { readFiles: [], modifiedFiles: [] });
			seen++;
		}
	}
	expect(seen).toBe(17);
});
