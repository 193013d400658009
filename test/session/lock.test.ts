import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { resolveDeps } from "../../src/session/deps.js";
import { withLockSync } from "../../src/session/lock.js";
import { bundledProgram } from "../support/program.js";
import { temporaryDirectories } from "../support/temporary.js";

const newDirectory = temporaryDirectories();
const program = bundledProgram(join(import.meta.dirname, "fixtures/hold-lock.ts"));
const children: ChildProcess[] = [];
let path: string;

beforeEach(() => {
	path = join(newDirectory(), "s.jsonl");
	writeFileSync(path, "");
});

afterEach(() => {
	for (const child of children.splice(0)) child.kill("SIGKILL");
});

function start(...args: string[]): ChildProcess {
	const child = spawn(process.execPath, [program(), path, ...args], {
		stdio: ["ignore", "pipe", "pipe"],
		env: { ...process.env, NODE_PATH: join(import.meta.dirname, "../../node_modules") },
	});
	children.push(child);
	return child;
}

async function holder(): Promise<ChildProcess> {
	const child = start("hold");
	await once(child.stdout!, "data");
	expect(existsSync(`${path}.lock`)).toBe(true);
	return child;
}

/** Whether the lock is had within some tries. Older than `staleMs` it would be taken from whoever holds it. */
function isHad(lock = { staleMs: 600_000, waitMs: 40 }): boolean {
	try {
		return withLockSync(path, resolveDeps({ lock }), () => true);
	} catch (error) {
		expect(error).toMatchObject({ code: "busy" });
		return false;
	}
}

const isLinux = process.platform === "linux";

describe("what lies in a lock's place and is none", () => {
	function isNamedAndStays(put: (lock: string) => void): void {
		const lock = `${path}.lock`;
		put(lock);
		utimesSync(lock, new Date(0), new Date(0));
		const taking = () =>
			withLockSync(path, resolveDeps({ lock: { staleMs: 2_000, waitMs: 40 } }), () => true);
		expect(taking).toThrow(`${path}: not changed: s.jsonl.lock beside it is in the way; move that away`);
		expect(existsSync(lock)).toBe(true);
	}

	it("is named, and stays, when it is a file", () => {
		isNamedAndStays((lock) => writeFileSync(lock, ""));
	});

	// Elsewhere the system does not say that it is a directory.
	it.runIf(isLinux)("is named, and stays, when it is a directory of directories", () => {
		isNamedAndStays((lock) => mkdirSync(join(lock, "inner"), { recursive: true }));
	});
});

describe.runIf(isLinux)("a lock whose owner was killed", () => {
	it("is taken over at once, and nothing of it stays", async () => {
		const child = await holder();
		expect(isHad()).toBe(false);
		child.kill("SIGKILL");
		await once(child, "exit");
		expect(existsSync(`${path}.lock`)).toBe(true);
		expect(isHad()).toBe(true);
		expect(readdirSync(join(path, "..")).filter((name) => name.includes(".lock"))).toEqual([]);
	});

	it("is had by one of several at a time, while others are killed inside it", async () => {
		const workers = [start("count", "150"), start("count", "150")];
		const done = workers.map(async (child) => {
			let said = "";
			child.stderr!.on("data", (data) => {
				said += data;
			});
			await once(child, "exit");
			return { code: child.exitCode, said };
		});
		for (let i = 0; i < 12; i++) {
			const victim = start("count", "1000");
			let left = 1 + ((i * 7) % 11);
			for await (const _ of createInterface({ input: victim.stdout! }))
				if (--left === 0) victim.kill("SIGKILL");
		}
		expect(await Promise.all(done)).toEqual(workers.map(() => ({ code: 0, said: "" })));
		// A kill between the making of a lock and the naming of its owner is recovered from as ever, when it is stale.
		expect(isHad({ staleMs: 2_000, waitMs: 10_000 })).toBe(true);
	}, 120_000);
});

describe("a lock that is not known to be left", () => {
	it.runIf(isLinux)("is not taken from an owner that is only stopped, however old it is", async () => {
		const child = await holder();
		child.kill("SIGSTOP");
		utimesSync(`${path}.lock`, 1, 1);
		expect(isHad({ staleMs: 2_000, waitMs: 40 })).toBe(false);
		child.kill("SIGCONT");
	});

	it.each(["1-1-0123456789abcdef-00.owner", "what.ever"])(
		"by %s, of another machine or of nobody, is taken when it is old",
		(name) => {
			mkdirSync(`${path}.lock`);
			writeFileSync(join(`${path}.lock`, name), "");
			expect(isHad()).toBe(false);
			utimesSync(`${path}.lock`, 1, 1);
			expect(isHad({ staleMs: 2_000, waitMs: 40 })).toBe(true);
			expect(existsSync(`${path}.lock`)).toBe(false);
		},
	);
});
