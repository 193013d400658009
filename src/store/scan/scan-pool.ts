import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { systemErrorCode } from "../../session/errors.js";
import { cancelled } from "../../session/session.js";
import type { StoreFile } from "../store-files.js";
import { type Scan, type Scanned, type ScanOptions, scanHere } from "./scan.js";
import { scanRequests } from "./scan-requests.js";
import type { ScanRequest } from "./scan-worker.js";

const MOST_WORKERS = 4;
/** A scan makes little that lives long; a small nursery saves a third of the memory and costs no time. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 8 };
/** When so many workers die and none has ever answered, it is not the files' fault. */
const FAILURES_ENOUGH = 4;
/** One is worked on while the next waits beside it. */
const REQUESTS_AHEAD = 2;

/**
 * The built worker beside this module, wherever the bundler put it; undefined when running from sources, where there
 * is none.
 */
export function scanWorkerFile(moduleUrl: string = import.meta.url): string | undefined {
	if (moduleUrl.endsWith(".ts")) return undefined;
	return ["./scan-worker.js", "../scan-worker.js"]
		.map((name) => fileURLToPath(new URL(name, moduleUrl)))
		.find((path) => existsSync(path));
}

/**
 * A scan by worker threads: the calling thread stays free. Threads end with the scan, or when it is cancelled. Where no
 * worker can be had, files are read in the calling thread.
 */
export function scanInWorkers(workerFile: string, workers = availableParallelism()): Scan {
	return (files, options) =>
		new Promise((resolve, reject) => {
			const pool = new ScanPool(workerFile, files, options, (error) =>
				error === undefined ? resolve() : reject(error),
			);
			pool.start(Math.min(Math.max(2, workers), MOST_WORKERS));
		});
}

interface Lane {
	worker: Worker;
	requests: StoreFile[][];
}

/**
 * A death can be told before the answer that came before it. A file asked for alone therefore has its worker to itself:
 * when that one dies, it is known why.
 */
function hasRoom({ requests }: Lane, files: StoreFile[]): boolean {
	if (requests.length === 0) return true;
	return requests.length < REQUESTS_AHEAD && [...requests, files].every((request) => request.length > 1);
}

class ScanPool {
	readonly #workerFile: string;
	readonly #options: ScanOptions;
	readonly #done: (error?: unknown) => void;
	readonly #waiting: StoreFile[][];
	readonly #lanes = new Set<Lane>();
	readonly #onAbort = () => this.#end(cancelled("the session directory"));
	#ended = false;
	#hasAnswered = false;
	#failures = 0;
	#isReadHere = false;

	constructor(
		workerFile: string,
		files: readonly StoreFile[],
		options: ScanOptions,
		done: (error?: unknown) => void,
	) {
		this.#workerFile = workerFile;
		this.#options = options;
		this.#done = done;
		// Taken from the end.
		this.#waiting = scanRequests(files).reverse();
	}

	start(workers: number): void {
		if (this.#options.signal?.aborted) {
			this.#onAbort();
			return;
		}
		this.#options.signal?.addEventListener("abort", this.#onAbort);
		for (let i = 0; i < workers && this.#waiting.length > 0; i++) this.#open();
		this.#endIfDone();
	}

	#open(): void {
		let worker: Worker;
		try {
			worker = new Worker(this.#workerFile, { resourceLimits: RESOURCE_LIMITS });
		} catch (error) {
			// No more threads for this process.
			if (systemErrorCode(error) === undefined) throw error;
			if (this.#lanes.size === 0) this.#readHere([]);
			return;
		}
		const lane: Lane = { worker, requests: [] };
		this.#lanes.add(lane);
		worker.on("message", (answer: Scanned[]) => this.#take(lane, answer));
		worker.on("error", (error) => this.#fail(lane, error));
		worker.on("exit", () => this.#fail(lane, new Error("its thread ended")));
		this.#feed(lane);
	}

	#feed(lane: Lane): void {
		for (;;) {
			const files = this.#waiting.at(-1);
			if (!files || !hasRoom(lane, files)) return;
			this.#waiting.pop();
			lane.requests.push(files);
			const request: ScanRequest = { paths: files.map((file) => file.path), text: this.#options.text };
			lane.worker.postMessage(request);
		}
	}

	#take(lane: Lane, answer: Scanned[]): void {
		if (!this.#lanes.has(lane)) return;
		this.#hasAnswered = true;
		lane.requests.shift();
		this.#feed(lane);
		try {
			for (const scanned of answer) this.#options.onScanned(scanned);
		} catch (error) {
			this.#end(error);
		}
		this.#endIfDone();
	}

	/**
	 * A worker that died, out of memory perhaps, takes what it was reading with it. Its files are read again each by
	 * itself, so that only the one that kills a worker is left out.
	 */
	#fail(lane: Lane, error: Error): void {
		if (!this.#lanes.delete(lane)) return;
		this.#failures++;
		if (!this.#hasAnswered && this.#failures >= FAILURES_ENOUGH) {
			this.#readHere(lane.requests.flat());
			return;
		}
		const [working, ...behind] = lane.requests;
		this.#waiting.push(...behind);
		const [only, ...others] = working ?? [];
		if (only && others.length === 0 && this.#hasAnswered) {
			this.#options.onScanned({ path: only.path, reason: `reading it failed: ${error.message}` });
		} else {
			// Last of all: by then it is known whether workers can read anything.
			this.#waiting.unshift(...(working ?? []).map((file) => [file]));
		}
		if (this.#waiting.length > 0) this.#open();
		this.#endIfDone();
	}

	/** Reads in this thread what no worker has. */
	#readHere(files: StoreFile[]): void {
		const left = [
			...files,
			...[...this.#lanes].flatMap((lane) => lane.requests.flat()),
			...this.#waiting.reverse().flat(),
		];
		this.#waiting.length = 0;
		this.#closeLanes();
		scanHere(left, this.#options).then(
			() => this.#end(),
			(error: unknown) => this.#end(error),
		);
		// From here on it is that scan's to end, and to be cancelled.
		this.#isReadHere = true;
	}

	#closeLanes(): void {
		for (const { worker } of this.#lanes) void worker.terminate();
		this.#lanes.clear();
	}

	#endIfDone(): void {
		if (this.#isReadHere) return;
		if (this.#waiting.length > 0) return;
		for (const lane of this.#lanes) if (lane.requests.length > 0) return;
		this.#end();
	}

	#end(error?: unknown): void {
		if (this.#ended) return;
		this.#ended = true;
		this.#options.signal?.removeEventListener("abort", this.#onAbort);
		this.#closeLanes();
		this.#done(error);
	}
}
