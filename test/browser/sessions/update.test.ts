import { describe, expect, test } from "vitest";
import { cursorSession } from "../../../src/browser/sessions/cursor.js";
import type { State } from "../../../src/browser/state.js";
import {
	blankState,
	listed,
	press,
	readyState,
	run,
	sampleSessions,
	sessionInfo,
	type,
} from "../../support/browser.js";

const titles = (state: State) =>
	state.sessions.rows.map((row) => (row.kind === "session" ? row.title : `# ${row.cwd}`));
const cursor = (state: State) => cursorSession(state.sessions)?.info.id;
const effectsOf = (state: State, ...names: string[]) => run(state, ...names.map(press)).effects;

describe("the list", () => {
	test("shows the sessions of this directory, newest first, forks under their parents", () => {
		expect(titles(readyState())).toEqual([
			"Refactor auth module",
			"Fix flaky login test in CI",
			"try with retries instead",
			"缓存失効の原因を調べる",
			"Draft the release notes for 2.0",
			"(no messages)",
		]);
	});

	test("widens to the repository and to all", () => {
		const repository = run(readyState(), press("tab")).state;
		expect(titles(repository)).toContain("Upgrade the toolchain");
		expect(titles(repository)).not.toContain("Profile the importer 👩‍💻");
		expect(titles(run(repository, press("tab")).state)).toContain("Profile the importer 👩‍💻");
		expect(titles(run(repository, press("tab"), press("tab")).state)).toHaveLength(6);
	});

	test("fifty keys in one go move fifty rows", () => {
		const many = Array.from({ length: 80 }, (_, index) => listed(sessionInfo(`s${index}`, index)));
		const state = run(readyState(undefined, many), ...Array.from({ length: 50 }, () => press("down"))).state;
		expect(cursor(state)).toBe("s50");
	});

	test("the cursor stays on its session while others arrive before it", () => {
		const at = run(readyState(), press("down"), press("down")).state;
		expect(cursor(at)).toBe("a3");
		const reading = run(at, press("f5")).state;
		const request = reading.sessions.reading?.request ?? 0;
		const more = [listed(sessionInfo("new", 0)), ...sampleSessions()];
		const after = run(reading, { type: "store-read", request, sessions: more, unreadable: [] }).state;
		expect(cursor(after)).toBe("a3");
		expect(titles(after)).toHaveLength(7);
	});

	test("nor does a cursor that was never moved leave the session it was seen on", () => {
		const reading = run(readyState(), press("f5")).state;
		const request = reading.sessions.reading?.request ?? 0;
		const more = [listed(sessionInfo("new", 0)), ...sampleSessions()];
		const after = run(reading, { type: "store-read", request, sessions: more, unreadable: [] }).state;
		expect(titles(after)[0]).toBe("First message of new");
		expect(cursor(after)).toBe("a1");
	});

	test("the cursor stays on a session whose new name moves it among the hits of a search", () => {
		const alike = ["s1", "s2"].map((id, minutes) => listed(sessionInfo(id, minutes, { name: "same name" })));
		const renaming = run(readyState(undefined, alike), type("same name"), press("ctrl+r")).state;
		expect(renaming.sessions.renaming?.path).toContain("s1");
		const info = sessionInfo("s1", 0, { name: "another", oldNames: ["same name"] });
		const named = run(renaming, press("ctrl+u"), type("another"), press("enter"));
		const after = run(named.state, {
			type: "session-changed",
			session: listed(info),
			message: "Named",
		}).state;
		expect(titles(after)).toEqual(["same name", "another"]);
		expect(cursor(after)).toBe("s1");
	});

	test("the cursor of a session that went is on the one in its place", () => {
		const at = run(readyState(), press("down"), press("down"), press("down")).state;
		const gone = run(at, {
			type: "session-gone",
			path: cursorSession(at.sessions)?.info.path ?? "",
			reason: "gone",
		}).state;
		expect(cursor(gone)).toBe("a5");
		expect(gone.status).toEqual({ kind: "error", text: "gone" });
	});

	test("answers of an older reading are dropped", () => {
		const state = run(readyState(), press("f5")).state;
		const stale = run(state, { type: "store-read", request: 1, sessions: [], unreadable: [] }).state;
		expect(stale).toBe(state);
	});

	test("search narrows, starts at the best hit, and Escape clears it with the cursor kept", () => {
		const found = run(readyState(), press("down"), type("flaky")).state;
		expect(titles(found)).toEqual(["Fix flaky login test in CI"]);
		const cleared = run(found, press("escape"));
		expect(cleared.state.sessions.query.text).toBe("");
		expect(cursor(cleared.state)).toBe("a2");
		expect(cleared.effects.filter(({ type }) => type === "quit")).toEqual([]);
	});

	test("Escape on an empty search leaves; Ctrl+C leaves as interrupted", () => {
		expect(effectsOf(readyState(), "escape")).toContainEqual({ type: "quit", code: 0 });
		expect(effectsOf(readyState(), "ctrl+c")).toContainEqual({ type: "quit", code: 130 });
		expect(run(readyState(undefined, undefined, { picker: true }), press("escape")).effects).toContainEqual({
			type: "quit",
			code: 130,
		});
	});

	test("every command works while a search is typed", () => {
		const searching = run(readyState(), type("a")).state;
		expect(run(searching, press("ctrl+n")).state.sessions.namedOnly).toBe(true);
		expect(run(searching, press("ctrl+p")).state.sessions.paths).toBe(true);
		expect(run(searching, press("ctrl+s")).state.menu?.items).toHaveLength(7);
		expect(run(searching, press("ctrl+r")).state.sessions.renaming).toBeDefined();
		expect(run(searching, press("tab")).state.sessions.scope).toBe("repository");
		expect(run(searching, press("enter")).state.session).toBeDefined();
	});

	test("a question mark is help only where nothing is typed", () => {
		expect(run(readyState(), type("?")).state.page?.title).toBe("Help");
		expect(run(readyState(), type("why"), type("?")).state.sessions.query.text).toBe("why?");
	});

	test("sorted by directory it has headings, which the cursor passes over", () => {
		const all = run(readyState(), press("tab"), press("tab"), press("ctrl+s"), type("7")).state;
		expect(titles(all).filter((title) => title.startsWith("#"))).toHaveLength(3);
		const first = run(all, press("home")).state;
		expect(cursorSession(first.sessions)).toBeDefined();
		expect(cursorSession(run(first, press("end"), press("up"), press("up")).state.sessions)).toBeDefined();
	});

	test("rename edits the name in its row and asks for it to be saved", () => {
		const editing = run(readyState(), press("ctrl+r"), press("ctrl+u"), type("New name")).state;
		const { state, effects } = run(editing, press("enter"));
		expect(effects).toContainEqual({
			type: "name-session",
			path: "/home/dev/.prime/agent/sessions/a1.jsonl",
			name: "New name",
		});
		expect(state.sessions.renaming).toBeUndefined();
		expect(run(editing, press("escape")).effects.some((effect) => effect.type === "name-session")).toBe(
			false,
		);
	});

	test("no session key fires while a name is edited", () => {
		const editing = run(readyState(), press("ctrl+r")).state;
		for (const name of ["tab", "ctrl+s", "ctrl+n", "f5", "down", "ctrl+d", "ctrl+w", "ctrl+backspace"]) {
			const { state, effects } = run(editing, press(name));
			expect(state.sessions.renaming).toBeDefined();
			expect(state.menu).toBeUndefined();
			expect(effects.filter(({ type }) => type !== "read-preview")).toEqual([]);
		}
	});

	test("the wheel and a click move the cursor", () => {
		const mouse = (action: "press" | "wheel-down", row: number) =>
			({ type: "input", input: { type: "mouse", action, button: 0, column: 5, row } }) as const;
		expect(cursor(run(readyState(), mouse("press", 6)).state)).toBe("a3");
		expect(cursor(run(readyState(), mouse("wheel-down", 6)).state)).toBe("a4");
		expect(cursor(run(readyState(), mouse("press", 20)).state)).toBe("a1");
	});

	test("Enter resumes at once where a session is being picked, Alt+Enter anywhere", () => {
		const wish = { path: "/home/dev/.prime/agent/sessions/a1.jsonl", prompt: "" };
		expect(effectsOf(readyState(), "alt+enter")).toContainEqual({ type: "resume", wish });
		expect(run(readyState(undefined, undefined, { picker: true }), press("enter")).effects).toContainEqual({
			type: "resume",
			wish,
		});
	});

	test("commands are offered while one is typed, and act on the session under the cursor", () => {
		const named = run(readyState(), type("/na"), press("enter"));
		expect(named.state.sessions.query.text).toBe("/name ");
		expect(run(named.state, type("Better"), press("enter")).effects).toContainEqual({
			type: "name-session",
			path: "/home/dev/.prime/agent/sessions/a1.jsonl",
			name: "Better",
		});
		expect(run(readyState(), type("/quit"), press("enter")).effects).toContainEqual({
			type: "quit",
			code: 0,
		});
		expect(run(readyState(), type("/qiut"), press("enter")).state.status?.text).toContain(
			"Did you mean /quit?",
		);
	});

	test("with no session at all nothing breaks", () => {
		const empty = readyState(undefined, []);
		for (const name of ["up", "down", "pagedown", "home", "end", "enter", "alt+enter", "ctrl+r"]) {
			expect(run(empty, press(name)).effects).toEqual([]);
		}
	});

	test("the preview is read for the session under the cursor, where one is shown", () => {
		const wide = { columns: 120, rows: 30 };
		const reads = (state: State, ...names: string[]) =>
			effectsOf(state, ...names).flatMap((effect) =>
				effect.type === "read-preview" ? [effect.path.slice(-8, -6)] : [],
			);
		expect(reads(readyState(wide), "down")).toEqual(["a2"]);
		expect(reads(readyState(), "down")).toEqual([]);
		expect(reads(readyState(), "ctrl+v", "down")).toEqual(["a1", "a2"]);
	});

	test("an event that changes nothing leaves the state as it is", () => {
		const state = run(readyState(), press("home")).state;
		for (const name of ["up", "home", "f12", "left"]) expect(run(state, press(name)).state).toBe(state);
		expect(run(state, { type: "clock", now: state.now }).state).toBe(state);
		expect(
			run(blankState(), { type: "preview-failed", request: 9, path: "x", reason: "y" }).state.sessions
				.preview,
		).toBeUndefined();
	});
});
