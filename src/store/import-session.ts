/** Taking a session file from elsewhere into a store, byte for byte and never over another. */
import { basename, dirname } from "node:path";
import { SessionError, systemErrorCode } from "../session/errors.js";
import { type FileSystem, nodeFileSystem } from "../session/file-system.js";
import { stampOf } from "../session/session.js";
import { keepsChanging } from "../session/session-change.js";
import { isSame } from "../session/session-file.js";
import { readHeaderSync } from "../session/session-header.js";
import { flushDirectory } from "../session/whole-file.js";
import { writeError } from "../session/write-errors.js";
import { listSessions } from "./catalogue.js";
import type { SessionInfo } from "./info.js";
import type { StoreLocation } from "./location.js";
import { copyBeside, placeFile } from "./place-file.js";
import { haveSameBytes } from "./same-bytes.js";
import { directoryOfImport } from "./session-directory.js";
import { readSessionInfo } from "./session-info.js";
import { isProjectDirectory } from "./store-kind.js";

export interface ImportedSession {
	/** The new file, or the one of equal bytes that the store has. */
	readonly path: string;
	/** Whether there is a new file. */
	readonly copied: boolean;
	/** What was imported, as it was read where it came from. */
	readonly info: SessionInfo;
	/** Whether its own name was taken. */
	readonly renamed: boolean;
	/** Sessions of the store that have its id already. */
	readonly sameId: readonly SessionInfo[];
}

const ATTEMPTS = 5;
/** Room for `-1` and the like within the 255 bytes of a name. */
const LONGEST_NAME_BYTES = 240;

/**
 * Copies the session file at `source` into the store, unless the store has a file of the same id and bytes.
 * @throws SessionError `exists` when it lies in the store already, and the codes of reading and writing
 */
export async function importSession(
	source: string,
	location: StoreLocation,
	fs: FileSystem = nodeFileSystem,
): Promise<ImportedSession> {
	const info = await readSessionInfo(source);
	if (isInStore(source, location, fs)) {
		throw new SessionError("exists", `${source}: it is in the store already`, { path: source });
	}
	const { sessions, subAgents } = await listSessions({ location });
	const sameId = [...sessions, ...subAgents].filter(({ id }) => id === info.id);
	const same = sameId.find(({ path }) => isCopy(source, path, fs));
	if (same !== undefined) return { path: same.path, copied: false, info, renamed: false, sameId };
	const dir = directoryOfImport(info.cwd, location);
	const name = nameFor(source, info.id);
	try {
		fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
		const copy = copyUnchanged(source, dir, fs);
		try {
			const { path } = placeFile(copy, dir, name, fs);
			return { path, copied: true, info, renamed: basename(path) !== name, sameId };
		} finally {
			fs.unlinkSync(copy);
			flushDirectory(dir, fs);
		}
	} catch (error) {
		throw writeError(error, dir);
	}
}

/** Whether another file has the bytes of `source`; one that is gone by now has not. */
function isCopy(source: string, other: string, fs: FileSystem): boolean {
	const path = fs.realpathSync(source);
	try {
		return haveSameBytes(path, fs.realpathSync(other), fs);
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
		return false;
	}
}

/** A copy of a file as it was at one time, with a header. */
function copyUnchanged(source: string, dir: string, fs: FileSystem): string {
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const before = stampOf(fs.statSync(source));
		const copy = copyBeside(source, dir, fs);
		try {
			readHeaderSync(copy, fs);
			if (isSame(stampOf(fs.statSync(source)), before)) return copy;
		} catch (error) {
			fs.unlinkSync(copy);
			throw error;
		}
		fs.unlinkSync(copy);
	}
	throw keepsChanging(source);
}

function isInStore(source: string, { sessionDir }: StoreLocation, fs: FileSystem): boolean {
	const store = realPath(sessionDir, fs);
	const directory = dirname(fs.realpathSync(source));
	return directory === store || (dirname(directory) === store && isProjectDirectory(basename(directory)));
}

function realPath(path: string, fs: FileSystem): string {
	try {
		return fs.realpathSync(path);
	} catch (error) {
		if (systemErrorCode(error) !== "ENOENT") throw error;
		return path;
	}
}

/** The file's own name where that is one for a session, else its id, if that can be a name. */
function nameFor(source: string, id: string): string {
	const name = basename(source);
	if (name.endsWith(".jsonl") && name.length > ".jsonl".length && fits(name)) return name;
	return /^\w[\w.-]*$/.test(id) && fits(`${id}.jsonl`) ? `${id}.jsonl` : "imported.jsonl";
}

function fits(name: string): boolean {
	return Buffer.byteLength(name) <= LONGEST_NAME_BYTES;
}
