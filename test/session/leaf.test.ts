import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { setLabel } from "../../src/session/annotations.js";
import { buildSessionContext } from "../../src/session/context.js";
import type { SessionDeps } from "../../src/session/deps.js";
import { lastSwitch, switchLeaf } from "../../src/session/leaf.js";
import { readSessionSync } from "../../src/session/session.js";
import { leafPosition } from "../../src/session/tree-rows.js";
import { assistant, at, entry, header, lines, user } from "../support/entries.js";
import { realSessions } from "../support/stores.js";
import { temporaryDirectory } from "../support/temporary.js";

const root = temporaryDirectory();
let count = 0;

const edit = entry("message", "a2", "u2", {
	message: {
		role: "assistant",
		content: [{ type: "toolCall", id: "c", name: "edit", arguments: { path: "x.ts" } }],
	},
});

function file(...records: object[]): string {
	const path = join(root, `${count++}.jsonl`);
	writeFileSync(path, lines(header(), ...records));
	return path;
}

const branched = () => file(user("u1", null), assistant("a1", "u1"), user("u2", "a1"), edit);

let id = 0;
const deps: SessionDeps = { now: () => Date.parse(at(9)), newEntryId: () => `new${id++}` };

const lastLine = (path: string) => JSON.parse(readFileSync(path, "utf8").trimEnd().split("\n").at(-1)!);
const position = (path: string) => leafPosition(readSessionSync(path).tree)?.entry.id ?? null;

describe("switching the leaf", () => {
	it("appends one inert entry below the new leaf that names the old one", async () => {
		const path = branched();
		const before = readFileSync(path);
		const { entries, session } = await switchLeaf(path, { leafId: "a1" }, deps);
		const after = readFileSync(path);
		expect(after.subarray(0, before.length).equals(before)).toBe(true);
		expect(lastLine(path)).toEqual({
			type: "custom",
			id: expect.stringMatching(/^new/),
			parentId: "a1",
			timestamp: at(9),
			customType: "prime-sessions.leaf",
			data: { from: "a2" },
		});
		expect(entries).toEqual([lastLine(path)]);
		expect(session.tree.leaf?.entry).toEqual(lastLine(path));
		expect(position(path)).toBe("a1");
	});

	it("goes before the first entry, and back", async () => {
		const path = branched();
		await switchLeaf(path, { leafId: null }, deps);
		expect(lastLine(path)).toMatchObject({ parentId: null, data: { from: "a2" } });
		expect(position(path)).toBe(null);
		expect(buildSessionContext(readSessionSync(path).entries).messages).toEqual([]);
		await switchLeaf(path, { leafId: "u2" }, deps);
		expect(lastLine(path)).toMatchObject({ parentId: "u2", data: { from: null } });
	});

	it("writes nothing where the session is already", async () => {
		const path = branched();
		await switchLeaf(path, { leafId: "a1" }, deps);
		const before = readFileSync(path);
		for (const leafId of ["a1", lastLine(path).id]) {
			expect((await switchLeaf(path, { leafId }, deps)).entries).toEqual([]);
		}
		expect(readFileSync(path).equals(before)).toBe(true);
	});

	it("hangs several switches onto entries of the conversation, not onto each other", async () => {
		const path = branched();
		await switchLeaf(path, { leafId: "u1" }, deps);
		const first = lastLine(path).id;
		await switchLeaf(path, { leafId: "a2" }, deps);
		await switchLeaf(path, { leafId: first }, deps);
		expect(lastLine(path)).toMatchObject({ parentId: "u1", data: { from: "a2" } });
	});

	it("appends the summary of the branch that is left, with its files", async () => {
		const path = branched();
		await switchLeaf(path, { leafId: "a1", summary: { text: "tried x" } }, deps);
		expect(lastLine(path)).toEqual({
			type: "branch_summary",
			id: expect.any(String),
			parentId: "a1",
			timestamp: at(9),
			fromId: "a2",
			summary: "tried x",
			details: { readFiles: [], modifiedFiles: ["x.ts"] },
		});
		await switchLeaf(
			path,
			{ leafId: null, summary: { text: "all", details: { a: 1 }, fromHook: true } },
			deps,
		);
		expect(lastLine(path)).toMatchObject({ parentId: null, details: { a: 1 }, fromHook: true });
		const alone = file(
			entry("custom", "s", null, { customType: "prime-sessions.leaf", data: { from: null } }),
			user("u", null),
		);
		await switchLeaf(alone, { leafId: "u", from: null, summary: { text: "nothing" } }, deps);
		expect(lastLine(alone)).toMatchObject({ fromId: "root" });
	});

	it("refuses what is not there, a summary that says nothing, and a newer version", async () => {
		const path = branched();
		const before = readFileSync(path);
		await expect(switchLeaf(path, { leafId: "zz" }, deps)).rejects.toMatchObject({ code: "no-such-entry" });
		await expect(switchLeaf(path, { leafId: "a1", from: "zz" }, deps)).rejects.toMatchObject({
			code: "no-such-entry",
		});
		expect(() => switchLeaf(path, { leafId: "a1", summary: { text: " \n" } }, deps)).toThrow(RangeError);
		expect(readFileSync(path).equals(before)).toBe(true);
		const newer = join(root, "newer.jsonl");
		writeFileSync(newer, lines(header({ version: 4 }), user("u1", null), user("u2", "u1")));
		await expect(switchLeaf(newer, { leafId: "u1" }, deps)).rejects.toMatchObject({ code: "newer-version" });
	});

	it("leaves what another appended meanwhile, and names it as the leaf that was left", async () => {
		const path = branched();
		let grew = false;
		const growing: SessionDeps = {
			...deps,
			newEntryId: () => {
				if (!grew) writeFileSync(path, lines(user("u3", "a2")), { flag: "a" });
				grew = true;
				return `grown${id++}`;
			},
		};
		await switchLeaf(path, { leafId: "a1" }, growing);
		expect(lastLine(path)).toMatchObject({ parentId: "a1", data: { from: "u3" } });
	});

	it.each(realSessions.map((path) => [basename(path), path]))(
		"keeps every byte of %s",
		async (_name, real) => {
			const path = join(root, `${count++}.jsonl`);
			copyFileSync(real, path);
			const before = readFileSync(path);
			const { tree } = readSessionSync(path);
			const target = tree.nodes[Math.floor(tree.nodes.length / 3)]!.entry.id;
			await switchLeaf(path, { leafId: target }, deps);
			await switchLeaf(path, { leafId: null, summary: { text: "left\u2028it" } }, deps);
			const after = readFileSync(path);
			expect(after.subarray(0, before.length).equals(before)).toBe(true);
			expect(after.subarray(before.length).toString().trimEnd().split("\n").length).toBeLessThanOrEqual(3);
			const { problems, tree: now } = readSessionSync(path);
			expect(problems).toEqual(readSessionSync(real).problems);
			expect(now.leaf?.entry).toMatchObject({ type: "branch_summary", parentId: null });
		},
	);
});

describe("the last switch", () => {
	const last = (path: string) => lastSwitch(readSessionSync(path));

	it("tells where it came from, so that it can be undone", async () => {
		const path = branched();
		expect(last(path)).toBeUndefined();
		await switchLeaf(path, { leafId: "a1" }, deps);
		expect(last(path)).toEqual({ entryId: lastLine(path).id, from: "a2", to: "a1" });
		await switchLeaf(path, { leafId: null, summary: { text: "s" } }, deps);
		expect(last(path)).toMatchObject({ from: "a1", to: null });
	});

	it("is the one before, once one was undone", async () => {
		const path = branched();
		await switchLeaf(path, { leafId: "a1" }, deps);
		await setLabel(path, "u1", "start", deps);
		await switchLeaf(path, { leafId: null, summary: { text: "s" } }, deps);
		await switchLeaf(path, { leafId: "u2" }, deps);
		const places: (string | null)[] = [];
		for (let kept = last(path); kept !== undefined; kept = last(path)) {
			await switchLeaf(path, { leafId: kept.from }, deps);
			places.push(kept.to);
		}
		expect(places).toEqual(["u2", null, "a1"]);
		expect(position(path)).toBe("a2");
		await switchLeaf(path, { leafId: "u1" }, deps);
		expect(last(path)).toMatchObject({ from: "a2", to: "u1" });
	});

	it("is still known after labels and names, and not after the conversation went on", async () => {
		const path = branched();
		await switchLeaf(path, { leafId: "a1" }, deps);
		await setLabel(path, "u1", "start", deps);
		expect(last(path)).toMatchObject({ from: "a2" });
		const { id: leaf } = lastLine(path);
		writeFileSync(path, lines(user("u9", leaf)), { flag: "a" });
		expect(last(path)).toBeUndefined();
	});

	it("is not taken from summaries of agents that wrote the new parent in its place", () => {
		const summary = (parentId: string | null, fromId: unknown) =>
			last(
				file(
					user("u1", null),
					user("u2", "u1"),
					entry("branch_summary", "b", parentId, { summary: "s", fromId }),
				),
			);
		expect(summary("u1", "u1")).toBeUndefined();
		expect(summary(null, "root")).toBeUndefined();
		expect(summary("u1", "gone")).toBeUndefined();
		expect(summary("u1", 7)).toBeUndefined();
		expect(summary("u1", "root")).toMatchObject({ from: null, to: "u1" });
		for (const path of realSessions) expect(last(path)).toBeUndefined();
	});
});
