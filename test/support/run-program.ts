/** The built program as a script runs it: without a terminal, in a home of its own. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { storesDir } from "./stores.js";

const PROGRAM = fileURLToPath(new URL("../../bin/prime-sessions.js", import.meta.url));

export interface ProgramHome {
	home: string;
	sessionDir: string;
	run(...args: string[]): { code: number | null; out: string; err: string };
}

/** A home with a copy of Prime Agent's fixture store. */
export function programHome(): ProgramHome {
	const home = realpathSync(mkdtempSync(join(tmpdir(), "prime-sessions-program-")));
	onTestFinished(() => rmSync(home, { recursive: true, force: true }));
	const agentDir = join(home, ".prime", "agent");
	cpSync(join(storesDir, "prime"), agentDir, { recursive: true });
	return {
		home,
		sessionDir: join(agentDir, "sessions"),
		run(...args) {
			const env = { PATH: join(home, "bin"), HOME: home };
			const options = { cwd: home, env, encoding: "utf8" } as const;
			const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], options);
			return { code: status, out: stdout, err: stderr };
		},
	};
}
