import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Event } from "../../../src/browser/event.js";
import { KEY_TABLE } from "../../../src/browser/keys.js";
import type { Environment, State } from "../../../src/browser/state.js";
import { treeGeometry } from "../../../src/browser/tree/geometry.js";
import { treeCursorIndex, treeCursorRow } from "../../../src/browser/tree/rows.js";
import { SessionBuilder } from "../../../src/session/session-builder.js";
import { transcript } from "../../../src/session/transcript.js";
import { press, readyState, run, type } from "../../support/browser.js";
import { assistant, entry, header, label, lines, user } from "../../support/entries.js";

const PATH = "/home/dev/.prime/agent/sessions/a1.jsonl";

/** The tree of the list's first session, whose file holds `entries`. */
function treeOf(
	entries: object[],
	size = { columns: 100, rows: 24 },
	environment: Partial<Environment> = {},
): State {
	const asked = run(readyState(size, undefined, environment), type("/tree"), press("enter")).state;
	const builder = new SessionBuilder(PATH);
	builder.push(Buffer.from(lines(header(), ...entries)));
	const session = builder.finish();
	const blocks = transcript(session.tree.branch().map((node) => node.entry));
	return run(asked, { type: "session-read", request: asked.session?.request ?? 0, session, blocks }).state;
}

/** Two branches below an answer; the leaf is at the end of the second. */
const forked = [
	user("u1", null, "first request", 1),
	assistant("a1", "u1", "first answer", 2),
	user("u2", "a1", "approach one", 3),
	assistant("a2", "u2", "one is done", 4),
	user("u3", "a1", "approach two", 5),
	assistant("a3", "u3", "two is done", 6),
	label("l1", "a3", "u2", "checkpoint", 7),
];

const ids = (state: State) => state.session!.tree!.rows.map((row) => row.node.entry.id);
const at = (state: State) => treeCursorRow(state.session!.tree!)?.node.entry.id;
const to = (state: State, id: string): State => {
	const down = run(state, press("home")).state;
	const steps = ids(down).indexOf(id);
	return run(down, ...Array.from({ length: steps }, () => press("down"))).state;
};

describe("the tree", () => {
	test("opens on the leaf, the branch that holds it first", () => {
		const state = treeOf(forked);
		expect(ids(state).slice(0, 4)).toEqual(["u1", "a1", "u3", "a3"]);
		expect(treeCursorRow(state.session!.tree!)?.isLeaf).toBe(true);
	});

	test("Space on the result of a tool shows the call it answers", () => {
		const call = {
			role: "assistant",
			content: [{ type: "toolCall", id: "t1", name: "bash", arguments: { command: "ls src" } }],
		};
		const result = { role: "toolResult", toolCallId: "t1", toolName: "bash", content: "cli.ts" };
		const state = treeOf([
			user("u1", null, "look"),
			entry("message", "c1", "u1", { message: call }),
			entry("message", "r1", "c1", { message: result }),
		]);
		const { page } = run(state, press("space")).state;
		const shown = (page?.lines(80) ?? []).map((line) => line.map(({ text }) => text).join("")).join("\n");
		expect(shown).toContain("ls src");
		expect(shown).toContain("cli.ts");
		expect(shown).not.toContain("not on this branch");
	});

	test("Enter on another branch asks what to keep of the one that is left", () => {
		const { state } = run(to(treeOf(forked), "a2"), press("enter"));
		expect(state.menu?.lines[0]).toMatch(/^You leave \d+ entries on this branch \(1 request/);
		expect(state.menu?.items[0]?.label).toBe("No summary");
		const { effects, state: after } = run(state, press("enter"));
		expect(effects).toEqual([
			{
				type: "switch-leaf",
				wish: { path: PATH, leafId: "a2", prompt: "", images: 0 },
				summary: { kind: "none" },
			},
		]);
		expect(after.menu).toBeUndefined();
	});

	test("Escape in that menu goes back to the tree, the selection kept", () => {
		const asked = run(to(treeOf(forked), "a2"), press("enter"), press("down"), press("escape")).state;
		expect(asked.menu).toBeUndefined();
		expect(at(asked)).toBe("a2");
	});

	test("a user message goes to its parent, its text into the prompt", () => {
		const { state } = run(to(treeOf(forked), "u2"), press("enter"));
		const { effects } = run(state, press("down"), press("enter"));
		expect(effects).toEqual([
			{
				type: "switch-leaf",
				wish: { path: PATH, leafId: "a1", prompt: "approach one", images: 0 },
				summary: { kind: "outline" },
			},
		]);
		const root = run(to(treeOf(forked), "u1"), press("enter"), press("enter")).effects;
		expect(root).toMatchObject([{ type: "switch-leaf", wish: { leafId: null, prompt: "first request" } }]);
	});

	test("the leaf itself is nothing to do, and said so", () => {
		const { state, effects } = run(treeOf(forked), press("enter"));
		expect(effects).toEqual([]);
		expect(state.status?.text).toContain("already");
	});

	test("a summary by the agent runs until it is there; Escape cancels it and asks again", () => {
		const asked = run(to(treeOf(forked), "a2"), press("enter"), press("down"), press("down")).state;
		const { state: working, effects } = run(asked, press("enter"));
		expect(effects).toMatchObject([{ type: "summarise-and-switch", focus: "", wish: { leafId: "a2" } }]);
		const request = working.working?.request ?? 0;
		expect(
			run(working, { type: "summary-progress", request, seconds: 3, received: 200 }).state.working,
		).toMatchObject({ seconds: 3, received: 200 });
		const cancelled = run(working, press("escape"));
		expect(cancelled.effects).toEqual([{ type: "cancel-summary" }]);
		expect(cancelled.state.menu).toBeDefined();
		const failed = run(working, {
			type: "summary-failed",
			request,
			reason: "prime-agent ended with code 1",
		}).state;
		expect(failed.status).toEqual({ kind: "error", text: "prime-agent ended with code 1" });
		expect(failed.menu).toBeDefined();
		const stale = run(cancelled.state, { type: "summary-failed", request, reason: "late" }).state;
		expect(stale).toBe(cancelled.state);
	});

	test("the program that is configured to summarise is named, not the agent that resumes", () => {
		const state = treeOf(forked, undefined, { summariser: "llm" });
		const menu = run(to(state, "a2"), press("enter")).state;
		expect(menu.menu?.items[2]?.label).toBe("Summarise with llm");
		const { working } = run(menu, press("down"), press("down"), press("enter")).state;
		expect(working?.what).toBe("llm is summarising the branch");
	});

	test("a focus is a line, one's own summary may have several", () => {
		const menu = run(to(treeOf(forked), "a2"), press("enter")).state;
		const focus = run(menu, type("4"), type("the tests"), press("enter"));
		expect(focus.effects).toMatchObject([{ type: "summarise-and-switch", focus: "the tests" }]);
		const own = run(
			menu,
			type("5"),
			type("It failed."),
			press("alt+enter"),
			type("Clock skew."),
			press("enter"),
		);
		expect(own.effects).toMatchObject([
			{ type: "switch-leaf", summary: { kind: "own", text: "It failed.\nClock skew." } },
		]);
		const empty = run(menu, type("5"), press("enter"));
		expect(empty.effects).toEqual([]);
		expect(empty.state.writing).toMatchObject({ purpose: "summary" });
		expect(empty.state.status?.text).toContain("Nothing is written yet");
	});

	test("the choices come back on the one that was left or failed", () => {
		const menu = run(to(treeOf(forked), "a2"), press("enter")).state;
		const chosen = (state: State) => state.menu?.items[state.menu.index]?.label;
		expect(chosen(menu)).toBe("No summary");
		expect(chosen(run(menu, type("5"), type("x"), press("escape")).state)).toBe("Write my own…");
		expect(chosen(run(menu, type("4"), press("escape")).state)).toBe("Summarise with a focus…");
		expect(chosen(run(menu, type("3"), press("escape")).state)).toBe("Summarise with prime-agent");
		const kept = run(menu, type("5"), type("It failed."), press("escape"), press("enter")).state;
		expect(kept.writing?.field.text).toBe("It failed.");
		const working = run(menu, type("4"), type("the tests"), press("enter")).state;
		const request = working.working?.request ?? -1;
		expect(chosen(run(working, { type: "summary-failed", request, reason: "no" }).state)).toBe(
			"Summarise with a focus…",
		);
	});

	test("after the switch the transcript is shown, with the text in the prompt, and the file is read again", () => {
		const state = treeOf(forked);
		const { listed } = state.sessions;
		const { state: after, effects } = run(state, {
			type: "leaf-switched",
			session: listed[0]!,
			prompt: "approach one",
			message: "Moved.",
		});
		expect(after.session).toMatchObject({
			tree: undefined,
			focus: "prompt",
			prompt: { text: "approach one" },
		});
		expect(effects).toMatchObject([{ type: "read-session", path: PATH }]);
		expect(after.status?.text).toBe("Moved.");
	});

	test("folds and unfolds, and goes to the start of a segment where there is nothing to fold", () => {
		const state = treeOf(forked);
		const folded = run(to(state, "u2"), press("ctrl+left")).state;
		expect(ids(folded)).not.toContain("a2");
		expect(treeCursorRow(folded.session!.tree!)?.folded).toBe(true);
		expect(ids(run(folded, press("alt+right")).state)).toContain("a2");
		expect(at(run(to(state, "a2"), press("ctrl+left")).state)).toBe("u2");
	});

	test("filters directly and in turn, and keeps the cursor on its entry or above it", () => {
		const state = to(treeOf(forked), "a2");
		expect(ids(run(state, press("ctrl+u")).state)).toEqual(expect.arrayContaining(["u1", "u3", "u2"]));
		expect(at(run(state, press("ctrl+u")).state)).toBe("u2");
		expect(ids(run(state, press("ctrl+a")).state)).toContain("l1");
		const turn = (name: string) => run(state, press(name)).state.session?.tree?.filter;
		expect([turn("ctrl+o"), turn("shift+ctrl+o"), turn("ctrl+l")]).toEqual([
			"no-tools",
			"all",
			"labeled-only",
		]);
	});

	test("capital letters and the space are keys until something is typed, then text", () => {
		const state = treeOf(forked);
		expect(run(state, type("L")).state.session?.tree?.labelling).toBeDefined();
		expect(run(state, type("T")).state.session?.tree?.times).toBe(true);
		expect(run(state, type(" ")).state.page?.title).toContain("label");
		const typed = run(state, type("a"), type("L"), type(" "), type("T")).state.session?.tree;
		expect(typed?.query.text).toBe("aL T");
	});

	test("labels the entry in place; an empty one clears, an unchanged one writes nothing", () => {
		const state = to(treeOf(forked), "u2");
		const editing = run(state, type("L")).state;
		expect(editing.session?.tree?.labelling?.field.text).toBe("checkpoint");
		expect(run(editing, press("enter")).effects).toEqual([]);
		expect(run(editing, press("ctrl+u"), press("enter")).effects).toEqual([
			{ type: "label-session", path: PATH, entryId: "u2", label: "" },
		]);
		expect(run(editing, type(" 2"), press("enter")).effects).toMatchObject([{ label: "checkpoint 2" }]);
		expect(run(editing, type(" 2"), press("escape")).effects).toEqual([]);
	});

	test("copies text, undoes switches, and Escape clears the search before it closes", () => {
		const state = to(treeOf(forked), "a2");
		expect(run(state, press("ctrl+x")).effects).toEqual([{ type: "copy", text: "one is done" }]);
		expect(run(state, press("ctrl+z")).effects).toEqual([{ type: "undo-switch", path: PATH }]);
		const searched = run(state, type("done")).state;
		const cleared = run(searched, press("escape")).state;
		expect(cleared.session?.tree?.query.text).toBe("");
		expect(run(cleared, press("escape")).state.session?.tree).toBeUndefined();
	});

	test.each([
		[4, "version 4"],
		["three", "not a version number"],
	])("a read-only session of version %s is looked at, not changed", (version, why) => {
		const asked = run(readyState({ columns: 100, rows: 24 }), type("/tree"), press("enter")).state;
		const builder = new SessionBuilder(PATH);
		builder.push(Buffer.from(lines({ ...header(), version }, ...forked)));
		const session = builder.finish();
		const state = run(asked, {
			type: "session-read",
			request: asked.session?.request ?? 0,
			session,
			blocks: [],
		}).state;
		const { effects, state: after } = run(to(state, "a2"), press("enter"));
		expect(effects).toEqual([]);
		expect(after.status?.text).toContain(why);
	});
});

describe("whatever the tree, and whatever is pressed", () => {
	const parents = fc.array(fc.nat(30), { minLength: 1, maxLength: 30 });
	const trees = parents.map((all) =>
		all.map((parent, index) => {
			const id = `e${index}`;
			const parentId = index === 0 || parent >= index ? null : `e${parent}`;
			if (index % 5 === 3) return entry("model_change", id, parentId, { provider: "p", modelId: "m" });
			return index % 2 === 0
				? user(id, parentId, `request ${index}`, index)
				: assistant(id, parentId, `answer ${index}`, index);
		}),
	);
	const keys = Object.entries(KEY_TABLE.tree)
		.filter(
			([action]) => !["select", "quit", "back", "text", "help", "label", "copy", "undo"].includes(action),
		)
		.flatMap(([, binding]) => binding.keys.filter((name) => !/^(shift\+)?[a-z]$|space/.test(name)));
	const events: fc.Arbitrary<Event> = fc.oneof(
		fc.constantFrom(...keys).map(press),
		fc.constantFrom("request", "answer 1", "zzz", "e").map(type),
		fc.constant(press("backspace")),
		fc
			.record({ columns: fc.integer({ min: 10, max: 120 }), rows: fc.integer({ min: 5, max: 40 }) })
			.map((size) => ({ type: "resized" as const, ...size })),
	);

	test("the cursor is on a row that shows, and in the window", () => {
		fc.assert(
			fc.property(trees, fc.array(events, { maxLength: 25 }), (entries, pressed) => {
				const { state } = run(treeOf(entries), ...pressed);
				const tree = state.session!.tree!;
				const index = treeCursorIndex(tree);
				if (tree.rows.length === 0) return;
				expect(tree.rows[index]).toBeDefined();
				const { rows } = treeGeometry(tree, state.size);
				expect(index).toBeGreaterThanOrEqual(tree.top);
				expect(index).toBeLessThan(tree.top + rows);
			}),
			{ numRuns: 200 },
		);
	});
});
