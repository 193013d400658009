import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AGENT_READY } from "../support/fake-agent.js";
import { startPty } from "../support/pty.js";
import { makeStory } from "../support/story.js";

test("filter, open a session, resume it with a prompt; the agent has the whole terminal and its exit code is ours", async () => {
	const story = makeStory({ code: 143 });
	const pty = story.start();
	await pty.waitFor("10 · recent");
	pty.write("tui named");
	await pty.waitFor("1 of 10");
	pty.press("enter");
	await pty.waitFor("Enter resumes in prime-agent");
	pty.write("now make it pass on node 20");
	await pty.waitFor("now make it pass on node 20");
	pty.press("enter");
	await pty.waitFor(AGENT_READY);
	pty.write("typed to the agent\r");
	expect(await pty.exit()).toMatchObject({ code: 143 });

	const record = story.agent.record();
	expect(record.argv).toEqual([
		"--resume",
		join(story.sessionDir, "01a22d7f-5dae-772b-bce0-91888e489e82.jsonl"),
		"now make it pass on node 20",
	]);
	expect(record.cwd).toBe(story.webapp);
	expect([record.stdinIsTty, record.stdoutIsTty, record.stderrIsTty]).toEqual([true, true, true]);
	expect(record.typed).toContain("typed to the agent");
	expect(record.stty).toMatch(/(?<!-)icanon/);
	expect(pty.modes()).toMatchObject({ alternateScreen: false, bracketedPaste: false });
});

test("Alt+Enter resumes from the list at once, an empty Enter without a prompt", async () => {
	const story = makeStory({ behaviour: "end" });
	const pty = story.start();
	await pty.waitFor("10 · recent");
	pty.press("alt+enter");
	expect(await pty.exit()).toMatchObject({ code: 0 });
	expect(story.agent.record().argv).toHaveLength(2);
});

test("an agent that fails at once: its output stays readable, and the browser comes back and says so", async () => {
	const story = makeStory({ behaviour: "fail", code: 1, stderr: "unknown active session 39e12e96c098" });
	const pty = story.start();
	await pty.waitFor("10 · recent");
	pty.press("alt+enter");
	await pty.waitFor("Enter goes back to the sessions");
	expect(pty.screen().join("\n")).toContain("unknown active session 39e12e96c098");
	pty.press("enter");
	await pty.waitFor(/prime-agent ended after .* with code 1/);
	await pty.waitFor("10 · recent");
	pty.press("ctrl+c");
	expect(await pty.exit()).toMatchObject({ code: 130 });
});

test("a session whose directory is gone: run here, or choose another", async () => {
	const story = makeStory({ behaviour: "end" });
	const pty = story.start();
	await pty.waitFor("10 · recent");
	pty.press("tab", "tab");
	pty.write("long pytool");
	await pty.waitFor("1 of 17");
	pty.press("alt+enter");
	await pty.waitFor("The session's directory is gone");
	expect(pty.screen().join("\n")).toMatch(/▸ Cancel/);
	pty.press("down", "down", "enter");
	await pty.waitFor("Resume in which directory?");
	mkdirSync(join(story.home, "elsewhere"));
	pty.press("ctrl+u");
	pty.write("~/else");
	pty.press("tab");
	await pty.waitFor("~/elsewhere/");
	pty.press("enter");
	expect(await pty.exit()).toMatchObject({ code: 0 });
	expect(story.agent.record().cwd).toBe(join(story.home, "elsewhere"));
});

test("without an agent the command is printed and the exit code is 127", async () => {
	const story = makeStory();
	const pty = story.start({ env: { PATH: join(story.home, "nothing") } });
	await pty.waitFor("10 · recent");
	pty.press("alt+enter");
	expect(await pty.exit()).toMatchObject({ code: 127 });
	expect(pty.screen().join("\n")).toContain("prime-agent --resume");
});

test("a sample without an agent: no command that leads to what is deleted, and the exit code is 127", async () => {
	const pty = startPty({ args: ["--demo"], columns: 100, env: { PATH: "/nothing" } });
	await pty.waitFor("11 · recent");
	pty.press("alt+enter");
	expect(await pty.exit()).toMatchObject({ code: 127 });
	const said = pty.screen().join(" ").replaceAll(/\s+/g, " ");
	expect(said).toContain("not found on PATH. The samples cannot be resumed without an agent.");
	expect(said).not.toContain("--resume");
});
