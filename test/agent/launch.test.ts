import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { type Launched, launch } from "../../src/agent/launch.js";
import { AGENT_READY, type FakeAgentOptions, makeFakeAgent } from "../support/fake-agent.js";
import { bundledProgram } from "../support/program.js";
import { type Pty, startPty } from "../support/pty.js";
import { temporaryDirectories } from "../support/temporary.js";

const newDirectory = temporaryDirectories();

const program = bundledProgram(fileURLToPath(new URL("fixtures/launch-program.ts", import.meta.url)));

let directory: string;
let work: string;
beforeEach(() => {
	directory = newDirectory();
	work = join(directory, "wörk space");
	mkdirSync(work);
});

function start(options: FakeAgentOptions = {}, argv = ["prime-agent", "--resume", "/s/a.jsonl"]) {
	const agent = makeFakeAgent(directory, options);
	const pty = startPty({
		program: program(),
		args: [JSON.stringify({ argv, cwd: work, env: { EXTRA: "yes" } })],
		env: { PATH: `${agent.bin}:${process.env.PATH}` },
	});
	return { agent, pty };
}

/** How the program that launched says the agent ended. */
async function launched(pty: Pty): Promise<Partial<Extract<Launched, { kind: "ended" }>>> {
	await pty.exit();
	const line = /launched (\{.*\})/.exec(pty.output)?.[1] ?? "";
	return JSON.parse(line);
}

describe("an agent in a terminal", () => {
	it("gets its arguments, directory, environment, and the terminal itself", async () => {
		const prompt = `it's "$HOME" \`id\`; * \n ünïcode 日本`;
		const { agent, pty } = start({}, ["prime-agent", "--resume", "/s/a b.jsonl", prompt]);
		await pty.waitFor(AGENT_READY);
		pty.write("typed for it\r");
		expect((await pty.exit()).code).toBe(0);
		const record = agent.record();
		expect(record.argv).toEqual(["--resume", "/s/a b.jsonl", prompt]);
		expect(record.cwd).toBe(work);
		expect(record.env).toMatchObject({ EXTRA: "yes", PWD: work, HOME: pty.home });
		expect([record.stdinIsTty, record.stdoutIsTty, record.stderrIsTty]).toEqual([true, true, true]);
		expect(record.stty).toMatch(/(?<!-)\bicanon\b/);
		expect(record.typed).toBe("typed for it\n");
	});

	it("passes its exit code on", async () => {
		const { pty } = start({ code: 42 });
		await pty.waitFor(AGENT_READY);
		pty.write("\r");
		expect((await pty.exit()).code).toBe(42);
	});

	it("that fails at once is told apart, and what it printed stays", async () => {
		const { pty } = start({ behaviour: "fail", code: 3, stderr: "unknown active session" });
		expect(await launched(pty)).toMatchObject({ kind: "ended", code: 3, quick: true });
		expect(pty.screen().join("\n")).toContain("unknown active session");
	});

	it("that ends at once without a failure is no quick failure", async () => {
		const { pty } = start({ behaviour: "end" });
		expect(await launched(pty)).toMatchObject({ code: 0, quick: false });
	});
});

describe("signals", () => {
	it.each(["SIGTERM", "SIGHUP"] as const)("%s is forwarded, and its end waited for", async (signal) => {
		const { agent, pty } = start({ behaviour: "hang" });
		await pty.waitFor(AGENT_READY);
		pty.signal(signal);
		const code = signal === "SIGTERM" ? 143 : 129;
		expect(await launched(pty)).toMatchObject({ code, quick: false });
		expect(agent.record().signals).toEqual([signal]);
	});

	it("Ctrl+C reaches the agent once and leaves this process alone", async () => {
		const { agent, pty } = start({ behaviour: "hang" });
		await pty.waitFor(AGENT_READY);
		pty.press("ctrl+c");
		expect(await launched(pty)).toMatchObject({ code: 130, quick: false });
		expect(agent.record().signals).toEqual(["SIGINT"]);
	});

	it("an agent that a signal ended gives 128 + its number", async () => {
		const { pty } = start({ behaviour: "die" });
		await pty.waitFor(AGENT_READY);
		pty.signal("SIGTERM");
		expect(await launched(pty)).toMatchObject({ code: 143, signal: "SIGTERM" });
		expect((await pty.exit()).code).toBe(143);
	});
});

describe("what cannot start", () => {
	const env = () => ({ PATH: join(directory, "bin") });

	it("is an agent that is not on PATH: 127", async () => {
		expect(await launch({ argv: ["prime-agent"], cwd: work, env: {} }, { env: env() })).toEqual({
			kind: "not-started",
			reason: "no-agent",
			code: 127,
			message: "prime-agent was not found on PATH.",
		});
		expect(await launch({ argv: ["/none/pi"], cwd: work, env: {} }, { env: env() })).toMatchObject({
			code: 127,
			message: "/none/pi was not found.",
		});
	});

	it("is never looked for in the session's directory", async () => {
		makeFakeAgent(work);
		const inWork = { PATH: "::bin:." };
		const result = await launch(
			{ argv: ["prime-agent"], cwd: join(work, "bin"), env: {} },
			{ env: inWork, cwd: directory },
		);
		expect(result).toMatchObject({ reason: "no-agent" });
	});

	it("is a file without permission to run: 126", async () => {
		const agent = makeFakeAgent(directory);
		chmodSync(join(agent.bin, "prime-agent"), 0o644);
		const result = await launch({ argv: ["prime-agent"], cwd: work, env: {} }, { env: env() });
		expect(result).toMatchObject({ reason: "not-executable", code: 126 });
	});

	it("is not a directory of the agent's name, which is passed over", async () => {
		mkdirSync(join(directory, "bin", "prime-agent"), { recursive: true });
		const result = await launch({ argv: ["prime-agent"], cwd: work, env: {} }, { env: env() });
		expect(result).toMatchObject({ reason: "no-agent" });
	});

	it("is a script whose interpreter is missing: not a missing directory, not a missing agent", async () => {
		mkdirSync(join(directory, "bin"));
		writeFileSync(join(directory, "bin", "prime-agent"), "#!/none/node\n", { mode: 0o755 });
		const result = await launch({ argv: ["prime-agent"], cwd: work, env: {} }, { env: env() });
		expect(result).toMatchObject({ reason: "not-executable", code: 126 });
	});

	it.each([
		["a directory that is gone", () => join(directory, "gone"), "does not exist any more"],
		["a file", () => fileURLToPath(import.meta.url), "is not a directory"],
		["a relative path", () => "src", "does not exist any more"],
		["a path no system call takes", () => "/a\0b", "does not exist any more"],
	])("is an agent in %s", async (_, cwd, message) => {
		makeFakeAgent(directory);
		const result = await launch({ argv: ["prime-agent"], cwd: cwd(), env: {} }, { env: env() });
		expect(result).toMatchObject({ reason: "no-directory", code: 1 });
		expect(result.kind === "not-started" && result.message).toContain(message);
	});

	it("is an agent with a prompt that no command line holds", async () => {
		makeFakeAgent(directory);
		const argv: [string, ...string[]] = ["prime-agent", "x".repeat(4_000_000)];
		expect(await launch({ argv, cwd: work, env: {} }, { env: env() })).toMatchObject({
			reason: "prompt-too-long",
		});
	});
});
