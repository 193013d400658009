import { expect, test } from "vitest";
import { makeStory } from "../support/story.js";

const SIZES = [
	[40, 12],
	[120, 40],
	[10, 5],
	[80, 24],
	[20, 8],
	[100, 30],
] as const;

test("whatever the window becomes, each row is there once and what the shell printed is kept", async () => {
	const pty = makeStory().start();
	await pty.waitFor("10 · recent");
	for (const [columns, rows] of SIZES) {
		pty.resize(columns, rows);
		await pty.waitFor((screen) => screen.filter((row) => row.includes("▸")).length === 1 && fits(screen));
	}
	await pty.waitFor((screen) => screen.filter((row) => row.includes("prime-sessions  here:")).length === 1);
	expect(pty.output).not.toContain("\x1b[3J");

	function fits(screen: string[]): boolean {
		return screen.at(-1) === "" && screen.filter((row) => row.includes("? help")).length === 1;
	}
});

test("a menu and a name being edited survive a window of any size", async () => {
	const pty = makeStory().start();
	await pty.waitFor("10 · recent");
	pty.press("ctrl+s");
	await pty.waitFor("Sort the sessions by");
	pty.resize(30, 6);
	await pty.waitFor(/▸ Recent/);
	pty.press("down", "down", "down", "down", "down", "down");
	await pty.waitFor(/▸ Directory/);
	pty.resize(100, 30);
	await pty.waitFor(/Cost: .*\n.*▸ Directory/);
	pty.press("escape");
	await pty.waitFor("10 · recent");
	pty.press("ctrl+r");
	pty.write("kept");
	pty.resize(40, 10);
	await pty.waitFor(/name: .*kept│/);
	pty.resize(100, 30);
	await pty.waitFor(/name: .*kept│/);
	expect(pty.output).not.toContain("\x1b[3J");
});
