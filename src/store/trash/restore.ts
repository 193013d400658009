/** Bringing sessions back out of the trash: file and artifacts to where they were, never over anything (behaviour.md §7). */
import { basename, dirname, join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { systemErrorCode } from "../../session/errors.js";
import { type FileSystem, nodeFileSystem } from "../../session/file-system.js";
import { flushDirectory } from "../../session/whole-file.js";
import { writeReason } from "../../session/write-errors.js";
import { freeNames } from "../free-names.js";
import { artifactsDir, type StoreLocation } from "../location.js";
import { giveName, placeFile } from "../place-file.js";
import type { DeletedSession } from "./delete.js";
import { restoreDirectory } from "./restore-directory.js";
import type { InTrash } from "./trash.js";
import { trashEntries } from "./trash-can.js";
import { type TrashSystem, thisSystem } from "./trash-directories.js";

/** What can be brought back: a `TrashedSession`, or a `DeletedSession` whose place in the trash is known. */
export interface Restorable {
	readonly path: string;
	readonly title: string;
	readonly id?: string;
	readonly inTrash: InTrash;
	readonly artifacts: readonly { readonly path: string; readonly inTrash?: InTrash }[];
}

export interface RestoredSession {
	/** Where it is now. */
	readonly path: string;
	/** Where it was before it was deleted. */
	readonly from: string;
	/** Where it lay in the trash. */
	readonly inTrash: InTrash;
	readonly id?: string;
	readonly title: string;
	/** Where its artifacts are. */
	readonly artifacts: readonly string[];
}

export interface NotRestored {
	/** Where it was before it was deleted. It is still in the trash, unless it is "gone" from there. */
	readonly path: string;
	readonly reason: string;
	readonly kind: "taken" | "gone" | "failed" | "stopped";
	/** For "taken": a path that is free. */
	readonly alternative?: string;
}

export interface Restoration {
	readonly restored: readonly RestoredSession[];
	readonly skipped: readonly NotRestored[];
}

export interface RestoreOptions {
	/** The directory for the session files, in place of the one each was in. */
	readonly to?: string | undefined;
	/** Where a name is taken, use the next that is free. */
	readonly alternative?: boolean | undefined;
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
	/** No further session is begun once it is aborted. */
	readonly signal?: AbortSignal | undefined;
	readonly fs?: FileSystem | undefined;
}

/** Brings sessions back. Never rejects for what is wrong with a file: what stays in the trash is said. */
export async function restore(
	items: readonly Restorable[],
	options: RestoreOptions = {},
): Promise<Restoration> {
	const restored: RestoredSession[] = [];
	const skipped: NotRestored[] = [];
	for (const [index, item] of items.entries()) {
		if (options.signal?.aborted) {
			skipped.push({ path: item.path, reason: "stopped before its turn", kind: "stopped" });
			continue;
		}
		const back = restoreFile(item, options);
		if ("reason" in back) skipped.push(back);
		else restored.push(restoreArtifacts(item, back.path, options, skipped));
		options.onProgress?.(index + 1, items.length);
		await turn();
	}
	return { restored, skipped };
}

/** Brings back what `deleteSessions` has just put into the trash. */
export async function undoDeletion(
	deleted: readonly DeletedSession[],
	location: Pick<StoreLocation, "sessionDir">,
	{ system = thisSystem(), ...options }: RestoreOptions & { readonly system?: TrashSystem | undefined } = {},
): Promise<Restoration> {
	const unknown = deleted.filter(({ inTrash }) => inTrash === undefined);
	const { sessions, artifacts } =
		unknown.length === 0 ? { sessions: [], artifacts: [] } : await trashEntries(location, system);
	const find = (entries: typeof sessions, path: string) =>
		entries
			.filter((entry) => entry.path === path)
			.reduce<(typeof entries)[0] | undefined>((a, b) => (a && a.deletedAt > b.deletedAt ? a : b), undefined);
	const items: Restorable[] = [];
	const skipped: NotRestored[] = [];
	for (const session of deleted) {
		const { path, id, title } = session;
		const inTrash = session.inTrash ?? find(sessions, path)?.inTrash;
		if (inTrash === undefined) {
			skipped.push({ path, reason: "it is not found in the trash; look for it there", kind: "gone" });
			continue;
		}
		const parts = session.artifacts.map((each) => {
			const place = each.inTrash ?? find(artifacts, each.path)?.inTrash;
			return place === undefined ? { path: each.path } : { path: each.path, inTrash: place };
		});
		items.push({ path, id, title, inTrash, artifacts: parts });
	}
	const done = await restore(items, options);
	return { restored: done.restored, skipped: [...skipped, ...done.skipped] };
}

function restoreFile(
	{ path, inTrash }: Restorable,
	{ to = dirname(path), alternative = false, fs = nodeFileSystem }: RestoreOptions,
): { path: string } | NotRestored {
	const name = basename(path);
	try {
		if (!isThere(inTrash.path, fs)) return { path, reason: "it is in the trash no longer", kind: "gone" };
		fs.mkdirSync(to, { recursive: true, mode: 0o700 });
		const back = place(inTrash.path, to, name, alternative, fs);
		flushDirectory(to, fs);
		// It is back; what cannot be taken out of the trash is there twice, and does no harm.
		discard(inTrash, fs);
		return { path: back };
	} catch (error) {
		if (systemErrorCode(error) === "EEXIST") {
			const reason = `there is another ${name} in ${to}`;
			return { path, reason, kind: "taken", ...freePath(to, name, fs) };
		}
		return { path, reason: writeReason(error, join(to, name), path), kind: "failed" };
	}
}

function place(source: string, to: string, name: string, alternative: boolean, fs: FileSystem): string {
	if (alternative) return placeFile(source, to, name, fs).path;
	const path = join(to, name);
	giveName(source, path, fs);
	return path;
}

function restoreArtifacts(
	item: Restorable,
	path: string,
	{ to, fs = nodeFileSystem }: RestoreOptions,
	skipped: NotRestored[],
): RestoredSession {
	const artifacts: string[] = [];
	for (const { path: from, inTrash } of item.artifacts) {
		if (inTrash === undefined) {
			skipped.push({ path: from, reason: "it is not found in the trash; look for it there", kind: "gone" });
			continue;
		}
		const target = to === undefined ? from : join(artifactsDir(to), basename(from));
		const reason = restoreDirectory(inTrash.path, target, fs);
		if (reason === undefined) {
			artifacts.push(target);
			if (inTrash.note !== undefined) removeIfThere(inTrash.note, fs);
		} else skipped.push({ path: from, reason, kind: "failed" });
	}
	const { path: from, inTrash, id, title } = item;
	return { path, from, inTrash, ...(id === undefined ? {} : { id }), title, artifacts };
}

function discard({ path, note }: InTrash, fs: FileSystem): void {
	if (removeIfThere(path, fs) && note !== undefined) removeIfThere(note, fs);
}

/** Whether it is gone. */
function removeIfThere(path: string, fs: FileSystem): boolean {
	try {
		fs.unlinkSync(path);
		return true;
	} catch (error) {
		const code = systemErrorCode(error);
		if (code === undefined) throw error;
		return code === "ENOENT";
	}
}

function freePath(dir: string, name: string, fs: FileSystem): { alternative?: string } {
	for (const free of freeNames(name)) {
		if (!isThere(join(dir, free), fs)) return { alternative: join(dir, free) };
	}
	return {};
}

function isThere(path: string, fs: FileSystem): boolean {
	return fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
