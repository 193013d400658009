import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { PipedProgress } from "../../src/agent/piped-program.js";
import { type SummariseOptions, summarise } from "../../src/agent/summarise.js";
import { type FakeAgentOptions, makeFakeAgent } from "../support/fake-agent.js";
import { temporaryDirectories } from "../support/temporary.js";

const newDirectory = temporaryDirectories();

let directory: string;
beforeEach(() => {
	directory = newDirectory();
});

const branch = `User: it's "$HOME" \`id\`; 日本\n${"line\n".repeat(50_000)}`;

function run(fake: FakeAgentOptions, more: Partial<SummariseOptions> = {}, preface = "") {
	const agent = makeFakeAgent(directory, fake);
	const env = { ...process.env, PATH: `${agent.bin}:${process.env.PATH}` };
	const command = { argv: ["prime-agent", "-p", "do; it $(now)"] as const, preface };
	return { agent, result: summarise(command, branch, { cwd: directory, env, ...more }) };
}

describe("summarising", () => {
	it("gives the branch on standard input and takes the answer from standard output", async () => {
		const { agent, result } = run({ behaviour: "answer", answer: "tried x\n\nIt \x1b[31mbroke\x1b[0m.\n\n" });
		expect(await result).toEqual({ kind: "done", text: "tried x\n\nIt broke." });
		const { argv, typed, stdinIsTty, cwd } = agent.record();
		expect(argv).toEqual(["-p", "do; it $(now)"]);
		expect(typed).toBe(branch);
		expect(stdinIsTty).toBe(false);
		expect(cwd).toBe(directory);
	});

	it("puts the instructions before the branch for a program that takes no argument", async () => {
		const { agent, result } = run({ behaviour: "answer", answer: "ok" }, {}, "Do this.\n\n");
		await result;
		expect(agent.record().typed).toBe(`Do this.\n\n${branch}`);
	});

	it("tells its progress", async () => {
		const seen: PipedProgress[] = [];
		let clock = 0;
		const now = () => clock++;
		const { result } = run(
			{ behaviour: "answer", answer: "12345" },
			{ onProgress: (progress) => seen.push(progress), now },
		);
		await result;
		expect(seen[0]).toEqual({ bytes: 0, milliseconds: 1 });
		expect(seen.at(-1)?.bytes).toBe(5);
	});

	it("is not held up by a program that does not read", async () => {
		expect(await run({ behaviour: "end" }).result).toMatchObject({
			kind: "failed",
			reason: "prime-agent answered nothing",
		});
	});

	it("cuts an answer without end", async () => {
		const { result } = run({ behaviour: "answer", answer: "é".repeat(400_000) });
		expect(await result).toEqual({ kind: "done", text: "é".repeat(32_000) });
	});
});

describe("a summary that fails", () => {
	it("says why in the program's last words", async () => {
		const stderr = "Warning: old\n\x1b[31mError:\x1b[0m no API key\n\n";
		expect(await run({ behaviour: "fail", code: 1, stderr }).result).toEqual({
			kind: "failed",
			reason: "prime-agent failed: Error: no API key",
			noAgent: false,
		});
		const crash = "x.js:3\n  throw e\n\nTypeError: no model\n    at run (x.js:3)\n\nNode.js v20.20.2";
		expect(await run({ behaviour: "fail", code: 1, stderr: crash }).result).toMatchObject({
			reason: "prime-agent failed: TypeError: no model",
		});
		expect(await run({ behaviour: "fail", code: 1, stderr: "one\ntwo" }).result).toMatchObject({
			reason: "prime-agent failed: two",
		});
		expect(await run({ behaviour: "fail", code: 3 }).result).toEqual({
			kind: "failed",
			reason: "prime-agent failed: exit 3",
			noAgent: false,
		});
	});

	it("is one when the answer is blank", async () => {
		expect(await run({ behaviour: "answer", answer: " \n\x1b[0m\n" }).result).toMatchObject({
			kind: "failed",
		});
	});

	it("is one when there is no such program, or it may not run", async () => {
		const missing = await summarise({ argv: ["no-such-agent"], preface: "" }, "x", { cwd: directory });
		expect(missing).toEqual({ kind: "failed", reason: "no-such-agent was not found on PATH", noAgent: true });
		const gone = await run({ behaviour: "answer" }, { cwd: join(directory, "gone") }).result;
		expect(gone).toMatchObject({ kind: "failed", reason: expect.stringContaining("cannot be run") });
	});

	it("is one when it takes too long", async () => {
		const { agent, result } = run({ behaviour: "hang" }, { timeout: 1_000 });
		expect(await result).toEqual({
			kind: "failed",
			reason: "prime-agent did not answer within 1 s",
			noAgent: false,
		});
		expect(agent.record().signals).toEqual(["SIGTERM"]);
	});
});

describe("cancelling", () => {
	/** Cancels once the program has said that it is there. */
	function whenRunning(cancel: () => void) {
		return ({ bytes }: PipedProgress) => {
			if (bytes > 0) cancel();
		};
	}

	it("ends the program", async () => {
		const controller = new AbortController();
		const { agent, result } = run(
			{ behaviour: "hang" },
			{ signal: controller.signal, onProgress: whenRunning(() => controller.abort()) },
		);
		expect(await result).toEqual({ kind: "cancelled" });
		expect(agent.record().signals).toEqual(["SIGTERM"]);
	});

	it("ends what the program started, too, even if that does not listen", async () => {
		const pidFile = join(directory, "pid");
		const script = `#!/bin/sh\n(trap '' TERM; exec sleep 600) &\necho $! > '${pidFile}'\necho started\nwait\n`;
		const program = join(directory, "slow");
		writeFileSync(program, script, { mode: 0o755 });
		const controller = new AbortController();
		const result = summarise({ argv: [program], preface: "" }, "x", {
			cwd: directory,
			signal: controller.signal,
			onProgress: whenRunning(() => controller.abort()),
		});
		expect(await result).toEqual({ kind: "cancelled" });
		const pid = Number(readFileSync(pidFile, "utf8"));
		onTestFinished(() => {
			if (isRunning(pid)) process.kill(pid, "SIGKILL");
		});
		await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 5_000);
	});

	it("before the start runs nothing", async () => {
		const { agent, result } = run({ behaviour: "answer" }, { signal: AbortSignal.abort() });
		expect(await result).toEqual({ kind: "cancelled" });
		expect(agent.wasRun()).toBe(false);
	});

	it("leaves nothing of this process behind", async () => {
		const before = process.listenerCount("exit");
		await run({ behaviour: "answer", answer: "x" }).result;
		expect(process.listenerCount("exit")).toBe(before);
	});
});

/** A process that has ended but was not waited for yet does not count. */
function isRunning(pid: number): boolean {
	const stat = `/proc/${pid}/stat`;
	if (!existsSync(stat)) return false;
	return readFileSync(stat, "utf8").split(" ")[2] !== "Z";
}
