import { readdirSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { SessionError, systemErrorCode } from "../session/errors.js";
import { readHeaderSync } from "../session/session-header.js";
import { readSessionInfoSync } from "./session-info.js";
import { isProjectDirectory } from "./store-kind.js";

/**
 * The file of the user's newest session in `cwd`, by its messages (behaviour.md §3), in a store or one of its
 * per-project directories. Reads headers, and as few whole files as tell which is the newest.
 */
export function mostRecentSession(cwd: string, sessionDir: string): string | undefined {
	const here = new Set([resolve(cwd), realPath(cwd)]);
	const candidates = sessionFiles(sessionDir).flatMap((path) => {
		const header = unlessUnreadable(() => readHeaderSync(path));
		const isHere = header !== undefined && here.has(resolve(header.cwd)) && (header.rlmDepth ?? 0) === 0;
		return isHere ? [{ path, changed: statSync(path).mtimeMs }] : [];
	});
	// A session's messages are no newer than its file.
	candidates.sort((a, b) => b.changed - a.changed || (a.path < b.path ? 1 : -1));
	let newest: { path: string; modified: number } | undefined;
	for (const { path, changed } of candidates) {
		if (newest !== undefined && newest.modified >= changed) break;
		const info = unlessUnreadable(() => readSessionInfoSync(path));
		const modified = info?.modified.getTime();
		if (modified !== undefined && modified > (newest?.modified ?? Number.NEGATIVE_INFINITY))
			newest = { path, modified };
	}
	return newest?.path;
}

function sessionFiles(dir: string): string[] {
	const directories = [dir];
	for (const entry of entriesOf(dir)) if (isProjectDirectory(entry)) directories.push(join(dir, entry));
	return directories.flatMap((directory) =>
		entriesOf(directory)
			.filter((name) => name.endsWith(".jsonl"))
			.map((name) => join(directory, name)),
	);
}

function entriesOf(dir: string): string[] {
	try {
		return readdirSync(dir);
	} catch (error) {
		const code = systemErrorCode(error);
		if (code === "ENOENT" || code === "ENOTDIR") return [];
		throw error;
	}
}

function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
		return resolve(path);
	}
}

/** What is no session, or cannot be read, is none that can be continued. */
function unlessUnreadable<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		if (error instanceof SessionError) return undefined;
		throw error;
	}
}
