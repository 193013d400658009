import { cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { listSessions } from "../../../src/store/catalogue.js";
import { type Scan, type Scanned, scanHere } from "../../../src/store/scan/scan.js";
import { scanInWorkers, scanWorkerFile } from "../../../src/store/scan/scan-pool.js";
import type { StoreFile } from "../../../src/store/store-files.js";
import { chain, header, lines, user } from "../../support/entries.js";
import { writeHostileFiles } from "../../support/hostile.js";
import { storesDir } from "../../support/stores.js";
import { temporaryDirectory } from "../../support/temporary.js";

const root = temporaryDirectory();
const built = join(import.meta.dirname, "../../../dist/scan-worker.js");
const newDir = () => mkdtempSync(join(root, "store-"));
const location = (sessionDir: string) => ({ sessionDir, agentDir: join(root, "no-agent") });

function file(name: string, size = 1): StoreFile {
	return { path: join(root, name), size, mtimeMs: 0, isLink: false };
}

async function scanned(scan: Scan, files: StoreFile[], signal?: AbortSignal): Promise<Map<string, Scanned>> {
	const found = new Map<string, Scanned>();
	await scan(files, { text: false, signal, onScanned: (one) => found.set(one.path, one) });
	return found;
}

/** A worker of the test's own, which answers as the built one does. */
function workerFile(answer: string): string {
	const path = join(newDir(), "worker.mjs");
	writeFileSync(
		path,
		`import { parentPort } from "node:worker_threads";
		parentPort.on("message", ({ paths }) => parentPort.postMessage(paths.map((path) => { ${answer} })));`,
	);
	return path;
}

describe("scanInWorkers", () => {
	test("finds the same as a scan in this thread", async () => {
		const dir = newDir();
		for (const store of ["prime", "pi-0.73.1", "pi-1.6.0"]) {
			cpSync(join(storesDir, store, "sessions"), dir, { recursive: true });
		}
		writeHostileFiles(dir, { small: true });
		for (let i = 0; i < 300; i++)
			writeFileSync(join(dir, `n${i}.jsonl`), lines(header({ id: `id-${i}` }), user("a", null)));
		const here = await listSessions({ location: location(dir), scan: scanHere, text: true });
		const there = await listSessions({ location: location(dir), scan: scanInWorkers(built), text: true });
		expect(there).toEqual(here);
		expect(here.sessions.length).toBeGreaterThan(370);
	});

	test("reads nothing when there is nothing, and ends", async () => {
		expect(await scanned(scanInWorkers(built), [])).toEqual(new Map());
	});

	test("a file that kills its worker is left out with the reason; all others are read", async () => {
		const worker = workerFile(
			'if (path.includes("deadly")) throw new Error("out of memory"); return { path };',
		);
		const names = Array.from({ length: 200 }, (_, i) => (i % 67 === 5 ? `deadly-${i}` : `fine-${i}`));
		const found = await scanned(
			scanInWorkers(worker, 3),
			names.map((name) => file(name)),
		);
		expect(found.size).toBe(200);
		for (const [path, { reason }] of found) {
			expect(reason).toBe(path.includes("deadly") ? "reading it failed: out of memory" : undefined);
		}
	});

	test("a worker that dies right after an answer takes no innocent file with it", async () => {
		const worker = workerFile(
			'if (path.includes("deadly")) throw new Error("out of memory"); return { path };',
		);
		const names = Array.from({ length: 40 }, (_, i) => (i % 2 === 1 ? `deadly-${i}` : `fine-${i}`));
		const found = new Map<string, string | undefined>();
		await scanInWorkers(worker, 3)(
			// Large ones are asked for one by one.
			names.map((name) => file(name, 100_000_000)),
			{
				text: false,
				onScanned: ({ path, reason }) => {
					found.set(path, reason);
					// This thread is busy while the worker goes on: the answer and the death are seen together.
					Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
				},
			},
		);
		for (const [path, reason] of found) {
			expect([path, reason]).toEqual([
				path,
				path.includes("deadly") ? "reading it failed: out of memory" : undefined,
			]);
		}
		expect(found.size).toBe(40);
	});

	test("reads in this thread where no worker can be had", async () => {
		const dir = newDir();
		for (let i = 0; i < 150; i++) writeFileSync(join(dir, `${i}.jsonl`), lines(header()));
		for (const missing of [join(dir, "missing.js"), workerFile("process.exit(1);")]) {
			const { sessions, unreadable } = await listSessions({
				location: location(dir),
				scan: scanInWorkers(missing),
			});
			expect([sessions.length, unreadable]).toEqual([150, []]);
		}
	});

	test("is cancelled at once, with a worker that never answers", async () => {
		const worker = workerFile("for (;;);");
		const controller = new AbortController();
		const scan = scanned(scanInWorkers(worker), [file("a"), file("b")], controller.signal);
		controller.abort();
		await expect(scan).rejects.toMatchObject({ code: "cancelled" });
		await expect(scanned(scanInWorkers(worker), [file("a")], controller.signal)).rejects.toMatchObject({
			code: "cancelled",
		});
	});

	test("what its caller throws ends it", async () => {
		const scan = scanInWorkers(built)([file("a")], {
			text: false,
			onScanned: () => {
				throw new RangeError("no");
			},
		});
		await expect(scan).rejects.toThrow(RangeError);
	});

	test("leaves this thread free while a large file is read", async () => {
		const dir = newDir();
		writeFileSync(join(dir, "large.jsonl"), lines(header(), ...chain(60_000)));
		let turns = 0;
		const timer = setInterval(() => turns++, 1);
		const { sessions } = await listSessions({ location: location(dir), scan: scanInWorkers(built) });
		clearInterval(timer);
		expect(sessions[0]).toMatchObject({ entryCount: 60_000 });
		expect(turns).toBeGreaterThan(5);
	});
});

describe("scanWorkerFile", () => {
	test("is beside the bundle, or above a chunk of it; sources have none", () => {
		const url = (path: string) => pathToFileURL(join(built, path)).href;
		expect(scanWorkerFile(url("../cli.js"))).toBe(built);
		expect(scanWorkerFile(url("../chunks/catalogue-X.js"))).toBe(built);
		expect(scanWorkerFile(url("../../elsewhere/x.js"))).toBeUndefined();
		expect(scanWorkerFile()).toBeUndefined();
	});
});
