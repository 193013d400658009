/** Running a program between pipes, and giving it up. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { performance } from "node:perf_hooks";
import { systemErrorCode } from "../session/errors.js";

export interface PipedOptions {
	/** Where the program runs. */
	readonly cwd: string;
	readonly env: NodeJS.ProcessEnv;
	/** Gives the program up. */
	readonly signal?: AbortSignal | undefined;
	/** Milliseconds until it is given up. */
	readonly timeout: number;
	/** Called at the start, every second, and when something was answered. */
	readonly onProgress?: ((progress: PipedProgress) => void) | undefined;
	/** Milliseconds that only ever grow. */
	readonly now?: (() => number) | undefined;
	readonly spawn?:
		| ((program: string, args: readonly string[], options: SpawnOptions) => ChildProcess)
		| undefined;
}

export interface PipedProgress {
	/** How much it has answered. */
	readonly bytes: number;
	/** How long it has run. */
	readonly milliseconds: number;
}

const TICK_MS = 1_000;
/** How long a program that was asked to end may take to do so, and its output to close after its end. */
const GRACE_MS = 2_000;
/** The most that is kept of an answer, its beginning, and of what is said on standard error, its end. */
const MOST_BYTES = 256 * 1024;
const ERROR_BYTES = 8 * 1024;

/** How a program ended, or that it was given up. */
export type Ended =
	| { kind: "cancelled" }
	| { kind: "timed-out" }
	| { kind: "not-started"; error: Error }
	| { kind: "ended"; code: number | null; by: NodeJS.Signals | null; answer: string; errors: string };

/**
 * Runs a program in a process group of its own, with `input` on its standard input. Giving it up, and the end of this
 * process, end the programs it started too. Never rejects for what the program does.
 */
export function runPiped(
	program: string,
	args: readonly string[],
	input: string,
	options: PipedOptions,
): Promise<Ended> {
	const { cwd, env, signal, timeout, onProgress } = options;
	const { now = () => performance.now(), spawn: start = spawn } = options;
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
