import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { Usage } from "../../src/session/entries.js";
import { newState, stateForWork, stateForWorkAsync, stateToView } from "../../src/session/manager-state.js";
import { ReadonlySessionManager } from "../../src/session/readonly-session-manager.js";
import { readSessionSync } from "../../src/session/session.js";
import { SessionManagerBase } from "../../src/session/session-manager.js";
import { assistant, at, entry, header, label, lines, user } from "../support/entries.js";
import { faultyFs, fullDisk, systemError } from "../support/faulty-fs.js";
import { temporaryDirectories } from "../support/temporary.js";

const newDirectory = temporaryDirectories();
let dir: string;
let path: string;
let id: number;
const deps = {
	now: () => Date.parse(at(9)),
	newEntryId: () => (id++).toString(16).padStart(8, "0"),
	newSessionId: () => "01a00000-0000-7000-8000-0000000000ff",
};
const create = () => new SessionManagerBase(newState("/w", dir, true, deps));
const inMemory = () => new SessionManagerBase(newState("/w", "", false, deps));
const open = (file = path) => new SessionManagerBase(stateForWork(file, undefined, undefined, deps));
const userMessage = { role: "user" as const, content: "hello", timestamp: 1 };
const answer = (assistant("x", null) as { message: object }).message as Parameters<
	SessionManagerBase["appendMessage"]
>[0];
const usage = (input: number): Usage => ({
	input,
	output: 0,
	cacheRead: 0,
	cacheWrite: 0,
	totalTokens: input,
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
});
const fileLines = (file: string) =>
	readFileSync(file, "utf8")
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line));
const good = lines(header(), user("a", null), assistant("b", "a"));

beforeEach(() => {
	id = 1;
	dir = newDirectory();
	path = join(dir, "s.jsonl");
});

describe("a new session", () => {
	it("is not on disk before its first answer, and whole from then on", () => {
		const manager = create();
		const file = manager.getSessionFile()!;
		expect(file).toBe(join(dir, "01a00000-0000-7000-8000-0000000000ff.jsonl"));
		manager.appendModelChange("lab", "m-1");
		manager.appendMessage(userMessage);
		expect(readdirSync(dir)).toEqual([]);
		manager.appendMessage(answer);
		expect(readdirSync(dir)).toEqual(["01a00000-0000-7000-8000-0000000000ff.jsonl"]);
		manager.appendMessage(userMessage);
		expect(fileLines(file)).toEqual([manager.getHeader(), ...manager.getEntries()]);
		expect(fileLines(file).map((line) => line.type)).toEqual([
			"session",
			"model_change",
			"message",
			"message",
			"message",
		]);
		expect(statSync(file).mode & 0o777).toBe(0o600);
	});

	it.each(["appendSessionInfo", "appendSessionState"] as const)("is on disk with %s", (method) => {
		const manager = create();
		manager.appendMessage(userMessage);
		manager[method]("named");
		expect(fileLines(manager.getSessionFile()!)).toHaveLength(3);
	});

	it("does not overwrite a file that has come into its place", () => {
		const manager = create();
		writeFileSync(manager.getSessionFile()!, "another");
		expect(() => manager.appendSessionInfo("n")).toThrow(expect.objectContaining({ code: "exists" }));
		expect(manager.getEntries()).toEqual([]);
		expect(readFileSync(manager.getSessionFile()!, "utf8")).toBe("another");
		expect(readdirSync(dir)).toHaveLength(1);
	});

	it("makes its directory, for its owner only", () => {
		const manager = new SessionManagerBase(newState("/w", join(dir, "new", "sessions"), true, deps));
		manager.appendSessionInfo("n");
		expect(statSync(join(dir, "new", "sessions")).mode & 0o777).toBe(0o700);
	});

	it("keeps its path when it was opened by a path without a file", () => {
		const manager = open(join(dir, "later.jsonl"));
		expect(manager.getEntries()).toEqual([]);
		manager.appendMessage(answer);
		expect(readdirSync(dir)).toEqual(["later.jsonl"]);
	});

	it("starts over with newSession, naming its parent", () => {
		const manager = create();
		manager.appendSessionInfo("n");
		const file = manager.newSession({ id: "mine", parentSession: "/p.jsonl" });
		expect(file).toBe(join(dir, "mine.jsonl"));
		expect(manager.getHeader()).toMatchObject({
			id: "mine",
			parentSession: "/p.jsonl",
			cwd: "/w",
			version: 3,
		});
		expect([manager.getLeafId(), manager.getEntries()]).toEqual([null, []]);
		expect(() => manager.newSession({ id: "../up" })).toThrow(RangeError);
	});

	it("is never on disk in memory", () => {
		const manager = inMemory();
		manager.appendMessage(answer);
		manager.appendSessionInfo("n");
		expect([manager.isPersisted(), manager.getSessionFile(), manager.getSessionDir()]).toEqual([
			false,
			undefined,
			"",
		]);
		expect(manager.newSession()).toBeUndefined();
	});
});

describe("appending", () => {
	it("writes every kind of entry with its own fields, each below the one before", () => {
		const manager = create();
		const a = manager.appendMessage(answer);
		manager.appendThinkingLevelChange("high");
		manager.appendServiceTierChange("priority");
		manager.appendModelChange("lab", "m-2");
		manager.appendCompaction("sum", a, 12, { readFiles: [] }, true, "focus");
		manager.appendCompaction("sum", a, 12);
		manager.appendCustomEntry("ext", { n: 1 });
		manager.appendCustomMessageEntry("ext", "text", true, { d: 1 });
		manager.appendChildUsageAttribution(a, usage(1), usage(2));
		manager.appendSessionInfo(" two\nlines ");
		manager.appendSessionState({ status: "archived" });
		manager.appendAgentStatus({ summary: "done" });
		manager.appendGitState({ commit: "c0" });
		manager.appendLabelChange(a, "mark");
		manager.appendLabelChange(a, undefined);
		const written = fileLines(manager.getSessionFile()!).slice(1);
		written.forEach((line, i) => {
			expect(line).toMatchObject({ id: (i + 1).toString(16).padStart(8, "0"), timestamp: at(9) });
			expect(line.parentId).toBe(i === 0 ? null : written[i - 1].id);
		});
		const fields = written.map(({ id: _, parentId: __, timestamp: ___, ...rest }) => rest);
		expect(fields).toEqual([
			{ type: "message", message: answer },
			{ type: "thinking_level_change", thinkingLevel: "high" },
			{ type: "service_tier_change", serviceTier: "priority" },
			{ type: "model_change", provider: "lab", modelId: "m-2" },
			{
				type: "compaction",
				summary: "sum",
				firstKeptEntryId: a,
				tokensBefore: 12,
				details: { readFiles: [] },
				fromHook: true,
				customInstructions: "focus",
			},
			{ type: "compaction", summary: "sum", firstKeptEntryId: a, tokensBefore: 12 },
			{ type: "custom", customType: "ext", data: { n: 1 } },
			{ type: "custom_message", customType: "ext", content: "text", display: true, details: { d: 1 } },
			{ type: "child_usage_attributed", targetId: a, childUsage: usage(1), aggregateUsage: usage(2) },
			{ type: "session_info", name: "two lines" },
			{ type: "session_state", state: { status: "archived" } },
			{ type: "agent_status", status: { summary: "done" } },
			{ type: "git_state", git: { commit: "c0" } },
			{ type: "label", targetId: a, label: "mark" },
			{ type: "label", targetId: a },
		]);
		expect(manager.getSessionName()).toBe("two lines");
		expect(open(manager.getSessionFile()).getEntries()).toEqual(manager.getEntries());
	});

	it("refuses what has no target or is no message, and writes nothing", () => {
		writeFileSync(path, good);
		const manager = open();
		for (const attempt of [
			() => manager.appendLabelChange("zz", "x"),
			() => manager.branch("zz"),
			() => manager.branchWithSummary("zz", "s"),
			() => manager.createBranchedSession("zz"),
			() => manager.appendChildUsageAttribution("zz", usage(1), usage(1)),
			() => manager.appendChildUsageAttribution("a", usage(1), usage(1)),
		]) {
			expect(attempt).toThrow(expect.objectContaining({ code: "no-such-entry" }));
		}
		expect(() => manager.appendMessage({ role: "branchSummary" } as never)).toThrow(TypeError);
		expect(() => manager.appendMessage(undefined as never)).toThrow(TypeError);
		expect(readFileSync(path, "utf8")).toBe(good);
		expect(manager.getLeafId()).toBe("b");
	});

	it("leaves memory as it is when the disk is full, and goes on afterwards", () => {
		writeFileSync(path, good);
		const fs = fullDisk(10, "short");
		const manager = new SessionManagerBase(stateForWork(path, undefined, undefined, { ...deps, fs }));
		expect(() => manager.appendMessage(userMessage)).toThrow(expect.objectContaining({ code: "unwritable" }));
		expect(() => manager.branchWithSummary("a", "s")).toThrow(
			expect.objectContaining({ code: "unwritable" }),
		);
		expect([manager.getLeafId(), manager.getEntries().length]).toEqual(["b", 2]);
		expect(readFileSync(path, "utf8")).toBe(good);
	});

	it("does not write to a file of a newer version", () => {
		writeFileSync(path, lines(header({ version: 4 }), user("a", null)));
		const manager = open();
		expect(() => manager.appendSessionInfo("n")).toThrow(expect.objectContaining({ code: "newer-version" }));
		expect(() => manager.createBranchedSession("a")).toThrow(
			expect.objectContaining({ code: "newer-version" }),
		);
		expect(readdirSync(dir)).toEqual(["s.jsonl"]);
	});

	it("keeps what others append, and its own place in the conversation", () => {
		writeFileSync(path, good);
		const manager = open();
		appendFileSync(path, lines(label("l", "b", "a", "theirs"), user("other", "a")));
		const mine = manager.appendMessage(userMessage);
		expect(manager.getEntry(mine)).toMatchObject({ parentId: "l" });
		expect(manager.getLabel("a")).toBe("theirs");
		expect(manager.getBranch().map((e) => e.id)).toEqual(["a", "b", "l", mine]);
		expect(readSessionSync(path).entries).toEqual(manager.getEntries());
	});

	it("goes on from the end when the file was rewritten without its leaf", () => {
		writeFileSync(path, good);
		const manager = open();
		writeFileSync(path, lines(header(), user("q", null)));
		const mine = manager.appendMessage(userMessage);
		expect(manager.getEntry(mine)).toMatchObject({ parentId: "q" });
		expect(manager.getEntries()).toHaveLength(2);
	});

	it("says that the file is gone, and does not make it again", () => {
		writeFileSync(path, good);
		const fs = faultyFs({
			realpathSync: (() => {
				throw systemError("ENOENT");
			}) as never,
		});
		const manager = new SessionManagerBase(stateForWork(path, undefined, undefined, { ...deps, fs }));
		expect(() => manager.appendSessionInfo("n")).toThrow(expect.objectContaining({ code: "not-found" }));
	});
});

describe("navigating", () => {
	const tree = lines(
		header(),
		user("a", null),
		assistant("b", "a"),
		user("d", "b", "second", 5),
		user("c", "b", "first", 4),
		label("l", "d", "c", "mark"),
	);

	it("finds entries, children, branches and the leaf", () => {
		writeFileSync(path, tree);
		const manager = open();
		expect(manager.getLeafId()).toBe("l");
		expect(manager.getLeafEntry()).toBe(manager.getEntry("l"));
		expect(manager.getEntry("zz")).toBeUndefined();
		expect(manager.getChildren("b").map((e) => e.id)).toEqual(["d", "c"]);
		expect(manager.getChildren("zz")).toEqual([]);
		expect(manager.getBranch().map((e) => e.id)).toEqual(["a", "b", "d", "l"]);
		expect(manager.getBranch("c").map((e) => e.id)).toEqual(["a", "b", "c"]);
		expect(manager.getBranch("zz")).toEqual([]);
		expect(manager.getCwd()).toBe("/w");
		expect(manager.getSessionDir()).toBe(dir);
		expect(manager.getSessionId()).toBe(header().id);
		const roots = manager.getTree();
		expect(roots).toMatchObject([{ entry: { id: "a" }, children: [{ children: [{}, {}] }] }]);
		expect(roots[0]!.children[0]!.children.map((node) => node.entry.id)).toEqual(["c", "d"]);
		expect(roots[0]!.children[0]!.children[0]).toMatchObject({ label: "mark", labelTimestamp: at(3) });
	});

	it("branches without writing, and the next entry is a child of the place", () => {
		writeFileSync(path, tree);
		const manager = open();
		manager.branch("a");
		expect(manager.getLeafId()).toBe("a");
		expect(manager.buildSessionContext().messages).toHaveLength(1);
		expect(readFileSync(path, "utf8")).toBe(tree);
		manager.appendMessage(userMessage);
		expect(manager.getLeafEntry()).toMatchObject({ parentId: "a" });
		manager.resetLeaf();
		expect([manager.getLeafId(), manager.getLeafEntry(), manager.getBranch()]).toEqual([null, undefined, []]);
		expect(manager.buildSessionContext()).toEqual({ messages: [], thinkingLevel: "off", model: null });
		manager.appendMessage(userMessage);
		expect(manager.getTree()).toHaveLength(2);
	});

	it("branches with a summary that names the leaf that was left", () => {
		writeFileSync(path, tree);
		const manager = open();
		const summary = manager.branchWithSummary("a", "was tried", { readFiles: ["x"] }, true);
		expect(manager.getEntry(summary)).toMatchObject({
			type: "branch_summary",
			parentId: "a",
			fromId: "l",
			summary: "was tried",
			details: { readFiles: ["x"] },
			fromHook: true,
		});
		manager.resetLeaf();
		expect(manager.getEntry(manager.branchWithSummary(null, "all"))).toMatchObject({
			parentId: null,
			fromId: "root",
		});
	});

	it("goes over to another file", () => {
		writeFileSync(path, good);
		const manager = create();
		manager.setSessionFile(path);
		expect([manager.getLeafId(), manager.getSessionFile(), manager.getSessionId()]).toEqual([
			"b",
			path,
			header().id,
		]);
	});
});

describe("createBranchedSession", () => {
	const source = lines(
		header(),
		user("a", null),
		label("l1", "a", "a", "begin", 1),
		assistant("b", "l1"),
		label("l2", "b", "b", "old", 2),
		label("l3", "l2", "b", "answer", 3),
		entry("compaction", "k", "l3", { summary: "s", firstKeptEntryId: "l1", tokensBefore: 9 }),
		entry("git_state", "g", "k", { git: { branch: "main" } }),
		user("c", "g"),
		user("elsewhere", "a"),
		label("l4", "elsewhere", "elsewhere", "not on the path"),
	);

	it("keeps the whole path, with labels at the end and the compaction's boundary", () => {
		writeFileSync(path, source);
		const before = readFileSync(path);
		const manager = open();
		const file = manager.createBranchedSession("c")!;
		expect(manager.getSessionFile()).toBe(file);
		expect(readFileSync(path).equals(before)).toBe(true);
		const [head, ...entries] = fileLines(file);
		expect(head).toEqual({
			type: "session",
			version: 3,
			id: deps.newSessionId(),
			timestamp: at(9),
			cwd: "/w",
			parentSession: path,
			rlmDepth: 0,
		});
		expect(entries.map((e) => [e.id, e.parentId])).toEqual([
			["a", null],
			["b", "a"],
			["k", "b"],
			["g", "k"],
			["c", "g"],
			["00000001", "c"],
			["00000002", "00000001"],
		]);
		expect(entries.slice(5)).toMatchObject([
			{ type: "label", targetId: "a", label: "begin", timestamp: at(1) },
			{ type: "label", targetId: "b", label: "answer", timestamp: at(3) },
		]);
		expect(entries[2]).toMatchObject({ firstKeptEntryId: "b" });
		expect(readSessionSync(file).faults).toEqual([]);
		expect(manager.getLeafId()).toBe("00000002");
		expect(manager.buildSessionContext().messages.map((m) => m.role)).toEqual([
			"compactionSummary",
			"assistant",
			"user",
		]);
	});

	it("needs no answer to be on disk, and goes on in the new file", () => {
		writeFileSync(path, lines(header(), user("a", null)));
		const manager = open();
		const file = manager.createBranchedSession("a")!;
		expect(existsSync(file)).toBe(true);
		manager.appendMessage(userMessage);
		expect(fileLines(file)).toHaveLength(3);
		expect(fileLines(path)).toHaveLength(2);
	});

	it("works in memory", () => {
		const manager = inMemory();
		const a = manager.appendMessage(userMessage);
		manager.appendMessage(answer);
		expect(manager.createBranchedSession(a)).toBeUndefined();
		expect(manager.getEntries()).toHaveLength(1);
		expect(manager.getLeafId()).toBe(a);
	});

	it("never writes over a file that has the name", () => {
		writeFileSync(path, source);
		writeFileSync(join(dir, `${deps.newSessionId()}.jsonl`), "another");
		const manager = open();
		expect(() => manager.createBranchedSession("c")).toThrow(expect.objectContaining({ code: "exists" }));
		expect(manager.getSessionFile()).toBe(path);
		expect(readdirSync(dir)).toHaveLength(2);
	});
});

describe("opening", () => {
	it("refuses what is no session and leaves it alone", () => {
		for (const content of ["", "not a session\n", lines(user("a", null))]) {
			writeFileSync(path, content);
			expect(() => open()).toThrow(expect.objectContaining({ code: "not-a-session" }));
			expect(readFileSync(path, "utf8")).toBe(content);
		}
	});

	it("without waiting gives the same session", async () => {
		writeFileSync(path, good);
		const manager = new SessionManagerBase(await stateForWorkAsync(path, "/elsewhere", "/other", deps));
		expect(manager.getEntries()).toEqual(open().getEntries());
		expect([manager.getSessionDir(), manager.getCwd()]).toEqual(["/elsewhere", "/other"]);
	});

	it("to look at has no way to write", () => {
		writeFileSync(path, good);
		const view = new ReadonlySessionManager(stateToView(readSessionSync(path), path));
		expect(view.getLeafId()).toBe("b");
		expect("appendMessage" in view).toBe(false);
	});
});
