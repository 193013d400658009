/** One writer of ours at a time to one file, across processes. Agents know nothing of it. */
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ResolvedDeps } from "./deps.js";
import { SessionError, systemErrorCode } from "./errors.js";
import { LockDirectory } from "./lock-directory.js";
import { writeError } from "./write-errors.js";

const RETRY_MS = 4;
/** File systems take 255 bytes for a name, and the lock's is five longer than the file's. */
const LONGEST_NAME_BYTES = 250;

/** Runs `work` holding the lock on the file at `path`, waiting for it without a turn of the event loop. */
export function withLockSync<T>(path: string, deps: ResolvedDeps, work: () => T): T {
	const waiting = new Int32Array(new SharedArrayBuffer(4));
	for (let waited = 0; ; waited += RETRY_MS) {
		const release = tryLock(path, deps);
		if (release !== undefined) return runLocked(release, work);
		if (waited >= deps.lock.waitMs) throw busy(path);
		Atomics.wait(waiting, 0, 0, RETRY_MS);
	}
}

/** Runs `work`, which is synchronous, holding the lock on the file at `path`; others run while it waits. */
export async function withLock<T>(path: string, deps: ResolvedDeps, work: () => T): Promise<T> {
	for (let waited = 0; ; waited += RETRY_MS) {
		const release = tryLock(path, deps);
		if (release !== undefined) return runLocked(release, work);
		if (waited >= deps.lock.waitMs) throw busy(path);
		await delay(RETRY_MS);
	}
}

function runLocked<T>(release: () => void, work: () => T): T {
	try {
		return work();
	} finally {
		release();
	}
}

/** The release of a lock that was taken, or undefined when another holds it. A dead owner's lock is taken at once. */
function tryLock(path: string, deps: ResolvedDeps): (() => void) | undefined {
	let lock: string | undefined;
	try {
		const file = deps.fs.realpathSync(path);
		lock = lockPath(file);
		// Loaded only by those who write: it costs each start of the program some milliseconds.
		const lockfile: typeof import("proper-lockfile") = createRequire(import.meta.url)("proper-lockfile");
		const release = lockfile.lockSync(file, {
			realpath: false,
			stale: deps.lock.staleMs,
			lockfilePath: lock,
			onCompromised: () => undefined,
			fs: new LockDirectory(),
		});
		return () => releaseQuietly(release);
	} catch (error) {
		const code = systemErrorCode(error);
		if (code === "ELOCKED") return undefined;
		// What lies at the lock's place was not made here: a file, or a directory that holds others.
		const isNone = code === "ENOTDIR" || code === "EISDIR";
		if (isNone && lock !== undefined) throw inTheWay(path, lock, error);
		throw writeError(error, path);
	}
}

/** A lock that is gone when it is to be released was taken for stale: what was done under it is done. */
function releaseQuietly(release: () => void): void {
	try {
		release();
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
	}
}

function lockPath(file: string): string {
	const name = basename(file);
	if (Buffer.byteLength(name) <= LONGEST_NAME_BYTES) return `${file}.lock`;
	return join(dirname(file), `.${createHash("sha256").update(name).digest("hex")}.lock`);
}

function inTheWay(path: string, lock: string, cause: unknown): SessionError {
	const reason = `not changed: ${basename(lock)} beside it is in the way; move that away`;
	return new SessionError("unwritable", `${path}: ${reason}`, { path, cause });
}

function busy(path: string): SessionError {
	return new SessionError("busy", `${path}: another process is writing to it; try again`, { path });
}
