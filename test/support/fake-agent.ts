/** Stand-ins for the agents: executables that record how they were called and what reached them. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface FakeAgentOptions {
	/** Default: "prime-agent". */
	name?: string;
	/** Its exit code. Default: 0. */
	code?: number;
	/**
	 * "read" (default) reads a line from stdin and ends; "fail" prints `stderr` and ends at once; "end" ends at once;
	 * "answer" reads all of stdin, prints `answer` and ends;
	 * "hang" waits for a signal, records it and ends with 128 + its number; "die" lets the signal end it;
	 * "wreck" leaves the terminal as an agent that was killed does, and ends by SIGKILL.
	 */
	behaviour?: "read" | "fail" | "end" | "answer" | "hang" | "die" | "wreck";
	stderr?: string;
	/** What "answer" prints, as it is. Default: nothing. */
	answer?: string;
}

/** What a fake agent saw. */
export interface AgentRecord {
	/** Without the interpreter and the script. */
	argv: string[];
	cwd: string;
	env: { [name: string]: string };
	stdinIsTty: boolean;
	stdoutIsTty: boolean;
	stderrIsTty: boolean;
	/** The terminal's modes as `stty -a` prints them; empty where stdin is none. */
	stty: string;
	/** The bytes read from stdin as text: up to the first line end, or all of it ("answer"). */
	typed: string;
	signals: string[];
}

export interface FakeAgent {
	/** To put first on PATH. */
	bin: string;
	/** What it saw; throws when it was not run (yet). */
	record(): AgentRecord;
	wasRun(): boolean;
}

/** Its first line of output, when it is ready for input or a signal. */
export const AGENT_READY = "fake agent ready";

/** Writes a fake agent into `<directory>/bin`. */
export function makeFakeAgent(directory: string, options: FakeAgentOptions = {}): FakeAgent {
	const { name = "prime-agent", code = 0, behaviour = "read", stderr = "", answer = "" } = options;
	const bin = join(directory, "bin");
	const recordPath = join(directory, `${name}.json`);
	mkdirSync(bin, { recursive: true });
	const program = join(bin, name);
	const told = JSON.stringify({ recordPath, code, behaviour, stderr, answer, ready: AGENT_READY });
	writeFileSync(program, `#!${process.execPath}\n(${agent.toString()})(${told});\n`);
	chmodSync(program, 0o755);
	return {
		bin,
		record: () => JSON.parse(readFileSync(recordPath, "utf8")) as AgentRecord,
		wasRun: () => existsSync(recordPath),
	};
}

// Written into the executable as it stands: it may use nothing of this module.
function agent(options: {
	recordPath: string;
	code: number;
	behaviour: string;
	stderr: string;
	answer: string;
	ready: string;
}): void {
	const fs = require("node:fs") as typeof import("node:fs");
	const { execFileSync } = require("node:child_process") as typeof import("node:child_process");
	const { constants } = require("node:os") as typeof import("node:os");
	const record: AgentRecord = {
		argv: process.argv.slice(2),
		cwd: process.cwd(),
		env: { ...process.env } as { [name: string]: string },
		stdinIsTty: process.stdin.isTTY === true,
		stdoutIsTty: process.stdout.isTTY === true,
		stderrIsTty: process.stderr.isTTY === true,
		stty: "",
		typed: "",
		signals: [],
	};
	if (record.stdinIsTty) {
		record.stty = execFileSync("stty", ["-a"], { stdio: ["inherit", "pipe", "inherit"], encoding: "utf8" });
	}
	const end = (code: number): void => {
		fs.writeFileSync(options.recordPath, JSON.stringify(record));
		process.exit(code);
	};
	if (options.stderr !== "") process.stderr.write(`${options.stderr}\n`);
	if (options.behaviour === "fail" || options.behaviour === "end") {
		end(options.code);
		return;
	}
	if (options.behaviour === "answer") {
		const parts: Buffer[] = [];
		process.stdin.on("data", (chunk: Buffer) => parts.push(chunk));
		process.stdin.on("end", () => {
			record.typed = Buffer.concat(parts).toString();
			process.stdout.write(options.answer, () => end(options.code));
		});
		return;
	}
	if (options.behaviour === "wreck") {
		execFileSync("stty", ["raw", "-echo"], { stdio: "inherit" });
		fs.writeSync(1, "\x1b[?25l\x1b[?2004h\x1b[?1003h\x1b[?1006h\x1b[>1u\x1b[31m");
		process.kill(process.pid, "SIGKILL");
	}
	if (options.behaviour === "read") {
		const chunks: Buffer[] = [];
		process.stdin.on("data", (chunk: Buffer) => {
			chunks.push(chunk);
			record.typed = Buffer.concat(chunks).toString();
			if (/[\r\n]/.test(record.typed)) end(options.code);
		});
		process.stdin.on("end", () => end(options.code));
	} else {
		setInterval(() => undefined, 60_000);
		for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const) {
			process.on(signal, () => {
				record.signals.push(signal);
				fs.writeFileSync(options.recordPath, JSON.stringify(record));
				if (options.behaviour === "hang") end(128 + constants.signals[signal]);
				process.removeAllListeners(signal);
				process.kill(process.pid, signal);
			});
		}
	}
	fs.writeFileSync(options.recordPath, JSON.stringify(record));
	console.log(options.ready);
}
