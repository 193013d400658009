import { type Dirent, opendirSync, statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { systemErrorCode } from "../session/errors.js";
import { entriesInSync } from "./looking.js";

/** Whose sessions a store holds: Prime Agent's, pi's, or nothing that tells. */
export type StoreKind = "prime" | "pi" | "other";

/** pi names a file `2026-11-30T17-27-59-491Z_<uuid>.jsonl`, in a directory of the project or a flat one. */
const PI_FILE = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z_[0-9a-f-]+\.jsonl$/i;
/** A directory of one project, as older releases of Prime Agent and today's pi make them. */
const PROJECT_DIRECTORY = /^--.*--$/s;
/** Enough to see how a directory's files are named. */
const ENTRIES_LOOKED_AT = 200;

/** Whether a directory's name is that of a per-project directory. */
export function isProjectDirectory(name: string): boolean {
	return PROJECT_DIRECTORY.test(name);
}

/** Whether a store has per-project directories of its own; links do not count. One that cannot be read has none. */
export function hasProjectDirectories(sessionDir: string): boolean {
	return entriesInSync(sessionDir).some((entry) => isProjectDirectory(entry.name) && entry.isDirectory());
}

/**
 * Tells whose store a directory is, from the first of these that answers:
 *
 * 1. it lies in a `.pi` directory: pi's; in a `.prime` directory: Prime Agent's;
 * 2. `session-artifacts` or `session-leases` lie beside it: Prime Agent's (pi has neither);
 * 3. it holds session files named otherwise than pi names them: Prime Agent's;
 * 4. it, or a per-project directory in it, holds files named as pi names them: pi's.
 *
 * An empty or missing directory elsewhere is "other".
 */
export function storeKind(sessionDir: string): StoreKind {
	const parts = sessionDir.split(sep);
	const pi = parts.lastIndexOf(".pi");
	const prime = parts.lastIndexOf(".prime");
	if (pi !== prime) return pi > prime ? "pi" : "prime";
	if (hasPrimeSiblings(sessionDir)) return "prime";

	let kind: StoreKind = "other";
	for (const entry of firstEntries(sessionDir)) {
		if (entry.name.endsWith(".jsonl")) {
			if (!PI_FILE.test(entry.name)) return "prime";
			kind = "pi";
		} else if (kind === "other" && isProjectDirectory(entry.name)) {
			const files = firstEntries(join(sessionDir, entry.name));
			if (files.some((file) => PI_FILE.test(file.name))) kind = "pi";
		}
	}
	return kind;
}

function hasPrimeSiblings(sessionDir: string): boolean {
	if (basename(sessionDir) === "") return false;
	return ["session-artifacts", "session-leases"].some(
		(name) => statSync(join(dirname(sessionDir), name), { throwIfNoEntry: false })?.isDirectory() === true,
	);
}

function firstEntries(path: string): Dirent[] {
	const entries: Dirent[] = [];
	try {
		const directory = opendirSync(path);
		try {
			while (entries.length < ENTRIES_LOOKED_AT) {
				const entry = directory.readSync();
				if (entry === null) break;
				entries.push(entry);
			}
		} finally {
			directory.closeSync();
		}
	} catch (error) {
		// A directory that is missing or closed to us tells nothing; listing it says why.
		if (systemErrorCode(error) === undefined) throw error;
	}
	return entries;
}
