import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agentName, type ResumeOptions, resumeCommand } from "../../src/agent/command.js";

const PRIME = { sessionDir: "/h/.prime/agent/sessions", agentDir: "/h/.prime/agent", kind: "prime" } as const;
const PI = { sessionDir: "/h/.pi/agent/sessions", agentDir: "/h/.prime/agent", kind: "pi" } as const;
const SESSION = { path: `${PRIME.sessionDir}/a b.jsonl`, id: "0199-id", cwd: "/work/it's" };

function argv(options: Partial<ResumeOptions> = {}, session = SESSION): string[] {
	return resumeCommand(session, { config: {}, location: PRIME, ...options }).argv;
}

describe("which agent", () => {
	it("is Prime Agent for its own sessions, by path", () => {
		expect(resumeCommand(SESSION, { config: {}, location: PRIME })).toEqual({
			argv: ["prime-agent", "--resume", SESSION.path],
			cwd: SESSION.cwd,
			env: {},
		});
	});

	it("is pi for pi's, in a directory of a project too", () => {
		const path = `${PI.sessionDir}/--work--/2026-11-30T17-27-59-491Z_0199.jsonl`;
		expect(argv({ location: PI }, { ...SESSION, path })).toEqual(["pi", "--session", path]);
		// A file named by its path, outside the store that is open.
		expect(argv({ location: PRIME }, { ...SESSION, path })).toEqual(["pi", "--session", path]);
		expect(argv({ location: PI })).toEqual(["prime-agent", "--resume", SESSION.path]);
	});

	it("is Prime Agent where nothing tells", () => {
		const path = "/nowhere/s/a.jsonl";
		expect(
			argv({ location: { ...PRIME, sessionDir: "/nowhere/s", kind: "other" } }, { ...SESSION, path })[0],
		).toBe("prime-agent");
	});

	it("is the configured one, or that of the flag before it", () => {
		expect(argv({ config: { agent: "pi" } })).toEqual(["pi", "--session", SESSION.path]);
		expect(argv({ config: { agent: "pi" }, agent: "prime-agent" })).toEqual([
			"prime-agent",
			"--resume",
			SESSION.path,
		]);
		expect(argv({ agent: "/opt/pi" })).toEqual(["/opt/pi", "--session", SESSION.path]);
		expect(argv({ agent: "/opt/my-prime" })).toEqual(["/opt/my-prime", "--resume", SESSION.path]);
	});

	it("has a name for people", () => {
		expect(agentName(SESSION.path, { config: {}, location: PRIME })).toBe("prime-agent");
		expect(agentName(SESSION.path, { config: { agent: ["/opt/x/run", "{path}"] }, location: PRIME })).toBe(
			"run",
		);
	});
});

describe("the prompt", () => {
	it("is the last argument", () => {
		expect(argv({ prompt: "fix it" }).at(-1)).toBe("fix it");
		expect(argv({ prompt: "fix it", agent: "pi" })).toEqual(["pi", "--session", SESSION.path, "fix it"]);
	});

	it("that says nothing is none", () => {
		expect(argv({ prompt: "" })).toHaveLength(3);
		expect(argv({ prompt: " \n " })).toHaveLength(3);
		expect(argv({ prompt: "\0" })).toHaveLength(3);
	});

	it("is never taken for an option or for a file", () => {
		expect(argv({ prompt: "--help me" }).at(-1)).toBe(" --help me");
		expect(argv({ prompt: "-p" }).at(-1)).toBe(" -p");
		expect(argv({ prompt: "@notes.md explain" }).at(-1)).toBe(" @notes.md explain");
	});

	it("is otherwise passed as it is", () => {
		fc.assert(
			fc.property(fc.string({ unit: "grapheme" }), (prompt) => {
				const [, , , argument, ...more] = argv({ prompt });
				const text = prompt.replaceAll("\0", "");
				expect(more).toEqual([]);
				if (text.trim() === "") {
					expect(argument).toBeUndefined();
					return;
				}
				expect(argument?.replace(/^ (?=[-@])/, "")).toBe(text.replace(/^ (?=[-@])/, ""));
				expect(argument).toMatch(/^[^-@]/);
			}),
		);
	});
});

describe("a command template", () => {
	const agent = ["run", "--at={cwd}", "{path}", "-i", "{id}", "{unknown}", "{prompt}"];

	it("is filled in", () => {
		expect(argv({ config: { agent }, prompt: "-go" })).toEqual([
			"run",
			"--at=/work/it's",
			SESSION.path,
			"-i",
			"0199-id",
			"{unknown}",
			" -go",
		]);
	});

	it("loses the argument that is only the prompt where there is none", () => {
		expect(argv({ config: { agent: ["run", "{path}", "{prompt}", "--x={prompt}"] } })).toEqual([
			"run",
			SESSION.path,
			"--x=",
		]);
	});

	it("gets the prompt at its end where it has no place for it", () => {
		expect(argv({ config: { agent: ["run", "{path}"] }, prompt: "go" })).toEqual(["run", SESSION.path, "go"]);
		expect(argv({ config: { agent: ["run", "{path}", "--say={prompt}"] }, prompt: "-go" }).at(-1)).toBe(
			"--say=-go",
		);
	});

	it("does not fill in what was filled in", () => {
		const session = { ...SESSION, path: "/s/{prompt}$&.jsonl" };
		expect(argv({ config: { agent: ["run", "{path}"] }, prompt: "{id}" }, session)).toEqual([
			"run",
			"/s/{prompt}$&.jsonl",
			"{id}",
		]);
	});
});

describe("where and with what", () => {
	it("runs in another directory when told to", () => {
		expect(resumeCommand(SESSION, { config: {}, location: PRIME, cwd: "/else" }).cwd).toBe("/else");
	});

	it("tells Prime Agent of the agent directory that was named", () => {
		const options = { config: {}, location: PRIME, agentDir: "../agent" };
		expect(resumeCommand(SESSION, options).env).toEqual({ PRIME_AGENT_CODING_AGENT_DIR: PRIME.agentDir });
		expect(resumeCommand(SESSION, { ...options, agent: "pi" }).env).toEqual({});
	});
});
