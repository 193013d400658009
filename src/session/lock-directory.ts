/**
 * A lock's directory that says whose it is, as the file system that proper-lockfile works through. The owner's file in
 * it is the lock: who holds it has its file there, and found no other there after making it. Of two that would hold it
 * at once, the one that looked later would have seen the other's file, in the same directory, since one that is
 * not empty is never removed. So it does not matter who made the directory, nor who removes it when.
 *
 * A file is taken away by its owner, by anybody once the owner is known to be dead, and where nothing is known of the
 * owner, when the lock is stale. An empty directory may be a lock of which nothing is known.
 */
import {
	closeSync,
	mkdirSync,
	openSync,
	readdirSync,
	rmdirSync,
	statSync,
	unlinkSync,
	utimesSync,
} from "node:fs";
import { join } from "node:path";
import { systemErrorCode } from "./errors.js";
import { randomEntryId } from "./ids.js";
import { type ProcessId, type ProcessState, processState, thisProcess } from "./process-state.js";

const OWNER = /^(\d+)-(\d+)-([0-9a-f]+)-[0-9a-f]+\.owner$/;
const NOBODY: ProcessId = { pid: 0, start: "0", place: "0" };

/** The calls that proper-lockfile makes on a lock's directory, for one try to take it and its release. */
export class LockDirectory {
	readonly #name: string;
	#held = false;
	#looked = Number.NaN;

	constructor() {
		const { pid, start, place } = thisProcess() ?? NOBODY;
		this.#name = `${pid}-${start}-${place}-${randomEntryId()}.owner`;
	}

	/** @throws `EEXIST` while another has the lock */
	readonly mkdirSync = (path: string): void => {
		try {
			mkdirSync(path);
		} catch (error) {
			if (systemErrorCode(error) !== "EEXIST" || !removeIfDead(path)) throw error;
			mkdirSync(path);
		}
		this.#claim(path);
		this.#held = true;
	};

	/** Notes how old the lock is that may then be removed as stale. */
	readonly statSync = (path: string): ReturnType<typeof statSync> => {
		const stats = statSync(path);
		this.#looked = stats.mtimeMs;
		return stats;
	};

	readonly utimesSync = utimesSync;

	/** Releases the lock that is held; else removes one that was looked at and found to be stale. */
	readonly rmdirSync = (path: string): void => {
		if (this.#held) this.#release(path);
		else this.#removeStale(path);
	};

	/** Without its file the lock was taken for stale, and is another's now. */
	#release(path: string): void {
		this.#held = false;
		if (unlinkIfThere(join(path, this.#name))) removeIfEmpty(path);
	}

	#claim(path: string): void {
		const file = join(path, this.#name);
		try {
			closeSync(openSync(file, "wx", 0o600));
		} catch (error) {
			// Who released or removed a lock took this directory for that lock's.
			if (systemErrorCode(error) === "ENOENT") throw taken("EEXIST");
			removeIfEmpty(path);
			throw error;
		}
		const names = readdirSync(path);
		if (names.length === 1 && names[0] === this.#name) return;
		// Who was here first has it; where that one gave up as well, nobody waits for a directory that nobody holds.
		if (unlinkIfThere(file)) removeIfEmpty(path);
		throw taken("EEXIST");
	}

	#removeStale(path: string): void {
		const owners = ownersIn(path);
		const isOld = statSync(path).mtimeMs === this.#looked;
		if (!isOld || owners.some(({ state }) => state === "alive")) throw taken("ELOCKED");
		for (const { name } of owners) unlinkIfThere(join(path, name));
		if (!removeIfEmpty(path)) throw taken("ELOCKED");
	}
}

/** Removes a lock all owners of which are dead; false where one may live, or none is named. */
function removeIfDead(path: string): boolean {
	const owners = ownersIn(path);
	if (owners.length === 0 || owners.some(({ state }) => state !== "dead")) return false;
	for (const { name } of owners) unlinkIfThere(join(path, name));
	return removeIfEmpty(path);
}

function ownersIn(path: string): { name: string; state: ProcessState }[] {
	return namesIn(path).map((name) => ({ name, state: stateOf(name) }));
}

function stateOf(name: string): ProcessState {
	const [, pid, start, place] = OWNER.exec(name) ?? [];
	if (pid === undefined || start === undefined || place === undefined) return "unknown";
	return processState({ pid: Number(pid), start, place });
}

/** What lies in a lock's directory; nothing where there is none, or it is no directory. */
function namesIn(path: string): string[] {
	try {
		return readdirSync(path);
	} catch (error) {
		const code = systemErrorCode(error);
		if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
		return [];
	}
}

/** Whether this call took it away. */
function unlinkIfThere(path: string): boolean {
	try {
		unlinkSync(path);
		return true;
	} catch (error) {
		if (systemErrorCode(error) !== "ENOENT") throw error;
		return false;
	}
}

/** Whether there is no such directory any more. */
function removeIfEmpty(path: string): boolean {
	try {
		rmdirSync(path);
		return true;
	} catch (error) {
		const code = systemErrorCode(error);
		if (code === "ENOENT") return true;
		if (code === "ENOTEMPTY" || code === "EEXIST") return false;
		throw error;
	}
}

function taken(code: "EEXIST" | "ELOCKED"): Error {
	return Object.assign(new Error("another process has the lock"), { code });
}
