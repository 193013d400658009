/** What the end-to-end stories share: a store of real sessions whose working directory is there, and agents. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type FakeAgent, type FakeAgentOptions, makeFakeAgent } from "./fake-agent.js";
import { type Pty, type PtyOptions, startPty } from "./pty.js";
import { storesDir } from "./stores.js";

export interface Story {
	/** The home directory. */
	home: string;
	/** A directory that ten of the sessions name. */
	webapp: string;
	sessionDir: string;
	agent: FakeAgent;
	/** Starts prime-sessions in `webapp`, with the fake agent first on PATH. */
	start(options?: PtyOptions): Pty;
}

/** A home of its own with Prime Agent's fixture sessions, which say that they ran below it. */
export function makeStory(agentOptions: FakeAgentOptions = {}): Story {
	const home = mkdtempSync(join(tmpdir(), "prime-sessions-story-"));
	onTestFinished(() => rmSync(home, { recursive: true, force: true }));
	const sessionDir = join(home, ".prime", "agent", "sessions");
	const webapp = join(home, "work", "webapp");
	mkdirSync(webapp, { recursive: true });
	cpSync(join(storesDir, "prime"), join(home, ".prime", "agent"), { recursive: true });
	for (const name of readdirSync(sessionDir)) {
		const path = join(sessionDir, name);
		writeFileSync(
			path,
			readFileSync(path, "utf8").replace('"cwd":"/home/dev/', () => `"cwd":"${home}/`),
		);
	}
	const agent = makeFakeAgent(home, agentOptions);
	return {
		home,
		webapp,
		sessionDir,
		agent,
		start: (options = {}) =>
			startPty({
				home,
				cwd: webapp,
				columns: 100,
				rows: 30,
				...options,
				env: { PATH: `${agent.bin}:${process.env.PATH}`, ...options.env },
			}),
	};
}
