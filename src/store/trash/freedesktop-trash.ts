/** What lies in a freedesktop trash: https://specifications.freedesktop.org/trash-spec. */
import type { Stats } from "node:fs";
import { lstat, readFile } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { systemErrorCode } from "../../session/errors.js";
import { inParallel } from "../in-parallel.js";
import { lookAt, namesIn } from "../looking.js";
import { isWithin, lexical } from "../places.js";
import type { TrashDirectory } from "./trash-directories.js";
import { parseTrashNote } from "./trash-note.js";

/** One thing in the trash, not opened. */
export interface TrashEntry {
	/** Where it was. */
	readonly path: string;
	readonly inTrash: { readonly path: string; readonly note?: string };
	readonly deletedAt: Date;
	/** Of what lies in the trash. */
	readonly stats: Stats;
}

const NOTE = ".trashinfo";
/** Longer than any path there is, in escapes. */
const LONGEST_NOTE_BYTES = 64 * 1024;
const NOTES_AT_ONCE = 16;

/** What a trash holds whose place was one that `isWanted`. Notes of files that are not there, and other stray things, are passed over. */
export async function readTrash(
	{ path: directory, top }: TrashDirectory,
	isWanted: (path: string) => boolean,
): Promise<TrashEntry[]> {
	const names = (await namesIn(join(directory, "info"))).filter((name) => name.endsWith(NOTE)).sort();
	const entries: (TrashEntry | undefined)[] = [];
	await inParallel([...names.entries()], NOTES_AT_ONCE, async ([index, name]) => {
		const note = join(directory, "info", name);
		const read = await readNote(note);
		const path = read && placeOf(read.path, top);
		if (path === undefined || !isWanted(path)) return;
		const file = join(directory, "files", name.slice(0, -NOTE.length));
		const stats = await lookAt(file);
		if (stats === undefined) return;
		entries[index] = {
			path,
			inTrash: { path: file, note },
			deletedAt: read?.deletedAt ?? stats.ctime,
			stats,
		};
	});
	return entries.filter((entry) => entry !== undefined);
}

/** A note's path as an absolute one. A relative one must stay below its mount. */
function placeOf(path: string, top: string | undefined): string | undefined {
	if (isAbsolute(path)) return lexical(path);
	if (top === undefined) return undefined;
	const absolute = lexical(resolve(top, path));
	return isWithin(absolute, top) ? absolute : undefined;
}

async function readNote(path: string) {
	try {
		const stats = await lstat(path);
		if (!stats.isFile() || stats.size > LONGEST_NOTE_BYTES) return undefined;
		return parseTrashNote(await readFile(path, "utf8"));
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
		return undefined;
	}
}
