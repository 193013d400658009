// Stores of synthetic sessions, written by a generator that this repository does not hold.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SHARED = fileURLToPath(new URL("../../shared/tools/make-corpus.mjs", import.meta.url));

/**
 * An agent directory whose `sessions/` holds so many sessions, in one per-project directory: where pi looks for them, and
 * where they are read here too. With `dir` it is made once and kept there; without, `remove` removes it.
 */
export function corpus(sessions, { "corpus-tool": tool = SHARED, dir }) {
	const kept = dir !== undefined;
	const agentDir = kept ? join(dir, `agent-${sessions}`) : mkdtempSync(join(tmpdir(), "bench-list-"));
	const note = join(agentDir, "corpus.txt");
	if (!existsSync(note)) {
		if (!existsSync(tool)) throw new Error(`no generator at ${tool}; name one with --corpus-tool`);
		const files = join(agentDir, "sessions", "--bench--");
		mkdirSync(files, { recursive: true });
		const args = [tool, "--dir", files, "--sessions", String(sessions)];
		const said = execFileSync(process.execPath, args, { encoding: "utf8" });
		writeFileSync(note, said.replace(` in ${files}`, ""));
	}
	const summary = /entries, (.*)$/m.exec(readFileSync(note, "utf8"))?.[1] ?? "";
	return { agentDir, summary, remove: () => kept || rmSync(agentDir, { recursive: true, force: true }) };
}
