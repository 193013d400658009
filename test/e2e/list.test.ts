import { appendFileSync, copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeStory } from "../support/story.js";

test("fifty arrow keys in one write move fifty rows, and no key clears the whole screen", async () => {
	const story = makeStory();
	const from = join(story.sessionDir, "01a22d80-94a0-75c2-a31e-b5b8cba68a58.jsonl");
	for (let index = 0; index < 60; index++) {
		const number = String(index).padStart(2, "0");
		const path = join(story.sessionDir, `copy-${number}.jsonl`);
		copyFileSync(from, path);
		const entry = {
			type: "session_info",
			id: `c0c0c0${number}`,
			parentId: null,
			timestamp: "",
			name: `copy ${number}`,
		};
		appendFileSync(path, `${JSON.stringify(entry)}\n`);
	}
	const pty = story.start({ columns: 80 });
	await pty.waitFor("10 · recent");
	pty.press("tab", "tab");
	pty.write("copy");
	await pty.waitFor("60 of 77");
	const before = pty.output.length;
	pty.press(...Array.from({ length: 50 }, () => "down"));
	await pty.waitFor(/▸ +copy 50/);
	pty.press(...Array.from({ length: 50 }, (_, index) => (index % 3 === 0 ? "down" : "up")));
	await pty.waitFor(/▸ +copy 34/);
	const written = pty.output.slice(before);
	for (const clear of ["\u001b[2J", "\u001b[3J", "\u001bc"]) expect(written).not.toContain(clear);
});

test("a store that was not read yet is not called empty", async () => {
	const pty = makeStory().start();
	await pty.waitFor("10 · recent");
	expect(pty.output).toContain("Reading the sessions…");
	expect(pty.output).not.toContain("No sessions");
});

test("a file dropped into the store appears, one that goes disappears", async () => {
	const story = makeStory();
	const pty = story.start();
	await pty.waitFor("10 · recent");
	const path = join(story.sessionDir, "dropped.jsonl");
	writeFileSync(
		path,
		`{"type":"session","version":3,"id":"dropped","timestamp":"2026-05-03T14:00:00.000Z","cwd":${JSON.stringify(story.webapp)}}\n` +
			'{"type":"session_info","id":"a1b2c3d4","parentId":null,"timestamp":"2026-05-03T14:00:00.000Z","name":"Dropped by hand"}\n',
	);
	await pty.waitFor("Dropped by hand");
	rmSync(path);
	await pty.waitFor("10 · recent");
});

test("renaming from the list is written to the file and shown", async () => {
	const story = makeStory();
	const pty = story.start();
	await pty.waitFor("10 · recent");
	pty.write("tui named");
	await pty.waitFor("1 of 10");
	pty.press("ctrl+r");
	await pty.waitFor("name:");
	pty.press("ctrl+u");
	pty.write("A better name");
	pty.press("enter");
	await pty.waitFor('Named "A better name"');
	pty.press("escape");
	await pty.waitFor((rows) => rows.some((row) => row.includes("A better name") && row.includes("28")));
});

test("the terminal is whole after each way out", async () => {
	for (const [how, code] of [
		["escape", 0],
		["ctrl+c", 130],
	] as const) {
		const pty = makeStory().start();
		await pty.waitFor("10 · recent");
		pty.press(how);
		expect(await pty.exit()).toMatchObject({ code });
		expect(pty.modes()).toMatchObject({ alternateScreen: false, bracketedPaste: false });
	}
});

test("narrowing and widening leaves one copy of each row", async () => {
	const pty = makeStory().start({ columns: 120, rows: 30 });
	await pty.waitFor("10 · recent");
	for (let round = 0; round < 5; round++) {
		pty.resize(40, 12);
		await pty.waitFor(/ 10\/10/);
		pty.resize(120, 40);
		await pty.waitFor("10 · recent");
	}
	const copies = (rows: string[], text: string) => rows.filter((row) => row.includes(text)).length;
	await pty.waitFor(
		(rows) => copies(rows, "Question 1 about the login form") === 1 && copies(rows, "Enter open") === 1,
	);
	expect(pty.screen().filter((row) => row.startsWith(" prime-sessions"))).toHaveLength(1);
});
