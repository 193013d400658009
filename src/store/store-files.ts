import { type Dirent, type Stats, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { SessionError, systemErrorCode } from "../session/errors.js";
import { inParallel } from "./in-parallel.js";
import { isProjectDirectory } from "./store-kind.js";

/** A regular file that may hold a session. */
export interface StoreFile {
	path: string;
	size: number;
	mtimeMs: number;
	/** Whether the file itself, not a directory above it, is a symbolic link. */
	isLink: boolean;
}

/** Something in the store that is not listed, and why, in a few words. */
export interface Unreadable {
	path: string;
	reason: string;
}

export interface StoreFiles {
	/** Most recently changed first. */
	files: StoreFile[];
	unreadable: Unreadable[];
}

interface Found {
	path: string;
	isLink: boolean;
	isFile: boolean;
}

const STATS_AT_ONCE = 32;
/** So many files are looked at in one go, which takes a millisecond or two. */
const STATS_IN_A_ROW = 200;

/**
 * What lies in a store: `*.jsonl` of the directory itself and of its per-project directories, one level deep. Links are
 * followed. Nothing is opened. A store that does not exist is empty.
 * @throws SessionError `unreadable` when the store itself cannot be read
 */
export async function findStoreFiles(sessionDir: string): Promise<StoreFiles> {
	const names = await readStore(sessionDir);
	const files: StoreFile[] = [];
	const unreadable: Unreadable[] = [];
	const found: Found[] = [];
	const take = (dir: string, entries: Dirent[]) => {
		for (const entry of entries) {
			if (!entry.name.endsWith(".jsonl")) continue;
			found.push({ path: join(dir, entry.name), isLink: entry.isSymbolicLink(), isFile: entry.isFile() });
		}
	};
	take(sessionDir, names);
	const seen = new Set<string>();
	// The store itself is not one of its projects.
	await listProject(sessionDir, seen);
	for (const entry of names) {
		if (entry.name.endsWith(".jsonl") || !isProjectDirectory(entry.name)) continue;
		const project = join(sessionDir, entry.name);
		const listed = await listProject(project, seen);
		if (listed.reason !== undefined) unreadable.push({ path: project, reason: listed.reason });
		take(project, listed.entries);
	}
	const sort = ({ path, isLink }: Found, looked: Stats | string | undefined) => {
		if (typeof looked === "string") unreadable.push({ path, reason: looked });
		else if (looked) files.push({ path, size: looked.size, mtimeMs: looked.mtimeMs, isLink });
	};
	// A regular file lies where its directory does, which has just answered. What a link leads to may not answer.
	const plain = found.filter((one) => one.isFile);
	for (let i = 0; i < plain.length; i += STATS_IN_A_ROW) {
		for (const one of plain.slice(i, i + STATS_IN_A_ROW)) sort(one, lookNow(one));
		await turn();
	}
	const others = found.filter((one) => !one.isFile);
	await inParallel(others, STATS_AT_ONCE, async (one) => sort(one, await look(one)));
	files.sort((a, b) => b.mtimeMs - a.mtimeMs || (a.path < b.path ? -1 : 1));
	return { files, unreadable: unreadable.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

async function readStore(sessionDir: string): Promise<Dirent[]> {
	try {
		return await readdir(sessionDir, { withFileTypes: true });
	} catch (error) {
		const code = systemErrorCode(error);
		if (code === undefined) throw error;
		if (code === "ENOENT") return [];
		const message = `${sessionDir}: cannot read the session directory: ${reasonOf(code)}`;
		throw new SessionError("unreadable", message, { path: sessionDir, cause: error });
	}
}

/** What lies in a per-project directory; nothing in what is no directory, or was seen under another name. */
async function listProject(path: string, seen: Set<string>): Promise<{ entries: Dirent[]; reason?: string }> {
	try {
		const stats = await stat(path);
		if (!stats.isDirectory() || seen.has(identity(stats))) return { entries: [] };
		seen.add(identity(stats));
		return { entries: await readdir(path, { withFileTypes: true }) };
	} catch (error) {
		const code = systemErrorCode(error);
		if (code === undefined) throw error;
		return code === "ENOENT" ? { entries: [] } : { entries: [], reason: reasonOf(code) };
	}
}

/** A regular file's stats, the reason why there are none, or nothing where the file is gone by now. */
async function look(found: Found): Promise<Stats | string | undefined> {
	return stat(found.path).then(statsOrReason, (error) => reasonOfFile(found, error));
}

function lookNow(found: Found): Stats | string | undefined {
	try {
		return statsOrReason(statSync(found.path));
	} catch (error) {
		return reasonOfFile(found, error);
	}
}

function statsOrReason(stats: Stats): Stats | string {
	if (stats.isDirectory()) return "a directory";
	if (!stats.isFile()) return "not a regular file";
	return stats.size === 0 ? "empty file" : stats;
}

function reasonOfFile({ path, isLink }: Found, error: unknown): string | undefined {
	const code = systemErrorCode(error);
	if (code === undefined) throw error;
	if (code !== "ENOENT") return reasonOf(code);
	if (path.includes("\uFFFD")) return "its name is not valid UTF-8";
	return isLink ? "a link to a missing file" : undefined;
}

function identity(stats: Stats): string {
	return `${stats.dev}:${stats.ino}`;
}

function reasonOf(code: string): string {
	switch (code) {
		case "EACCES":
		case "EPERM":
			return "permission denied";
		case "ELOOP":
			return "a link that goes round in a circle";
		case "ENOTDIR":
			return "not a directory";
		case "ENAMETOOLONG":
			return "its name is too long";
		default:
			return `cannot be read (${code})`;
	}
}
