/** What can be known of the trash of macOS: the names of files, not where they were. */
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { SessionError } from "../../session/errors.js";
import { readHeaderSync } from "../../session/session-header.js";
import { namesIn } from "../looking.js";
import type { TrashEntry } from "./freedesktop-trash.js";

export const MAC_NOTE =
	"macOS does not say where a file in its trash was: session files found in ~/.Trash are restored into this store. If none are shown, the terminal may not look into the trash; choose Put Back in the Finder.";

/** The session files in the user's trash, as if all of them came from one store. None where the trash may not be looked into. */
export async function readMacTrash(home: string, sessionDir: string): Promise<TrashEntry[]> {
	const directory = join(home, ".Trash");
	const entries: TrashEntry[] = [];
	for (const name of (await namesIn(directory)).sort()) {
		const path = join(directory, name);
		if (!name.endsWith(".jsonl") || !isSession(path)) continue;
		const stats = await lstat(path);
		if (stats.isFile())
			entries.push({ path: join(sessionDir, name), inTrash: { path }, deletedAt: stats.ctime, stats });
	}
	return entries;
}

function isSession(path: string): boolean {
	try {
		readHeaderSync(path);
		return true;
	} catch (error) {
		if (!(error instanceof SessionError)) throw error;
		return false;
	}
}
