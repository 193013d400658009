import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startPty } from "../support/pty.js";
import { makeStory } from "../support/story.js";

const FILE = "01a22d7f-5dae-772b-bce0-91888e489e82.jsonl";
const PARENT = "01a22d84-3fd0-7599-aa72-56706c7860dd.jsonl";
const ARTIFACTS = "01a22d84-4241-70aa-a0f8-4b51189ceae2";

/** A story whose trash is in its own home. */
function story() {
	const made = makeStory();
	return {
		...made,
		start: (options = {}) =>
			made.start({ ...options, env: { XDG_DATA_HOME: join(made.home, ".local/share") } }),
	};
}

test("a session goes to the trash with its artifacts, and Ctrl+Z brings both back as they were", async () => {
	const { start, sessionDir, home } = story();
	const path = join(sessionDir, PARENT);
	const artifacts = join(home, ".prime/agent/session-artifacts", ARTIFACTS);
	const before = { bytes: readFileSync(path), mtime: statSync(path).mtimeMs };
	const pty = start();
	await pty.waitFor("10 · recent");
	pty.write("children 2");
	await pty.waitFor(/2 of 10[\s\S]*▸ +Parent with children 2/);
	pty.press("ctrl+d");
	await pty.waitFor("artifact files go along");
	expect(pty.screen().join("\n")).toContain("12 messages");
	pty.press("enter");
	await pty.waitFor("Ctrl+Z brings it back");
	expect(existsSync(path)).toBe(false);
	expect(existsSync(artifacts)).toBe(false);
	pty.press("ctrl+z");
	await pty.waitFor("is back from the trash");
	expect(readFileSync(path)).toEqual(before.bytes);
	expect(statSync(path).mtimeMs).toBeCloseTo(before.mtime, 0);
	expect(existsSync(artifacts)).toBe(true);
	pty.press("ctrl+c");
	expect((await pty.exit()).code).toBe(130);
});

test("any move, n or Escape keeps; Ctrl+D twice neither deletes nor leaves", async () => {
	const { start, sessionDir } = story();
	const pty = start();
	await pty.waitFor("10 · recent");
	pty.write("tui named");
	await pty.waitFor("1 of 10");
	for (const key of ["down", "n", "escape"]) {
		pty.press("ctrl+d");
		await pty.waitFor("Move to the trash?");
		pty.press(key);
		await pty.waitFor("Enter open");
	}
	pty.press("ctrl+d");
	await pty.waitFor("Move to the trash?");
	pty.press("ctrl+d");
	pty.press("tab");
	await pty.waitFor("Move to the trash?");
	expect(existsSync(join(sessionDir, FILE))).toBe(true);
});

test("marked sessions go together, and come back one by one from /trash", async () => {
	const { start } = story();
	const pty = start();
	await pty.waitFor("10 · recent");
	pty.press("ctrl+t", "ctrl+t", "ctrl+t");
	await pty.waitFor("3 marked");
	pty.press("ctrl+d");
	await pty.waitFor("Move 3 sessions to the trash?");
	pty.write("y");
	await pty.waitFor("Moved 3 sessions to the trash");
	await pty.waitFor("7 · recent");
	pty.write("/trash\r");
	await pty.waitFor(/^ Trash .*3 sessions/m);
	pty.press("enter");
	await pty.waitFor(/^ Trash .*2 sessions/m);
	pty.press("alt+a", "enter");
	await pty.waitFor("No session of this store lies in the trash");
	pty.press("escape");
	await pty.waitFor("10 · recent");
});

test("names that bite: the right one goes, its neighbours stay", async () => {
	const { start, sessionDir, webapp } = story();
	const header = (id: string) =>
		`${JSON.stringify({ type: "session", version: 3, id, timestamp: "2026-05-03T14:00:00.000Z", cwd: webapp })}\n`;
	const named = (id: string, name: string) =>
		`${header(id)}${JSON.stringify({ type: "session_info", id: "aaaa0001", parentId: null, timestamp: "2026-05-03T14:00:00.000Z", name })}\n`;
	writeFileSync(join(sessionDir, "a[1].jsonl"), named("bite-1", "bracket one"));
	writeFileSync(join(sessionDir, "a1.jsonl"), named("bite-2", "plain one"));
	writeFileSync(join(sessionDir, "s*.jsonl"), named("bite-3", "star"));
	writeFileSync(join(sessionDir, "star.jsonl"), named("bite-4", "no star"));
	symlinkSync(join(sessionDir, "a1.jsonl"), join(sessionDir, "link.jsonl"));
	const pty = start();
	await pty.waitFor(/1[45] · recent/);
	for (const [query, asked] of [
		["bracket one", "bracket one"],
		["star", "star"],
	] as const) {
		pty.write(query);
		await pty.waitFor(/ of 1\d/);
		pty.press("ctrl+d");
		await pty.waitFor(
			(rows) =>
				rows.some((row) => row.includes("Move to the trash?")) && rows.some((row) => row.trim() === asked),
		);
		pty.press("enter");
		await pty.waitFor("Ctrl+Z brings it back");
		pty.press("ctrl+u");
		await pty.waitFor(/› │/);
	}
	expect(existsSync(join(sessionDir, "a[1].jsonl"))).toBe(false);
	expect(existsSync(join(sessionDir, "a1.jsonl"))).toBe(true);
	expect(
		[existsSync(join(sessionDir, "s*.jsonl")), existsSync(join(sessionDir, "star.jsonl"))].filter(Boolean),
	).toHaveLength(1);
});

test("prune shows what would go, spares by hand, and asks once", async () => {
	const { start, sessionDir } = story();
	const pty = start();
	await pty.waitFor("10 · recent");
	pty.press("ctrl+g");
	await pty.waitFor(/^ Prune/m);
	pty.press("ctrl+u");
	await pty.waitFor(/sessions · .* would go/);
	pty.press("tab");
	pty.write("20");
	await pty.waitFor(/^ Prune .*[2-9] sessions[\s\S]*\[20│/m);
	const first = /^ Prune .*?(\d+) sessions/m.exec(pty.screen().join("\n"))?.[1] ?? "0";
	pty.press(...Array.from({ length: 11 }, () => "tab"));
	// Down to the list, whose cursor shows, before the space can mean a session.
	await pty.waitFor(/ ▸ /);
	pty.write(" ");
	await pty.waitFor("1 by you");
	pty.press("enter");
	const rest = Number(first) - 1;
	await pty.waitFor(rest === 1 ? "Move to the trash?" : `Move ${rest} sessions to the trash?`);
	pty.press("enter");
	await pty.waitFor("to the trash (");
	await pty.waitFor(/\d+ · recent/);
	expect(existsSync(join(sessionDir, FILE))).toBe(true);
});

test("what is deleted in the demo does not go to the user's trash", async () => {
	const pty = startPty({ args: ["--demo"], columns: 100, rows: 30 });
	await pty.waitFor("11 · recent");
	pty.press("ctrl+d");
	await pty.waitFor("Move to the trash?");
	pty.press("enter");
	await pty.waitFor("Ctrl+Z brings it back");
	await pty.waitFor("10 · recent");
	pty.press("ctrl+z");
	await pty.waitFor("is back from the trash");
	expect(readdirSync(pty.home)).toEqual([]);
	pty.press("escape");
	expect((await pty.exit()).code).toBe(0);
});
