import { expect, test } from "vitest";
import { AGENT_READY, type FakeAgentOptions } from "../support/fake-agent.js";
import type { Pty } from "../support/pty.js";
import { makeStory } from "../support/story.js";

const GIVEN_BACK = { alternateScreen: false, cursorVisible: true, bracketedPaste: false, mouse: false };

function occurrences(text: string, part: string): number {
	return text.split(part).length - 1;
}

/** Starts the browser and hands its first session over to an agent that waits. */
async function handOver(options: FakeAgentOptions) {
	const story = makeStory(options);
	const pty = story.start();
	await pty.waitFor("10 · recent");
	pty.press("alt+enter");
	await pty.waitFor(AGENT_READY);
	return { agent: story.agent, pty };
}

function expectWhole(pty: Pty): void {
	expect(pty.modes()).toEqual(GIVEN_BACK);
	expect(pty.output.lastIndexOf("\x1b[?25l")).toBeLessThan(pty.output.lastIndexOf("\x1b[?25h"));
}

test("the agent starts in a terminal that is whole, and what is typed reaches it alone", async () => {
	const { agent, pty } = await handOver({ behaviour: "read" });
	expectWhole(pty);
	pty.write("q down j /quit\r");
	expect(await pty.exit()).toEqual({ code: 0, signal: 0 });
	expect(agent.record().typed).toBe("q down j /quit\n");
	expectWhole(pty);
});

test.each([
	["SIGTERM", 143],
	["SIGHUP", 129],
] as const)("%s reaches the agent, and its end is ours", async (signal, code) => {
	const { agent, pty } = await handOver({ behaviour: "hang" });
	pty.signal(signal);
	expect(await pty.exit()).toEqual({ code, signal: 0 });
	expect(agent.record().signals).toEqual([signal]);
	expectWhole(pty);
});

test("Ctrl+C is the agent's", async () => {
	const { agent, pty } = await handOver({ behaviour: "hang" });
	pty.press("ctrl+c");
	expect(await pty.exit()).toEqual({ code: 130, signal: 0 });
	expect(agent.record().signals).toEqual(["SIGINT"]);
});

test("an agent that is killed leaves neither the browser nor the shell a broken terminal", async () => {
	const story = makeStory({ behaviour: "wreck" });
	const pty = story.start();
	await pty.waitFor("10 · recent");
	pty.press("alt+enter");
	await pty.waitFor(/^prime-agent ended after .* with code 137/m);
	expectWhole(pty);
	pty.press("enter");
	// With the line settings of the agent, each row would begin where the one above ends.
	await pty.waitFor((rows) => rows[0]?.startsWith(" prime-sessions  here:") === true);
	await pty.waitFor((rows) => rows.some((row) => row.startsWith(" ✗ prime-agent ended after")));
	pty.press("escape");
	expect(await pty.exit()).toEqual({ code: 0, signal: 0 });
	expectWhole(pty);
	expect(occurrences(pty.output, "\x1b[<u")).toBeGreaterThanOrEqual(occurrences(pty.output, "\x1b[>1u"));
});

test("a prompt that no command line can take comes back to be edited", async () => {
	const story = makeStory({ behaviour: "end" });
	const pty = story.start();
	await pty.waitFor("10 · recent");
	pty.press("enter");
	await pty.waitFor("Enter resumes in prime-agent");
	// 99,000 characters, but three times as many bytes.
	pty.paste("日".repeat(99_000));
	await pty.waitFor(/日│/);
	pty.press("enter");
	await pty.waitFor("The prompt is too long for a command line");
	await pty.waitFor(/日│/);
	expect(story.agent.wasRun()).toBe(false);
	expect(pty.modes()).toMatchObject({ alternateScreen: true });
});

test("the browser that comes back after a failure takes keys as before, and leaves the terminal whole", async () => {
	const story = makeStory({ behaviour: "fail", code: 1, stderr: "no such model" });
	const pty = story.start();
	await pty.waitFor("10 · recent");
	for (let times = 0; times < 3; times++) {
		pty.press("alt+enter");
		await pty.waitFor("Enter goes back to the sessions");
		expectWhole(pty);
		pty.press("enter");
		await pty.waitFor("10 · recent");
		expect(pty.modes()).toMatchObject({ alternateScreen: true, bracketedPaste: true });
	}
	pty.write("tui named");
	await pty.waitFor("1 of 10");
	pty.signal("SIGTERM");
	expect(await pty.exit()).toEqual({ code: 143, signal: 0 });
	expectWhole(pty);
});
