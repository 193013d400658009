import { expect, test } from "vitest";
import { AGENT_READY, type FakeAgentOptions } from "../support/fake-agent.js";
import type { Pty } from "../support/pty.js";
import { makeStory } from "../support/story.js";

const GIVEN_BACK = { alternateScreen: false, cursorVisible: true, bracketedPaste: false, mouse: false };

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
