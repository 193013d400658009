import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { type ResumeContext, type ResumeFlags, resumeSession } from "../../src/commands/resume.js";
import { leaseName, systemProcesses } from "../../src/store/lease.js";
import { makeFakeAgent } from "../support/fake-agent.js";
import { temporaryDirectories } from "../support/temporary.js";

const newDirectory = temporaryDirectories();

let directory: string;
let work: string;
let out: string;
let err: string;
beforeEach(() => {
	directory = newDirectory();
	work = join(directory, "work");
	mkdirSync(work);
	out = "";
	err = "";
});

function session(over: object = {}) {
	const path = join(directory, "sessions", "a.jsonl");
	return { path, id: "0199-id", cwd: work, version: 3, sizeBytes: 100, problemCount: 0, ...over };
}

function context(over: Partial<ResumeContext> = {}): ResumeContext {
	return {
		location: {
			sessionDir: join(directory, "sessions"),
			agentDir: join(directory, "agent"),
			kind: "prime",
			isDefault: true,
			source: "default",
		},
		config: { path: "/none" },
		env: { PATH: join(directory, "bin") },
		cwd: directory,
		out: (text) => {
			out += text;
		},
		err: (text) => {
			err += text;
		},
		...over,
	};
}

function resume(flags: ResumeFlags, over: { session?: object; context?: Partial<ResumeContext> } = {}) {
	return resumeSession(session(over.session), flags, context(over.context));
}

describe("--print", () => {
	it("prints what would run as JSON, and runs nothing", async () => {
		const agent = makeFakeAgent(directory, { behaviour: "end" });
		expect(await resume({ print: true, prompt: "go on" })).toBe(0);
		expect(JSON.parse(out)).toEqual({
			argv: ["prime-agent", "--resume", session().path, "go on"],
			cwd: work,
			env: {},
		});
		expect(out.endsWith("}\n")).toBe(true);
		expect(err).toBe("");
		expect(agent.wasRun()).toBe(false);
	});

	it("needs no agent and no directory, but says what is missing", async () => {
		expect(await resume({ print: true }, { session: { cwd: "/gone" } })).toBe(0);
		expect(JSON.parse(out).cwd).toBe("/gone");
		expect(err).toBe("The session's directory /gone does not exist any more.\n");
	});

	it("takes another directory and another agent", async () => {
		await resume({ print: true, cwd: "work", agent: "pi" }, { session: { cwd: "/gone" } });
		expect(JSON.parse(out)).toEqual({ argv: ["pi", "--session", session().path], cwd: work, env: {} });
		expect(err).toBe("");
	});
});

describe("running the agent", () => {
	beforeEach(() => {
		mkdirSync(join(directory, "sessions"));
		writeFileSync(session().path, "{}");
		utimesSync(session().path, 0, 0);
	});

	it("gives it a file whose last line is ended", async () => {
		makeFakeAgent(directory, { behaviour: "end" });
		expect(await resume({})).toBe(0);
		expect(readFileSync(session().path, "utf8")).toBe("{}\n");
		expect(err).toBe("");
	});

	it("in the session's directory ends with its code", async () => {
		const agent = makeFakeAgent(directory, { behaviour: "end", code: 0 });
		expect(await resume({ prompt: "go" })).toBe(0);
		expect(agent.record()).toMatchObject({ cwd: work, argv: ["--resume", session().path, "go"] });
	});

	it("that fails at once says so", async () => {
		makeFakeAgent(directory, { behaviour: "fail", code: 5 });
		expect(await resume({})).toBe(5);
		expect(err).toMatch(/^prime-agent ended after .* with code 5; see above\.\n$/);
	});
});

describe("without an agent", () => {
	it("prints the command to copy and ends with 127", async () => {
		expect(await resume({ prompt: "it's" })).toBe(127);
		expect(err).toMatch(/^prime-agent was not found on PATH\..*\n$/);
		expect(out).toBe(`cd '${work}' && prime-agent --resume '${session().path}' 'it'\\''s'\n`);
	});

	it("asks nothing", async () => {
		const ask = () => Promise.reject(new Error("asked"));
		expect(await resume({}, { session: { cwd: "/gone" }, context: { ask } })).toBe(127);
	});

	it("prints a command that works where the session's directory is gone", async () => {
		const config = { path: "/c", agent: ["missing-agent", "--in", "{cwd}", "{path}"] };
		expect(await resume({}, { session: { cwd: "/gone" }, context: { config } })).toBe(127);
		expect(err).toBe(
			"missing-agent was not found on PATH. Install it, or name another with --agent. " +
				"The session's directory /gone does not exist any more; this runs it here:\n",
		);
		const here = context().cwd;
		expect(out).toBe(`cd '${here}' && missing-agent --in '${here}' '${session().path}'\n`);
	});
});

describe("a directory that is gone", () => {
	beforeEach(() => {
		makeFakeAgent(directory, { behaviour: "end" });
	});

	it("fails without a terminal and says what to do", async () => {
		expect(await resume({}, { session: { cwd: "/gone\x1b[2J" } })).toBe(1);
		expect(err).toBe(
			"The session's directory /gone does not exist any more. Run it in another with --cwd DIR.\n",
		);
		expect(out).toBe("");
	});

	it("is asked about in one", async () => {
		const asked: unknown[] = [];
		const ask = (wish: unknown) => Promise.resolve(asked.push(wish) + 10);
		expect(await resume({ prompt: "go" }, { session: { cwd: "/gone" }, context: { ask } })).toBe(11);
		expect(asked).toEqual([{ path: session().path, prompt: "go" }]);
	});

	it("that was named with --cwd is refused", async () => {
		const ask = () => Promise.reject(new Error("asked"));
		expect(await resume({ cwd: "/none" }, { context: { ask } })).toBe(1);
		expect(err).toBe("The directory /none does not exist. Run it in another with --cwd DIR.\n");
		expect(await resume({ cwd: "/none", print: true })).toBe(0);
		expect(err).toContain("\nThe directory /none does not exist.\n");
	});
});

describe("what is said before", () => {
	it("is the file's size, damage and version, and the settings that were passed over", async () => {
		const location = { ...context().location, warning: "settings.json is not valid JSON" };
		await resume(
			{ print: true },
			{
				session: { version: 4, sizeBytes: 2 ** 30, problemCount: 2 },
				context: { location, config: { path: "/c", problem: "Ignoring /c" } },
			},
		);
		expect(err.split("\n")).toEqual([
			"settings.json is not valid JSON",
			"Ignoring /c",
			expect.stringContaining("version 4"),
			expect.stringContaining("too large"),
			expect.stringContaining("2 lines"),
			"",
		]);
	});

	it("is that an agent has it open", async () => {
		mkdirSync(join(directory, "sessions"));
		writeFileSync(session().path, "");
		const lock = join(directory, "agent", "session-leases", leaseName(session().path));
		mkdirSync(lock, { recursive: true });
		const owner = {
			pid: process.pid,
			processStartId: systemProcesses.startId(process.pid),
			sessionPath: session().path,
		};
		writeFileSync(join(lock, "owner.json"), JSON.stringify(owner));
		expect(await resume({ print: true })).toBe(0);
		expect(err).toBe(`The session is open already (process ${process.pid}); joining it.\n`);
	});
});
