import { describe, expect, test } from "vitest";
import { promptLines } from "../../../src/browser/session/prompt-lines.js";
import { topOf } from "../../../src/browser/session/transcript.js";
import { transcriptWindow } from "../../../src/browser/session/transcript-window.js";
import type { State } from "../../../src/browser/state.js";
import { SessionBuilder } from "../../../src/session/session-builder.js";
import { transcript } from "../../../src/session/transcript.js";
import { plainText } from "../../../src/text/spans.js";
import { press, readyState, run, type } from "../../support/browser.js";
import { assistant, chain, entry, header, lines, user } from "../../support/entries.js";

/** The session screen of the list's first session, whose file holds `entries`. */
function opened(entries: object[], size = { columns: 80, rows: 24 }): State {
	const asked = run(readyState(size), press("enter")).state;
	const builder = new SessionBuilder("/home/dev/.prime/agent/sessions/a1.jsonl");
	builder.push(Buffer.from(lines(header(), ...entries)));
	const session = builder.finish();
	const blocks = transcript(session.tree.branch().map((node) => node.entry));
	const request = asked.session?.request ?? 0;
	return run(asked, { type: "session-read", request, session, blocks }).state;
}

const short = [user("u1", null, "please fix it"), assistant("a1", "u1", "It is fixed.")];
const tool = [
	user("u1", null, "run the tests"),
	entry("message", "a1", "u1", {
		message: {
			role: "assistant",
			content: [{ type: "toolCall", id: "c1", name: "bash", arguments: { command: "npm test" } }],
			stopReason: "toolUse",
			timestamp: 1,
		},
	}),
	entry("message", "r1", "a1", {
		message: {
			role: "toolResult",
			toolCallId: "c1",
			toolName: "bash",
			content: [{ type: "text", text: "all 42 tests pass" }],
			isError: false,
			timestamp: 2,
		},
	}),
];
const shown = (state: State) => transcriptWindow(state.session!, state, 18).map(plainText).join("\n");
const prompt = (state: State) => promptLines(state.session!, state, 1).map(plainText).join("\n");
const sessionEffects = (state: State, ...events: ReturnType<typeof press>[]) => run(state, ...events).effects;

describe("one session", () => {
	test("shows the active branch, at its end", () => {
		expect(shown(opened(short))).toContain("It is fixed.");
		const long = opened(chain(200));
		expect(shown(long)).toContain("text 199");
		expect(shown(long)).not.toContain("text 10\n");
	});

	test("Enter resumes without a prompt, text with it, a trailing backslash goes on below", () => {
		const path = "/home/dev/.prime/agent/sessions/a1.jsonl";
		expect(sessionEffects(opened(short), press("enter"))).toEqual([
			{ type: "resume", wish: { path, prompt: "" } },
		]);
		expect(sessionEffects(opened(short), type("go on"), press("enter"))).toEqual([
			{ type: "resume", wish: { path, prompt: "go on" } },
		]);
		const two = run(opened(short), type("one\\"), press("enter"), type("two"));
		expect(two.effects).toEqual([]);
		expect(sessionEffects(two.state, press("enter"))).toEqual([
			{ type: "resume", wish: { path, prompt: "one\ntwo" } },
		]);
	});

	test("a paste is text, its line ends too", () => {
		const pasted = run(opened(short), { type: "input", input: { type: "paste", text: "a\r/quit\r" } });
		expect(pasted.effects).toEqual([]);
		expect(pasted.state.session?.prompt.text).toBe("a\n/quit\n");
	});

	test("Escape clears the prompt, then goes back to the list as it was", () => {
		const typed = run(opened(short), type("text"), press("escape")).state;
		expect(typed.session?.prompt.text).toBe("");
		const back = run(typed, press("escape"));
		expect(back.state.session).toBeUndefined();
		expect(back.effects[0]).toEqual({ type: "stop-reading", what: "session" });
	});

	test("/name with text names it, without text offers its name for editing", () => {
		const path = "/home/dev/.prime/agent/sessions/a1.jsonl";
		expect(sessionEffects(opened(short), type("/name Tests"), press("enter"))).toEqual([
			{ type: "name-session", path, name: "Tests" },
		]);
		const editing = run(opened(short), type("/name"), press("enter")).state;
		expect(editing.session?.prompt.text).toBe("/name Refactor auth module");
	});

	test("a paste that is longer than a prompt may be is cut, and said to be", () => {
		const paste = { type: "input", input: { type: "paste", text: "word ".repeat(100_000) } } as const;
		const pasted = run(opened(short), paste).state;
		expect(pasted.session?.prompt.text).toHaveLength(100_000);
		expect(pasted.status).toMatchObject({
			kind: "error",
			text: expect.stringContaining("100,000 characters"),
		});
		expect(run(pasted, press("left")).state.status).toBeUndefined();
	});

	test("/resume goes back to the list, /session shows details, /help the keys, an unknown one the nearest", () => {
		expect(run(opened(short), type("/resume"), press("enter")).state.session).toBeUndefined();
		expect(sessionEffects(opened(short), type("/session"), press("enter"))[0]?.type).toBe("read-details");
		expect(run(opened(short), type("/help"), press("enter")).state.page?.title).toBe("Help");
		expect(run(opened(short), type("/nmae x"), press("enter")).state.status?.text).toContain("/name");
	});

	test("Up goes into the transcript, Enter opens what is folded, Left folds it, Escape returns to the prompt", () => {
		const folded = opened(tool);
		expect(shown(folded)).toContain("[bash: npm test]");
		expect(shown(folded)).not.toContain("all 42 tests pass");
		const at = run(folded, press("up")).state;
		expect(at.session?.focus).toBe("transcript");
		const open = run(at, press("enter")).state;
		expect(shown(open)).toContain("all 42 tests pass");
		expect(shown(run(open, press("left")).state)).not.toContain("all 42 tests pass");
		expect(run(open, press("escape")).state.session?.focus).toBe("prompt");
	});

	test("Down at the end returns to the prompt, and typing does from anywhere", () => {
		const at = run(opened(chain(50)), press("up"), press("up")).state;
		expect(run(at, press("down"), press("down")).state.session?.focus).toBe("prompt");
		const typing = run(at, type("hello")).state.session;
		expect(typing).toMatchObject({ focus: "prompt", prompt: { text: "hello" } });
	});

	test("pages, the wheel, and both ends", () => {
		const long = opened(chain(300));
		const up = run(long, press("pageup"), press("pagedown")).state;
		expect(up.session?.top).toBe("end");
		const wheel = {
			type: "input",
			input: { type: "mouse", action: "wheel-up", column: 1, row: 5, button: 0 },
		} as const;
		const scrolled = run(long, wheel).state;
		expect(topOf(scrolled.session!, scrolled)).not.toEqual(topOf(long.session!, long));
		expect(shown(run(long, press("ctrl+home")).state)).toContain("text 0");
		expect(shown(run(long, press("ctrl+home"), press("ctrl+end")).state)).toContain("text 299");
	});

	describe("finding in a long transcript", () => {
		// Laid out anew: once it was looked through, a transcript is looked through in one go.
		const search = () => run(opened(chain(3_000)), press("ctrl+f"), type("no such words"));
		const seekOn = (state: State) => {
			const seek = state.session?.seeking;
			if (seek === undefined) throw new Error("no search is under way");
			return run(state, { type: "seek-on", seek });
		};

		test("goes on between keys until it is over", () => {
			const { effects, state: searching } = search();
			expect(effects.at(-1)).toMatchObject({ type: "seek-on" });
			let state = searching;
			for (let times = 0; state.session?.seeking !== undefined && times < 1_000; times++)
				state = seekOn(state).state;
			expect(state.session).toMatchObject({ focus: "find", seeking: undefined });
		});

		test("ends with Escape, begins anew with a key, and goes on after Enter", () => {
			const searching = search();
			const stale = searching.state.session?.seeking;
			const left = run(searching.state, press("escape")).state;
			expect(left.session?.seeking).toBeUndefined();
			if (stale !== undefined) expect(run(left, { type: "seek-on", seek: stale }).state).toBe(left);
			const longer = run(searching.state, type("!")).state;
			expect(longer.session?.seeking).toMatchObject({ words: "no such words!" });
			const entered = run(searching.state, press("enter")).state;
			expect(entered.session).toMatchObject({ focus: "transcript", seeking: stale });
			expect(run(entered, press("up")).state.session?.seeking).toBeUndefined();
		});
	});

	test("finding goes from match to match, and round", () => {
		const found = run(opened(chain(100)), press("ctrl+home"), press("ctrl+f"), type("text 42")).state;
		expect(shown(found)).toContain("text 42");
		const next = run(found, press("enter"), type("n")).state;
		expect(next.session?.focus).toBe("transcript");
		expect(shown(next)).toContain("text 42");
		const none = run(opened(short), press("ctrl+f"), type("no such words")).state;
		expect(none.session?.find.text).toBe("no such words");
		expect(prompt(none)).toBe(`${" find: no such words│".padEnd(71)}no match `);
		expect(prompt(run(none, press("enter")).state)).toContain("no match");
		expect(prompt(run(none, ...Array.from({ length: 13 }, () => press("backspace"))).state)).not.toContain(
			"no match",
		);
		expect(run(none, press("escape")).state.session).toMatchObject({ focus: "prompt", find: { text: "" } });
	});

	test("undoing a switch keeps what was typed, and takes away what the switch put there", () => {
		const switched = (state: State, prompt: string | undefined) =>
			run(state, {
				type: "leaf-switched",
				session: state.sessions.listed[0]!,
				prompt,
				message: "Moved.",
			}).state;
		const text = (state: State) => state.session?.prompt.text;
		const draft = run(opened(short), type("a draft")).state;
		expect(text(switched(draft, undefined))).toBe("a draft");
		const moved = switched(opened(short), "please fix it");
		expect(text(moved)).toBe("please fix it");
		expect(text(switched(moved, undefined))).toBe("");
		expect(text(switched(run(moved, type(" now")).state, undefined))).toBe("please fix it now");
	});

	test("what is opened at the bottom of the window is shown", () => {
		const text = Array.from({ length: 12 }, (_, line) => `line ${line}`).join("\n");
		const summary = entry("branch_summary", "s1", "00000027", { fromId: "00000027", summary: text });
		const state = run(opened([...chain(40), summary]), press("up")).state;
		expect(shown(state)).not.toContain("line 11");
		const open = run(state, press("enter")).state;
		expect(shown(open)).toContain("line 11");
		expect(transcriptWindow(open.session!, open, 18).map(plainText).join("\n")).toContain("▸");
	});

	test("a stale reading is dropped, a failed one is said", () => {
		const asked = run(readyState(), press("enter")).state;
		const request = asked.session?.request ?? 0;
		const failed = run(asked, { type: "session-failed", request, reason: "x.jsonl: no such file" }).state;
		expect(shown(failed)).toContain("no such file");
		expect(run(asked, { type: "session-failed", request: request - 1, reason: "old" }).state).toBe(asked);
	});

	test("every command of the list and of a session leaves when Ctrl+C is pressed", () => {
		for (const state of [
			opened(short),
			run(opened(short), press("up")).state,
			run(opened(short), press("ctrl+f")).state,
		]) {
			expect(sessionEffects(state, press("ctrl+c"))).toEqual([{ type: "quit", code: 130 }]);
		}
	});
});
