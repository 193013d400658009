/** What of a store lies in the trash (behaviour.md §7). */
import { basename } from "node:path";
import { reasonWithoutPath, SessionError } from "../../session/errors.js";
import { cancelled } from "../../session/session.js";
import { inParallel } from "../in-parallel.js";
import type { SessionInfo } from "../info.js";
import { artifactsDir, type StoreLocation } from "../location.js";
import { readSessionInfo } from "../session-info.js";
import { title } from "../title.js";
import { measureArtifacts } from "./artifacts.js";
import type { DeletedArtifacts } from "./delete.js";
import { readTrash, type TrashEntry } from "./freedesktop-trash.js";
import { MAC_NOTE, readMacTrash } from "./mac-trash.js";
import { StorePaths } from "./store-paths.js";
import type { InTrash } from "./trash.js";
import { type TrashDirectory, type TrashSystem, thisSystem, trashDirectories } from "./trash-directories.js";

/** A session file in the trash. */
export interface TrashedSession {
	/** Of its header; absent where that cannot be read. */
	readonly id?: string;
	/** Only where it has one. */
	readonly name?: string;
	/** What a list calls it, or its file's name where it cannot be read. To be sanitised where it is shown. */
	readonly title: string;
	/** Where it was. */
	readonly path: string;
	readonly inTrash: InTrash;
	readonly deletedAt: Date;
	/** Of the file alone. */
	readonly sizeBytes: number;
	/** Directories that went with it. */
	readonly artifacts: readonly DeletedArtifacts[];
	/** What the file says of itself; its path is where it was. Absent where it cannot be read. */
	readonly session?: SessionInfo;
	/** Why it cannot be read, in a few words; it can be restored all the same. */
	readonly problem?: string;
}

export interface TrashListing {
	/** Newest deletion first. */
	readonly trashed: readonly TrashedSession[];
	/** What cannot be known on this system, in a sentence or two for the user. */
	readonly note?: string;
}

export interface TrashOptions {
	readonly system?: TrashSystem | undefined;
	readonly signal?: AbortSignal | undefined;
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

const WINDOWS_NOTE =
	"Windows keeps deleted sessions in its Recycle Bin, which is not read here. Open it and choose Restore to bring one back.";

const READS_AT_ONCE = 4;
/** Notes have whole seconds; artifacts go right after their session, and a large one may be copied before. */
const SLACK_MS = 2_000;
const APART_MS = 600_000;

/**
 * The sessions of a store that are in the trash, newest first. A session's artifacts are those of its id that went right
 * after it. Nothing is changed.
 * @throws SessionError `cancelled`
 */
export async function listTrashed(
	location: Pick<StoreLocation, "sessionDir">,
	{ system = thisSystem(), signal, onProgress }: TrashOptions = {},
): Promise<TrashListing> {
	const { sessions, artifacts, note } = await trashEntries(location, system);
	const trashed: TrashedSession[] = [];
	let done = 0;
	await inParallel(sessions, READS_AT_ONCE, async (entry) => {
		if (signal?.aborted) throw cancelled(entry.path);
		trashed.push(await describe(entry, signal));
		onProgress?.(++done, sessions.length);
	});
	const matched = await withArtifacts(trashed, artifacts);
	matched.sort((a, b) => b.deletedAt.getTime() - a.deletedAt.getTime() || (a.path < b.path ? -1 : 1));
	return note === undefined ? { trashed: matched } : { trashed: matched, note };
}

/** What of a store is in the trash, not opened: its session files, and directories of artifacts. */
export async function trashEntries(
	{ sessionDir }: Pick<StoreLocation, "sessionDir">,
	system: TrashSystem,
): Promise<{ sessions: TrashEntry[]; artifacts: TrashEntry[]; note?: string }> {
	if (system.platform === "win32") return { sessions: [], artifacts: [], note: WINDOWS_NOTE };
	if (system.platform === "darwin")
		return { sessions: await readMacTrash(system.home, sessionDir), artifacts: [], note: MAC_NOTE };
	const paths = new StorePaths(sessionDir);
	const directories = new Map<string, TrashDirectory>();
	for (const place of [sessionDir, artifactsDir(sessionDir)]) {
		for (const directory of trashDirectories(place, system)) directories.set(directory.path, directory);
	}
	const sessions: TrashEntry[] = [];
	const artifacts: TrashEntry[] = [];
	for (const directory of directories.values()) {
		for (const entry of await readTrash(directory, (path) => paths.kindOf(path) !== undefined)) {
			const isDirectory = entry.stats.isDirectory();
			if (paths.kindOf(entry.path) === "artifacts") isDirectory && artifacts.push(entry);
			else if (!isDirectory) sessions.push(entry);
		}
	}
	return { sessions, artifacts };
}

async function describe(entry: TrashEntry, signal: AbortSignal | undefined): Promise<TrashedSession> {
	const { path, inTrash, deletedAt, stats } = entry;
	const known = { path, inTrash, deletedAt, sizeBytes: stats.size, artifacts: [] };
	// A link's target is read relative to where the link is, which is not where it was.
	if (stats.isSymbolicLink()) return { ...known, title: basename(path), problem: "a symbolic link" };
	try {
		const session = { ...(await readSessionInfo(inTrash.path, { signal })), path };
		const { id, name } = session;
		return { ...known, id, ...(name === undefined ? {} : { name }), title: title(session), session };
	} catch (error) {
		if (!(error instanceof SessionError) || error.code === "cancelled") throw error;
		return { ...known, title: basename(path), problem: reasonWithoutPath(error) };
	}
}

async function withArtifacts(
	trashed: readonly TrashedSession[],
	artifacts: readonly TrashEntry[],
): Promise<TrashedSession[]> {
	const found = new Map<TrashedSession, DeletedArtifacts[]>();
	const byId = new Map<string, TrashedSession[]>();
	for (const session of trashed) {
		if (session.id === undefined) continue;
		const same = byId.get(session.id);
		if (same) same.push(session);
		else byId.set(session.id, [session]);
	}
	for (const { path, inTrash, deletedAt } of artifacts) {
		const owner = wentBefore(byId.get(basename(path)) ?? [], deletedAt.getTime());
		const measured = owner && (await measureArtifacts(inTrash.path));
		if (owner && measured) found.set(owner, [...(found.get(owner) ?? []), { ...measured, path, inTrash }]);
	}
	return trashed.map((session) => ({ ...session, artifacts: found.get(session) ?? [] }));
}

/** The last of some sessions to have gone before a moment, if it was shortly before. */
function wentBefore(sessions: readonly TrashedSession[], moment: number): TrashedSession | undefined {
	let last: TrashedSession | undefined;
	for (const session of sessions) {
		const before = moment + SLACK_MS - session.deletedAt.getTime();
		if (before < 0 || before > APART_MS) continue;
		if (last === undefined || session.deletedAt >= last.deletedAt) last = session;
	}
	return last;
}
