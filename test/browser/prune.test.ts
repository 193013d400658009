import { describe, expect, test } from "vitest";
import { formLines } from "../../src/browser/prune/form-lines.js";
import { pruneGeometry } from "../../src/browser/prune/geometry.js";
import { prunedLines, pruneTitle } from "../../src/browser/prune/lines.js";
import { LIST_STOP, pruneCursorIndex } from "../../src/browser/prune/update.js";
import type { State } from "../../src/browser/state.js";
import { cutLine, lineColumns, plainText } from "../../src/text/spans.js";
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

	test("artifacts are measured in the background, and what would go is said so far until then", () => {
		const opening = run(readyState({ columns: 100, rows: 24 }), press("ctrl+g"));
		const request = opening.state.prune?.measuring ?? 0;
		expect(opening.effects).toContainEqual({ type: "measure-artifacts", request });
		const early = run(opening.state, press("ctrl+u"), type("20d")).state;
		expect(plainText(pruneTitle(early.prune!, early))).toContain("2 sessions · 78 KB would go so far");
		const [, , , , a5] = sampleSessions();
		const artifacts = new Map([["a5", { owners: [a5!.info.path], bytes: 100_000 }]]);
		const measured = run(early, { type: "artifacts-measured", request, artifacts }).state;
		expect(plainText(pruneTitle(measured.prune!, measured))).toMatch(/2 sessions · 176 KB would go $/);
		const spared = run(measured, ...tabs(LIST_STOP), type(" ")).state;
		expect(plainText(pruneTitle(spared.prune!, spared))).toMatch(/1 session · 39 KB would go $/);
		const late = run(opening.state, { type: "artifacts-measured", request: request - 1, artifacts }).state;
		expect(late.prune?.artifacts).toBeUndefined();
	});

	describe("what is spared", () => {
		const sessions = [
			listed(sessionInfo("n", 90_000, { name: "Named" })),
			listed(sessionInfo("nl", 90_000, { name: "Both", labels: ["x"] })),
			listed(sessionInfo("l", 90_000, { labels: ["x"] })),
			listed(sessionInfo("o", 90_000, { open: true, name: "Open" })),
			listed(sessionInfo("p", 90_000)),
			listed(sessionInfo("f", 90_000, { parentSessionPath: "/home/dev/.prime/agent/sessions/p.jsonl" })),
		];
		const old = (columns = 100) => {
			const state = run(readyState({ columns, rows: 24 }, sessions), press("ctrl+g"), press("ctrl+u")).state;
			return run(state, type("20d"), ...tabs(3), type(" ")).state;
		};
		const sparedRow = (state: State) =>
			formLines(state.prune!, state.size.columns)
				.map(plainText)
				.find((row) => row.includes("spared"));

		test("is seen with its counts", () => {
			expect(sparedRow(old())).toBe("  spared  [x] 2 named  [x] 1 labelled  [x] 1 parent  · 1 open");
		});

		test("is reached with Tab and goes with the space, except for what is open", () => {
			const named = run(old(), ...tabs(6), type(" ")).state;
			expect(going(named)).toEqual(["n", "f"]);
			// What is named and has labels is spared for these, still.
			expect(sparedRow(named)).toBe("  spared ▸[ ] 1 named  [x] 2 labelled  [x] 1 parent  · 1 open");
			const labelled = run(named, press("tab"), type(" ")).state;
			expect(going(labelled)).toEqual(["n", "nl", "l", "f"]);
			expect(sparedRow(labelled)).toContain("[ ] 2 named ▸[ ] 1 labelled");
			const parents = run(labelled, press("tab"), type(" ")).state;
			expect(going(parents)).toEqual(["n", "nl", "l", "p", "f"]);
			expect(run(parents, press("enter")).effects).toMatchObject([{ type: "plan-deletion" }]);
			expect(going(run(parents, type(" ")).state)).toEqual(["n", "nl", "l", "f"]);
			const next = run(parents, press("tab")).state;
			expect(next.prune?.focus).toBe(LIST_STOP);
		});

		test("is seen with counts in a terminal of 40 columns, too", () => {
			const rows = formLines(old(40).prune!, 40).map(plainText);
			expect(rows.slice(-2)).toEqual([" spared [x] 2 named  [x] 1 labelled", " [x] 1 parent  · 1 open"]);
		});
	});

	test("what has the keys is told by more than colour and weight", () => {
		const behindMarks = (state: State) =>
			formLines(state.prune!, 100).map(plainText).join("\n").split("▸").slice(1);
		expect(behindMarks(opened())).toEqual([expect.stringMatching(/^older than \[/)]);
		expect(behindMarks(run(opened(), ...tabs(4)).state)).toEqual([expect.stringMatching(/^\[ \] archived/)]);
		expect(behindMarks(run(opened(), ...tabs(LIST_STOP)).state)).toEqual([]);
	});

	test("a session is spared by hand, and the cursor goes on to the next", () => {
		const list = run(opened(), press("ctrl+u"), type("20d"), ...tabs(LIST_STOP)).state;
		const spared = run(list, type(" ")).state;
		expect(going(spared)).toEqual(["a6"]);
		expect(run(spared, press("enter")).effects).toMatchObject([
			{ type: "plan-deletion", paths: ["/home/dev/.prime/agent/sessions/a6.jsonl"] },
		]);
	});

	test("spaces that come at once are as many keys", () => {
		const flag = run(opened(), press("ctrl+u"), ...tabs(3)).state;
		expect(run(flag, type("  ")).state.prune?.flags).toEqual(new Set(["unnamed"]));
		expect(run(flag, type("   ")).state.prune?.flags).toEqual(new Set());
		const list = run(opened(), press("ctrl+u"), type("20d"), ...tabs(LIST_STOP)).state;
		expect(going(run(list, type("  ")).state)).toEqual([]);
		const field = run(opened(), press("ctrl+u"), type("  ")).state;
		expect(field.prune?.fields["older-than"].text).toBe("  ");
	});

	test("duplicates are looked for once, when they are asked for", () => {
		const asked = run(opened(), press("ctrl+u"), ...tabs(8), type(" "));
		const request = asked.state.prune?.request ?? 0;
		expect(asked.effects).toEqual([{ type: "find-duplicates", request }]);
		const [a2, a4] = [sampleSessions()[1]!.info.path, sampleSessions()[3]!.info.path];
		const duplicates = new Map([[a2, a4]]);
		// a2 has a fork, so it is spared.
		const found = run(asked.state, { type: "duplicates-found", request, duplicates }).state;
		expect(found.prune?.choice.spared.map(({ why }) => why)).toEqual(["parent"]);
		expect(run(found, type(" "), type(" ")).effects).toEqual([]);
	});

	test.each([40, 52, 53, 60, 71, 72, 80, 84, 85, 93, 94, 120])(
		"at %i columns every criterion is seen, without a blank line among them",
		(columns) => {
			const state = run(readyState({ columns, rows: 24 }), press("ctrl+g")).state;
			const text = formLines(state.prune!, columns).map((line) => cutLine(line, columns));
			const rows = text.map((line) => line.map((span) => span.text).join(""));
			const shown = rows.join(" ");
			for (const part of [
				"older",
				"messages",
				"larger",
				"unnamed",
				"archived",
				"empty",
				"damaged",
				"duplicate",
				"spared",
				"named",
				"labelled",
				"parent",
			])
				expect(shown).toContain(part);
			expect(shown).not.toContain("…");
			expect(rows.filter((row) => row.trim() === "")).toEqual([]);
			expect(rows).toHaveLength(pruneGeometry(state.size).form);
		},
	);

	test("Escape leaves everything as it is", () => {
		const { state, effects } = run(opened(), press("escape"));
		expect(state.prune).toBeUndefined();
		expect(effects).toEqual([]);
	});

	test("follows the list while it is read, and nothing goes before all of it is known", () => {
		const sessions = sampleSessions();
		const [parent, fork] = [sessions[1]!, sessions[2]!];
		const started = run(blankState({ columns: 100, rows: 24 }), { type: "started" }).state;
		const request = started.sessions.reading?.request ?? 0;
		const part = run(started, { type: "store-sessions", request, sessions: [parent] }).state;
		const early = run(part, press("ctrl+g"), press("ctrl+u")).state;
		expect(going(early)).toEqual(["a2"]);
		const entered = run(early, press("enter"));
		expect(entered.effects).toEqual([]);
		expect(entered.state.status?.text).toContain("still being read");
		const more = run(early, { type: "store-sessions", request, sessions: [fork] }).state;
		expect(going(more)).toEqual([]);
		const whole = run(more, { type: "store-read", request, sessions, unreadable: [] }).state;
		expect(going(whole)).toEqual(["a4", "a5", "a6", "c1"]);
		expect(run(whole, press("enter")).effects).toMatchObject([{ type: "plan-deletion" }]);
	});

	test("takes no file for a duplicate of one that is gone", () => {
		const sessions = sampleSessions();
		const [kept, copy] = [sessions[3]!.info.path, sessions[4]!.info.path];
		const asked = run(opened(), press("ctrl+u"), ...tabs(8), type(" ")).state;
		const request = asked.prune?.request ?? 0;
		const duplicates = new Map([[copy, kept]]);
		const found = run(asked, { type: "duplicates-found", request, duplicates }).state;
		expect(going(found)).toEqual(["a5"]);
		const gone = run(found, { type: "session-gone", path: kept, reason: "it is gone" }).state;
		expect(going(gone)).toEqual([]);
	});

	test("keeps the cursor in the window of a terminal that was made smaller", () => {
		const many = Array.from({ length: 40 }, (_, n) => listed(sessionInfo(`s${n}`, 90_000 + n)));
		const end = run(opened(many), press("ctrl+u"), ...tabs(LIST_STOP), press("pagedown"), press("pagedown"));
		const small = run(end.state, { type: "resized", columns: 40, rows: 12 }).state;
		const index = pruneCursorIndex(small.prune!);
		const { list } = pruneGeometry(small.size);
		expect(index).toBeGreaterThan(list);
		expect(index - small.prune!.top).toBeLessThan(list);
		expect(index - small.prune!.top).toBeGreaterThanOrEqual(0);
	});
});
