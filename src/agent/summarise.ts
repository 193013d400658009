/** Having a program summarise a text: it gets the text on standard input and answers on standard output. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { performance } from "node:perf_hooks";
import { systemErrorCode } from "../session/errors.js";
import { duration } from "../text/amounts.js";
import { cut } from "../text/columns.js";
import { sanitise, sanitiseLine } from "../text/sanitise.js";
import { findAgent } from "./launch.js";
import { type SummaryCommand, summariserName } from "./summary-command.js";

export interface SummariseOptions {
	/** Where the program runs. */
	readonly cwd: string;
	readonly env?: NodeJS.ProcessEnv;
	/** Ends the program; nothing is answered then. */
	readonly signal?: AbortSignal | undefined;
	/** Milliseconds until it is given up. Default: two minutes. */
	readonly timeout?: number;
	/** Called at the start, every second, and when something was answered. */
	readonly onProgress?: ((progress: SummaryProgress) => void) | undefined;
	/** Milliseconds that only ever grow. */
	readonly now?: () => number;
	readonly spawn?: (program: string, args: readonly string[], options: SpawnOptions) => ChildProcess;
}

export interface SummaryProgress {
	/** How much it has answered. */
	readonly bytes: number;
	/** How long it has run. */
	readonly milliseconds: number;
}

export type Summarised =
	/** Sanitised, not blank. */
	| { readonly kind: "done"; readonly text: string }
	| { readonly kind: "cancelled" }
	| {
			readonly kind: "failed";
			/** One line for the user. */
			readonly reason: string;
			/** There is no such program. */
			readonly noAgent: boolean;
	  };

const TIMEOUT_MS = 120_000;
const TICK_MS = 1_000;
/** How long a program that was asked to end may take to do so. */
const GRACE_MS = 2_000;
/** More than this is no summary. */
const MOST_BYTES = 256 * 1024;
const MOST_CHARACTERS = 32_000;
const ERROR_BYTES = 8 * 1024;
const LONGEST_REASON = 200;

/**
 * Runs `command` with `text` on its standard input, in a process group of its own: cancelling, a time-out and the end of
 * this process end the programs it started too. Never rejects for what the program does.
 */
export async function summarise(
	command: SummaryCommand,
	text: string,
	options: SummariseOptions,
): Promise<Summarised> {
	const { cwd, env = process.env, signal, timeout = TIMEOUT_MS } = options;
	const name = summariserName(command);
	const failed = (reason: string, noAgent = false): Summarised => ({
		kind: "failed",
		reason: sanitiseLine(reason),
		noAgent,
	});
	if (signal?.aborted) return { kind: "cancelled" };
	const [program, ...args] = command.argv;
	const found = findAgent({ argv: [program, ...args] }, { env, cwd });
	if ("kind" in found) return failed(found.message.replace(/\.$/, ""), found.reason === "no-agent");
	const ended = await run(found.path, args, `${command.preface}${text}`, options);
	switch (ended.kind) {
		case "cancelled":
			return ended;
		case "timed-out":
			return failed(`${name} did not answer within ${duration(timeout)}`);
		case "not-started":
			return failed(`${name} cannot be run: ${ended.error.message}`);
		case "ended": {
			const { code, by, errors } = ended;
			if (by !== null) return failed(`${name} was ended by ${by}`);
			if (code !== 0) return failed(`${name} failed: ${reasonIn(errors) || `exit ${code}`}`);
			const answer = sanitise(ended.answer.slice(0, MOST_CHARACTERS)).trim();
			const why = reasonIn(errors);
			if (answer === "") return failed(`${name} answered nothing${why === "" ? "" : `: ${why}`}`);
			return { kind: "done", text: answer };
		}
		default:
			return ended satisfies never;
	}
}

type Ended =
	| { kind: "cancelled" }
	| { kind: "timed-out" }
	| { kind: "not-started"; error: Error }
	| { kind: "ended"; code: number | null; by: NodeJS.Signals | null; answer: string; errors: string };

function run(
	program: string,
	args: readonly string[],
	input: string,
	{ cwd, env = process.env, signal, timeout = TIMEOUT_MS, onProgress, ...more }: SummariseOptions,
): Promise<Ended> {
	const { now = () => performance.now(), spawn: start = spawn } = more;
	return new Promise((resolve) => {
		let child: ChildProcess;
		try {
			child = start(program, args, {
				cwd,
				env: { ...env, PWD: cwd },
				stdio: ["pipe", "pipe", "pipe"],
				detached: true,
			});
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			resolve({ kind: "not-started", error });
			return;
		}
		const answer = new Collected(MOST_BYTES, "first");
		const errors = new Collected(ERROR_BYTES, "last");
		const began = now();
		const report = () => onProgress?.({ bytes: answer.bytes, milliseconds: now() - began });
		let given: "cancelled" | "timed-out" | undefined;
		let killing: NodeJS.Timeout | undefined;
		let lingering: NodeJS.Timeout | undefined;
		const giveUp = (why: "cancelled" | "timed-out") => {
			if (given !== undefined) return;
			given = why;
			killGroup(child, "SIGTERM");
			killing = setTimeout(() => killGroup(child, "SIGKILL"), GRACE_MS);
		};
		const cancel = () => giveUp("cancelled");
		const killNow = () => killGroup(child, "SIGKILL");
		const timer = setTimeout(() => giveUp("timed-out"), timeout);
		const ticking = setInterval(report, TICK_MS);
		const finish = (ended: Ended) => {
			clearTimeout(timer);
			clearTimeout(killing);
			clearTimeout(lingering);
			clearInterval(ticking);
			signal?.removeEventListener("abort", cancel);
			process.off("exit", killNow);
			// What it started may hold its output open, and has nobody to answer to.
			if (given !== undefined) killNow();
			child.stdout?.destroy();
			child.stderr?.destroy();
			resolve(given === undefined ? ended : { kind: given });
		};
		signal?.addEventListener("abort", cancel, { once: true });
		process.on("exit", killNow);
		child.on("error", (error) => {
			if (child.pid === undefined) finish({ kind: "not-started", error });
		});
		child.stdout?.on("data", (chunk: Buffer) => {
			answer.add(chunk);
			report();
		});
		child.stderr?.on("data", (chunk: Buffer) => errors.add(chunk));
		const end = (code: number | null, by: NodeJS.Signals | null) =>
			finish({ kind: "ended", code, by, answer: answer.text(), errors: errors.text() });
		child.on("close", end);
		child.on("exit", (code, by) => {
			if (given !== undefined) end(code, by);
			// A program it left behind may keep its output open.
			else lingering = setTimeout(() => end(code, by), GRACE_MS);
		});
		// A program that does not read, or ends before it has read all, is judged by how it ends.
		child.stdin?.on("error", (error) => {
			if (systemErrorCode(error) === undefined) throw error;
		});
		child.stdin?.end(input);
		report();
	});
}

/** The first or the last bytes of a stream. */
class Collected {
	bytes = 0;
	#chunks: Buffer[] = [];
	#kept = 0;
	readonly #most: number;
	readonly #end: "first" | "last";

	constructor(most: number, end: "first" | "last") {
		this.#most = most;
		this.#end = end;
	}

	add(chunk: Buffer): void {
		this.bytes += chunk.length;
		if (this.#end === "first") {
			const part = chunk.subarray(0, this.#most - this.#kept);
			if (part.length > 0) this.#chunks.push(part);
			this.#kept += part.length;
			return;
		}
		this.#chunks = [Buffer.concat([...this.#chunks, chunk]).subarray(-this.#most)];
	}

	text(): string {
		return Buffer.concat(this.#chunks).toString("utf8");
	}
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	try {
		process.kill(-child.pid, signal);
	} catch (error) {
		// It is gone already; some systems say so in other words.
		const code = systemErrorCode(error);
		if (code !== "ESRCH" && code !== "EPERM") throw error;
	}
}

/** The line that says why: the last one that speaks of an error, as a stack and a version may follow it, else the last. */
function reasonIn(text: string): string {
	const lines = text
		.split(/[\r\n]/)
		.map(sanitiseLine)
		.filter((line) => line !== "" && !/^at\s/.test(line));
	return cut(lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? "", LONGEST_REASON);
}
