import { cpSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSessionSync } from "../../src/session/session.js";
import { makeStory } from "../support/story.js";

test("label a session, fork its branch, clone it whole: each is on disk, and open", async () => {
	const story = makeStory();
	const names = () => readdirSync(story.sessionDir).filter((name) => name.endsWith(".jsonl"));
	const before = names();
	const pty = story.start();
	await pty.waitFor("10 · recent");
	pty.write("parent with children 2");
	await pty.waitFor("2 of 10");
	pty.press("enter");
	await pty.waitFor("Parent with children 2");
	pty.write("/label checkpoint");
	pty.press("enter");
	await pty.waitFor(/Labelled the last message \(\w+\) "checkpoint"/);
	await pty.waitFor("[checkpoint]");

	pty.write("/fork");
	pty.press("enter");
	await pty.waitFor("You are in a new session from this branch");
	const [forked] = names().filter((name) => !before.includes(name));
	const fork = readSessionSync(join(story.sessionDir, String(forked)));
	expect(fork.header.parentSession).toContain("01a22d84-3fd0-7599");
	expect([...fork.tree.labels.values()].map(({ label }) => label)).toEqual(["checkpoint"]);

	pty.write("/clone");
	pty.press("enter");
	await pty.waitFor("You are in a new session with the whole tree");
	const [cloned] = names().filter((name) => !before.includes(name) && name !== forked);
	// The clone is of what was open: the fork.
	const clone = readSessionSync(join(story.sessionDir, String(cloned)));
	expect(clone.header.parentSession).toBe(fork.path);
	expect(clone.entries).toEqual(fork.entries);
	pty.press("escape");
	await pty.waitFor("of 12");
});

test("what older releases left in directories of their projects moves at the start, and that is said", async () => {
	const story = makeStory();
	const project = join(story.sessionDir, "--home-dev-work-webapp--");
	mkdirSync(project);
	const [name] = readdirSync(story.sessionDir).filter((file) => file.endsWith(".jsonl"));
	const path = join(story.sessionDir, String(name));
	renameSync(path, join(project, String(name)));
	const pty = story.start();
	await pty.waitFor("1 session moved out of per-project directories");
	await pty.waitFor(/of 17|10 · recent/);
	expect(readdirSync(story.sessionDir)).toContain(name);
	expect(readdirSync(story.sessionDir)).not.toContain("--home-dev-work-webapp--");
	pty.press("escape");
	expect(await pty.exit()).toMatchObject({ code: 0 });

	// Where the store was named, nothing is moved.
	mkdirSync(project);
	cpSync(path, join(project, "copy.jsonl"));
	const named = story.start({ args: ["--session-dir", story.sessionDir] });
	await named.waitFor(/11 · recent|10 · recent/);
	named.press("escape");
	await named.exit();
	expect(readdirSync(project)).toEqual(["copy.jsonl"]);
});
