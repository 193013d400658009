import { type FSWatcher, watch } from "node:fs";
import { join } from "node:path";
import { systemErrorCode } from "../session/errors.js";
import { namesInSync } from "./looking.js";
import { isProjectDirectory } from "./store-kind.js";

export interface WatchOptions {
	/** Changes that follow one another within this time, in milliseconds, are told once. */
	quietMs?: number;
}

/** More directories than this are not watched, one each: the system has few watches to give. */
const MOST_DIRECTORIES = 256;

/**
 * Tells of changes to the files of a store, its project directories included, until the returned function is
 * called. A system that gives no watches, and a store that is not there, are not told of: the list can be read
 * again by hand. Never keeps the process alive.
 */
export function watchStore(sessionDir: string, onChange: () => void, options: WatchOptions = {}): () => void {
	const watchers = new Map<string, FSWatcher>();
	let timer: NodeJS.Timeout | undefined;

	function changed(): void {
		clearTimeout(timer);
		timer = setTimeout(() => {
			watchAll();
			onChange();
		}, options.quietMs ?? 400);
		timer.unref();
	}

	function watchDirectory(directory: string): void {
		if (watchers.has(directory) || watchers.size >= MOST_DIRECTORIES) return;
		try {
			const watcher = watch(directory, { persistent: false }, changed);
			watcher.on("error", () => stopWatching(directory));
			watchers.set(directory, watcher);
		} catch (error) {
			if (systemErrorCode(error) === undefined) throw error;
		}
	}

	function stopWatching(directory: string): void {
		watchers.get(directory)?.close();
		watchers.delete(directory);
	}

	function watchAll(): void {
		watchDirectory(sessionDir);
		const projects = namesInSync(sessionDir).filter(isProjectDirectory);
		for (const name of projects) watchDirectory(join(sessionDir, name));
	}

	watchAll();
	return () => {
		clearTimeout(timer);
		for (const directory of [...watchers.keys()]) stopWatching(directory);
	};
}
