import { expect, test } from "vitest";
import { cursorSession } from "../../src/browser/sessions/cursor.js";
import type { State } from "../../src/browser/state.js";
import { plainText } from "../../src/text/spans.js";
import { listed, press, readyState, run, sessionInfo, type } from "../support/browser.js";

const path = (id: string) => `/home/dev/.prime/agent/sessions/${id}.jsonl`;
const command = (text: string) => [type(text), press("enter")];

test("/label, /fork and /clone work on the session under the cursor, and on the open one", () => {
	for (const before of [[], [press("enter")]]) {
		const state = run(readyState(), ...before).state;
		const asked = (text: string) => run(state, ...command(text)).effects.at(-1);
		expect(asked("/label checkpoint 2 ")).toEqual({
			type: "label-session",
			path: path("a1"),
			label: "checkpoint 2",
		});
		expect(asked("/label")).toMatchObject({ type: "label-session", label: "" });
		expect(asked("/fork")).toEqual({
			type: "fork-session",
			path: path("a1"),
			of: "branch",
			entryId: undefined,
		});
		expect(asked("/clone")).toEqual({
			type: "fork-session",
			path: path("a1"),
			of: "tree",
			entryId: undefined,
		});
	}
});

test("without a session they say so", () => {
	for (const text of ["/label x", "/fork", "/clone"]) {
		const { state, effects } = run(readyState(undefined, []), ...command(text));
		expect(state.status).toEqual({ kind: "error", text: "There is no session here." });
		expect(effects).toEqual([]);
	}
});

test("a session that was made is listed and opened, and what was done is said", () => {
	const made = listed(sessionInfo("new", 5, { parentSessionPath: path("a1") }));
	const event = { type: "session-made", session: made, message: "A new session." } as const;
	for (const before of [[], [press("enter")]]) {
		const { state, effects } = run(readyState(), ...before, event);
		expect(state.session?.path).toBe(path("new"));
		expect(state.status).toEqual({ kind: "info", text: "A new session." });
		expect(state.sessions.listed.map(({ info }) => info.id)).toContain("new");
		expect(effects.at(-1)).toMatchObject({
			type: "read-session",
			path: path("new"),
			request: state.session?.request,
		});
		const closed = run(state, press("escape")).state;
		expect(closed.session).toBeUndefined();
		expect(cursorSession(closed.sessions)?.info.id).toBe("new");
	}
});

test("a change that failed is said, and the view stays", () => {
	const before = run(readyState(), press("enter")).state;
	const { state } = run(before, { type: "change-failed", reason: "the disk is full" });
	expect(state.session).toBe(before.session);
	expect(state.status).toMatchObject({ kind: "error", text: "the disk is full" });
});

test("details that nobody waits for any more are not read on", () => {
	const waiting = run(readyState(), ...command("/session")).state;
	expect(run(waiting, press("escape")).effects).toEqual([{ type: "stop-reading", what: "details" }]);
	const request = waiting.page?.request ?? 0;
	const read = run(waiting, { type: "details-read", request, lines: () => [] }).state;
	expect(run(read, press("escape")).effects).toEqual([]);
});

test("the help begins with the keys of the screen it is opened from", () => {
	const firstLine = (state: State) => plainText(state.page?.lines(80)[0] ?? []);
	expect(firstLine(run(readyState(), press("f1")).state)).toBe("Sessions");
	expect(firstLine(run(readyState(), press("ctrl+g"), press("f1")).state)).toBe("Prune");
	expect(firstLine(run(readyState(), press("enter"), press("f1")).state)).toBe("One session");
});
