/** What writes that were killed left beside the sessions: files that are written whole first, and named then. */
import { type Dirent, lstatSync } from "node:fs";
import { join } from "node:path";
import { entriesInSync } from "./looking.js";
import { isProjectDirectory } from "./store-kind.js";

export interface Leftover {
	readonly path: string;
	readonly bytes: number;
	/** When it was last written or touched, in Unix milliseconds: not the file's own time, which a copy may be given. */
	readonly changed: number;
}

/** As `writeTemporary` and `copyBeside` name their files. */
const NAME = /^\..+\.[0-9a-f]{8}\.tmp$/s;
/** A write takes moments; a file that is younger than this is left to it all the same. */
const IN_USE_MS = 24 * 60 * 60 * 1000;

/** The leftovers in a store and its per-project directories, by path. No link is followed. */
export function findLeftovers(sessionDir: string): Leftover[] {
	const entries = entriesInSync(sessionDir);
	const projects = entries.filter((entry) => entry.isDirectory() && isProjectDirectory(entry.name));
	const found = [...leftoversIn(sessionDir, entries)];
	for (const { name } of projects) {
		const project = join(sessionDir, name);
		found.push(...leftoversIn(project, entriesInSync(project)));
	}
	return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Whether a leftover is too old for any write to be at it still. */
export function isAbandoned({ changed }: Leftover, now: number): boolean {
	return now - changed > IN_USE_MS;
}

function leftoversIn(dir: string, entries: readonly Dirent[]): Leftover[] {
	return entries
		.filter((entry) => entry.isFile() && NAME.test(entry.name))
		.flatMap(({ name }) => {
			const path = join(dir, name);
			const stats = lstatSync(path, { throwIfNoEntry: false });
			return stats === undefined ? [] : [{ path, bytes: stats.size, changed: stats.ctimeMs }];
		});
}
