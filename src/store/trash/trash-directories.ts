/** Where a freedesktop system's trashes are: the home trash, and those of a mount. */
import { dirname, isAbsolute, join } from "node:path";
import { existingRealPath, lookAtSync } from "../looking.js";
import { mountsOfDevice } from "../mounts.js";
import { homeDirectory } from "../process-directories.js";

/** What decides where the trash is. */
export interface TrashSystem {
	readonly platform: NodeJS.Platform;
	readonly home: string;
	readonly env: NodeJS.ProcessEnv;
	/** Undefined on Windows. */
	readonly uid: number | undefined;
	/** The top directories of the mount that a path lies on. */
	readonly topDirectories: (path: string) => readonly string[];
}

export interface TrashDirectory {
	/** Holds `files` and `info`. */
	readonly path: string;
	/** What relative paths in it are relative to; undefined for the home trash, which has none. */
	readonly top?: string;
}

/** This machine, as it is now. */
export function thisSystem(): TrashSystem {
	return {
		platform: process.platform,
		home: homeDirectory(),
		env: process.env,
		uid: process.getuid?.(),
		topDirectories,
	};
}

/** The trashes that may hold what lay at `path`, which need not exist any more. The home trash comes first. */
export function trashDirectories(path: string, system: TrashSystem): TrashDirectory[] {
	const { home, env, uid } = system;
	const dataHome = env.XDG_DATA_HOME;
	const data = dataHome && isAbsolute(dataHome) ? dataHome : join(home, ".local", "share");
	const directories: TrashDirectory[] = [{ path: join(data, "Trash") }];
	if (uid === undefined) return directories;
	for (const top of system.topDirectories(path)) {
		const shared = join(top, ".Trash");
		const stats = lookAtSync(shared);
		// One that all users share must be a directory and sticky, or another could put things into ours.
		if (stats?.isDirectory() && (stats.mode & 0o1000) !== 0)
			directories.push({ path: join(shared, String(uid)), top });
		directories.push({ path: join(top, `.Trash-${uid}`), top });
	}
	return directories.filter(({ path: directory, top }) => {
		const stats = lookAtSync(directory);
		// The home trash may be a link of the user's; nobody but the user may have made those of a mount.
		if (top === undefined) return stats !== undefined;
		return stats?.isDirectory() === true && stats.uid === uid;
	});
}

function topDirectories(path: string): string[] {
	const real = nearest(path);
	const stats = lookAtSync(real);
	if (stats === undefined) return [];
	let top = real;
	for (let parent = dirname(top); parent !== top; parent = dirname(top)) {
		if (lookAtSync(parent)?.dev !== stats.dev) break;
		top = parent;
	}
	return [...new Set([top, ...mountsOfDevice(stats.dev)])];
}

/** The real path of a directory, or of the nearest above it that is there. */
function nearest(path: string): string {
	return existingRealPath(path) ?? (dirname(path) === path ? path : nearest(dirname(path)));
}
