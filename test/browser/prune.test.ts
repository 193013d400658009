import { describe, expect, test } from "vitest";
import { prunedLines } from "../../src/browser/prune/lines.js";
import { LIST_STOP } from "../../src/browser/prune/update.js";
import type { State } from "../../src/browser/state.js";
import { lineColumns, plainText } from "../../src/text/spans.js";
import {
	blankState,
	listed,
	press,
	readyState,
	run,
	sampleSessions,
	sessionInfo,
	type,
} from "../support/browser.js";

const going = (state: State) => state.prune?.choice.go.map(({ session }) => session.id);
const opened = (sessions = sampleSessions()) =>
	run(readyState({ columns: 100, rows: 24 }, sessions), press("ctrl+g")).state;
/** The keys that lead to a stop of the form. */
const tabs = (count: number) => Array.from({ length: count }, () => press("tab"));

describe("prune", () => {
	test("opens on old and unnamed sessions; the matches follow what is typed", () => {
		const state = opened();
		expect(going(state)).toEqual([]);
		const month = run(state, press("ctrl+u"), type("20d")).state;
		expect(going(month)).toEqual(["a5", "a6"]);
		expect(month.prune?.choice.bytes).toBe(80_000);
	});

	test("while the store is read for the first time nothing is chosen; then what is there", () => {
		const started = run(blankState({ columns: 100, rows: 24 }), { type: "started" }).state;
		const request = started.sessions.reading?.request ?? -1;
		const sessions = sampleSessions();
		const early = run(
			started,
			{ type: "store-progress", request, loaded: 3, total: 8 },
			{ type: "store-sessions", request, sessions: sessions.slice(0, 3) },
			press("ctrl+g"),
			press("ctrl+u"),
			type("1h"),
		).state;
		expect(going(early)).toEqual([]);
		expect(prunedLines(early.prune!, early).map(plainText).join()).toContain("when all sessions are read");
		const read = run(early, { type: "store-read", request, sessions, unreadable: [] }).state;
		expect(going(read)).toEqual(["a4", "a5", "a6", "c1"]);
		const again = run(read, { type: "store-changed" }).state;
		const anew = { request: again.sessions.reading?.request ?? -1, sessions: sessions.slice(0, 5) };
		expect(going(run(again, { type: "store-read", ...anew, unreadable: [] }).state)).toEqual(["a4", "a5"]);
	});

	test("rows are as wide as the screen, whatever the directory is called", () => {
		const sessions = [
			listed(sessionInfo("w", 90_000, { cwd: "/home/dev/work/客户端" })),
			listed(sessionInfo("n", 90_000)),
		];
		const state = run(opened(sessions), press("ctrl+u"), type("20d")).state;
		expect(prunedLines(state.prune!, state).map(lineColumns)).toEqual([100, 100]);
	});

	test("what is no amount is said, and nothing is chosen", () => {
		const wrong = run(opened(), press("ctrl+u"), type("soon")).state;
		expect(wrong.prune?.problem).toContain("older than");
		expect(going(wrong)).toEqual([]);
		expect(run(wrong, press("enter")).effects).toEqual([]);
	});

	test("criteria are chosen by the space, which is text in a field", () => {
		const cleared = run(opened(), press("ctrl+u")).state;
		const empty = run(cleared, ...tabs(5), type(" ")).state;
		expect(empty.prune?.flags).toEqual(new Set(["unnamed", "empty"]));
		expect(going(empty)).toEqual(["a6"]);
		const spaced = run(cleared, type("9"), type(" ")).state;
		expect(spaced.prune?.fields["older-than"].text).toBe("9 ");
	});

	test("named, labelled, open and parent sessions are spared, and counted", () => {
		const sessions = [
			listed(sessionInfo("n", 90_000, { name: "Named" })),
			listed(sessionInfo("l", 90_000, { labels: ["x"] })),
			listed(sessionInfo("o", 90_000, { open: true })),
			listed(sessionInfo("p", 90_000)),
			listed(sessionInfo("f", 90_000, { parentSessionPath: "/home/dev/.prime/agent/sessions/p.jsonl" })),
		];
		const state = run(opened(sessions), press("ctrl+u"), type("20d"), ...tabs(3), type(" ")).state;
		expect(state.prune?.flags.size).toBe(0);
		expect(going(state)).toEqual(["f"]);
		expect(state.prune?.choice.spared.map(({ why }) => why).sort()).toEqual([
			"labelled",
			"named",
			"open",
			"parent",
		]);
	});

	test("a session is spared by hand, and the cursor goes on to the next", () => {
		const list = run(opened(), press("ctrl+u"), type("20d"), ...tabs(LIST_STOP)).state;
		const spared = run(list, type(" ")).state;
		expect(going(spared)).toEqual(["a6"]);
		expect(run(spared, press("enter")).effects).toMatchObject([
			{ type: "plan-deletion", paths: ["/home/dev/.prime/agent/sessions/a6.jsonl"] },
		]);
	});

	test("duplicates are looked for once, when they are asked for", () => {
		const asked = run(opened(), press("ctrl+u"), ...tabs(8), type(" "));
		const request = asked.state.prune?.request ?? 0;
		expect(asked.effects).toEqual([{ type: "find-duplicates", request }]);
		const duplicates = new Map([["/home/dev/.prime/agent/sessions/a2.jsonl", "/x.jsonl"]]);
		// a2 has a fork, so it is spared.
		const found = run(asked.state, { type: "duplicates-found", request, duplicates }).state;
		expect(found.prune?.choice.spared.map(({ why }) => why)).toEqual(["parent"]);
		expect(run(found, type(" "), type(" ")).effects).toEqual([]);
	});

	test("Escape leaves everything as it is", () => {
		const { state, effects } = run(opened(), press("escape"));
		expect(state.prune).toBeUndefined();
		expect(effects).toEqual([]);
	});
});
