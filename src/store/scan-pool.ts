import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { cancelled } from "../session/session.js";
import type { Scan, Scanned, ScanOptions } from "./scan.js";
import type { ScanRequest } from "./scan-worker.js";
import type { StoreFile } from "./store-files.js";

const MOST_WORKERS = 4;
/** A request is so small that results come often, and so large that asking costs little. */
const REQUEST_FILES = 64;
const REQUEST_BYTES = 4 << 20;
/** A file so large keeps a thread busy for long: it must not be begun when all others are done. */
const LARGE_BYTES = 8 << 20;
/** A scan makes little that lives long; a small nursery saves a third of the memory and costs no time. */
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 8 };
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

/** A scan by worker threads: the calling thread stays free. Threads end with the scan, or when it is cancelled. */
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

class ScanPool {
	readonly #workerFile: string;
	readonly #options: ScanOptions;
	readonly #done: (error?: unknown) => void;
	readonly #waiting: StoreFile[][];
	readonly #lanes = new Set<Lane>();
	readonly #onAbort = () => this.#end(cancelled("the session directory"));
	#ended = false;

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
		this.#waiting = requests(largeFilesEarly(files)).reverse();
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
		const worker = new Worker(this.#workerFile, { resourceLimits: RESOURCE_LIMITS });
		const lane: Lane = { worker, requests: [] };
		this.#lanes.add(lane);
		worker.on("message", (answer: Scanned[]) => this.#take(lane, answer));
		worker.on("error", (error) => this.#fail(lane, error));
		this.#feed(lane);
	}

	#feed(lane: Lane): void {
		while (lane.requests.length < REQUESTS_AHEAD) {
			const files = this.#waiting.pop();
			if (!files) return;
			lane.requests.push(files);
			const request: ScanRequest = { paths: files.map((file) => file.path), text: this.#options.text };
			lane.worker.postMessage(request);
		}
	}

	#take(lane: Lane, answer: Scanned[]): void {
		if (this.#ended) return;
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
		if (this.#ended) return;
		this.#lanes.delete(lane);
		const [working, ...behind] = lane.requests;
		this.#waiting.push(...behind);
		const [only, ...others] = working ?? [];
		if (only && others.length === 0) {
			this.#options.onScanned({ path: only.path, reason: `reading it failed: ${error.message}` });
		} else this.#waiting.push(...(working ?? []).map((file) => [file]));
		if (this.#waiting.length > 0) this.#open();
		this.#endIfDone();
	}

	#endIfDone(): void {
		if (this.#waiting.length > 0) return;
		for (const lane of this.#lanes) if (lane.requests.length > 0) return;
		this.#end();
	}

	#end(error?: unknown): void {
		if (this.#ended) return;
		this.#ended = true;
		this.#options.signal?.removeEventListener("abort", this.#onAbort);
		for (const { worker } of this.#lanes) void worker.terminate();
		this.#done(error);
	}
}

/** The newest files first, for the first rows; then the large ones; then the rest. */
function largeFilesEarly(files: readonly StoreFile[]): StoreFile[] {
	const first = files.slice(0, REQUEST_FILES);
	const rest = files.slice(REQUEST_FILES);
	const isLarge = (file: StoreFile) => file.size >= LARGE_BYTES;
	return [...first, ...rest.filter(isLarge), ...rest.filter((file) => !isLarge(file))];
}

function requests(files: readonly StoreFile[]): StoreFile[][] {
	const all: StoreFile[][] = [];
	let bytes = 0;
	for (const file of files) {
		const last = all.at(-1);
		if (last === undefined || last.length >= REQUEST_FILES || bytes + file.size > REQUEST_BYTES) {
			all.push([file]);
			bytes = file.size;
		} else {
			last.push(file);
			bytes += file.size;
		}
	}
	return all;
}
