/** Commands as functions: a store of their own, what they print, and how they end. */
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { failureOf } from "../../src/commands/failure.js";
import type { CommandIo } from "../../src/commands/io.js";
import { leaseName, systemProcesses } from "../../src/store/lease.js";
import { storesDir } from "./stores.js";

export interface CommandHome {
	home: string;
	/** Prime Agent's directory below it. */
	agentDir: string;
	sessionDir: string;
	/** Runs a command; an error that is the user's to see counts as its end, with the line that would be printed. */
	run(command: (io: CommandIo) => Promise<number>, over?: Partial<CommandIo>): Promise<Outcome>;
	/** Writes a session file; the name is relative to the store. */
	write(name: string, content: string | Buffer): string;
	/** Makes an agent hold a lease on a file: this very process. */
	open(path: string): void;
	/** Every file of the store with its bytes, so that a change can be seen. */
	bytes(): { [name: string]: string };
}

export interface Outcome {
	code: number;
	out: string;
	err: string;
	/** What was printed, as JSON. */
	json(): { [key: string]: unknown };
}

/** A home directory with Prime Agent's default store: empty, or a copy of one of the fixtures'. */
export function commandHome(fixture?: "prime"): CommandHome {
	const home = realpathSync(mkdtempSync(join(tmpdir(), "prime-sessions-command-")));
	onTestFinished(() => rmSync(home, { recursive: true, force: true }));
	const agentDir = join(home, ".prime", "agent");
	const sessionDir = join(agentDir, "sessions");
	mkdirSync(sessionDir, { recursive: true });
	if (fixture !== undefined) cpSync(join(storesDir, fixture), agentDir, { recursive: true });
	return {
		home,
		agentDir,
		sessionDir,
		async run(command, over = {}) {
			const outcome = { code: 0, out: "", err: "", json: () => JSON.parse(outcome.out) };
			const io: CommandIo = {
				out: (data) => {
					outcome.out += typeof data === "string" ? data : Buffer.from(data).toString();
				},
				err: (text) => {
					outcome.err += text;
				},
				env: {},
				cwd: home,
				home,
				now: Date.UTC(2026, 11, 1),
				isTerminal: false,
				columns: Number.POSITIVE_INFINITY,
				colours: false,
				...over,
			};
			try {
				outcome.code = await command(io);
			} catch (error) {
				const failure = failureOf(error);
				if (failure === undefined) throw error;
				outcome.code = failure.code;
				outcome.err += `${failure.message}\n`;
			}
			return outcome;
		},
		write(name, content) {
			const path = join(sessionDir, name);
			mkdirSync(join(path, ".."), { recursive: true });
			writeFileSync(path, content);
			return path;
		},
		open(path) {
			const lock = join(agentDir, "session-leases", leaseName(path));
			mkdirSync(lock, { recursive: true });
			const { pid } = process;
			const owner = { version: 1, token: "t", pid, processStartId: systemProcesses.startId(pid) };
			writeFileSync(join(lock, "owner.json"), JSON.stringify({ ...owner, sessionPath: path }));
		},
		bytes() {
			const names = readdirSync(sessionDir, { recursive: true, withFileTypes: true });
			return Object.fromEntries(
				names
					.filter((item) => item.isFile())
					.map((item) => join(item.parentPath, item.name))
					.map((path) => [path.slice(sessionDir.length + 1), readFileSync(path, "latin1")]),
			);
		},
	};
}
