import { describe, expect, it } from "vitest";
import type { Config } from "../../src/agent/config.js";
import {
	type SummaryCommandOptions,
	summariserName,
	summaryCommand,
	summaryPlace,
} from "../../src/agent/summary-command.js";
import { temporaryDirectory } from "../support/temporary.js";

const prime = { sessionDir: "/s", agentDir: "/a", kind: "prime" as const };
const pi = { sessionDir: "/s", agentDir: "/a", kind: "pi" as const };

function command(
	config: Pick<Config, "agent" | "summarise"> = {},
	more: Partial<SummaryCommandOptions> = {},
) {
	return summaryCommand("/s/a.jsonl", { config, location: prime, ...more });
}

describe("the command that summarises", () => {
	it("is the session's agent in print mode, without a session and without tools", () => {
		const { argv, preface } = command();
		expect(argv.slice(0, 4)).toEqual(["prime-agent", "--no-session", "--no-tools", "-p"]);
		expect(argv).toHaveLength(5);
		expect(argv[4]).toMatch(/^The text above is a branch/);
		expect(preface).toBe("");
		expect(command({}, { location: pi }).argv[0]).toBe("pi");
		expect(summariserName(command({ agent: "/opt/bin/prime-agent" }))).toBe("prime-agent");
		expect(command({}, { agent: "pi" }).argv[0]).toBe("pi");
	});

	it("is the plain agent where the configured one is a whole command that resumes", () => {
		expect(command({ agent: ["wrapper", "--resume", "{path}"] }).argv[0]).toBe("prime-agent");
	});

	it("is the configured one, with the instructions where it wants them, else on standard input", () => {
		const filled = command({ summarise: ["llm", "-s", "Do: {instructions}"] }, { focus: "$& tests" });
		expect(filled.argv[2]).toMatch(/^Do: The text above[\s\S]*\$& tests$/);
		expect(filled.preface).toBe("");
		const plain = command({ summarise: ["llm", "-m", "x"] });
		expect(plain.argv).toEqual(["llm", "-m", "x"]);
		expect(plain.preface).toMatch(/^The text above[\s\S]*\n\n$/);
	});

	it("tells what to look at, as one argument whatever it says", () => {
		const { argv } = command({}, { focus: '  --help "$(id)"; \0 the token tests  ' });
		expect(argv.at(-1)).toMatch(/concerns this: --help "\$\(id\)"; {2}the token tests$/);
		expect(command({}, { focus: " " }).argv).toEqual(command().argv);
	});
});

describe("where it runs", () => {
	const root = temporaryDirectory();

	it("is the session's directory while it is there, else the user's", async () => {
		const place = (cwd: string) =>
			summaryPlace(command(), { location: prime, sessionCwd: cwd, cwd: "/here", env: {} });
		expect((await place(root)).cwd).toBe(root);
		expect((await place(`${root}/gone`)).cwd).toBe("/here");
	});

	it("tells Prime Agent alone where its settings are", async () => {
		const env = { PATH: "/bin" };
		const place = (of: ReturnType<typeof command>, location: SummaryCommandOptions["location"]) =>
			summaryPlace(of, { location, sessionCwd: root, cwd: root, env });
		expect((await place(command(), prime)).env).toEqual({ ...env, PRIME_AGENT_CODING_AGENT_DIR: "/a" });
		expect((await place(command({}, { location: pi }), pi)).env).toEqual(env);
		expect((await place(command({ summarise: ["llm"] }), prime)).env).toEqual(env);
	});
});
