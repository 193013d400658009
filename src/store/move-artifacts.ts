/** Moving the files of a session's sub-agents along with it. */
import type { Stats } from "node:fs";
import { dirname, join } from "node:path";
import { systemErrorCode } from "../session/errors.js";
import type { FileSystem } from "../session/file-system.js";
import type { Skipped } from "./moved.js";
import { haveSameBytes } from "./same-bytes.js";

/**
 * Moves a directory of artifacts to where it belongs; nothing happens where there is none. Where one is there already,
 * what it has not goes into it, and what differs stays.
 */
export function moveArtifacts(
	from: string,
	to: string,
	fs: FileSystem,
	dryRun: boolean,
): { moved: boolean; left: Skipped[] } {
	const left: Skipped[] = [];
	if (!statsOf(from, fs)?.isDirectory()) return { moved: false, left };
	if (dryRun) return { moved: true, left };
	try {
		fs.mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
		merge(from, to, fs, left);
	} catch (error) {
		left.push({ path: from, reason: reasonOf(error), kind: "failed" });
	}
	return { moved: left.length === 0, left };
}

/** A directory is renamed whole: the system does that over nothing but an empty directory. Else its parts are. */
function merge(from: string, to: string, fs: FileSystem, left: Skipped[]): void {
	const pending: [string, string][] = [[from, to]];
	const directories: string[] = [];
	for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
		const [source, target] = next;
		if (!statsOf(source, fs)?.isDirectory()) {
			moveFile(source, target, fs, left);
			continue;
		}
		try {
			fs.renameSync(source, target);
		} catch (error) {
			const code = systemErrorCode(error);
			if (code !== "ENOTEMPTY" && code !== "EEXIST") {
				left.push({ path: source, reason: reasonOf(error), kind: "failed" });
				continue;
			}
			directories.push(source);
			for (const name of fs.readdirSync(source)) pending.push([join(source, name), join(target, name)]);
		}
	}
	for (const directory of directories.reverse()) removeIfEmpty(directory, fs);
}

function moveFile(source: string, target: string, fs: FileSystem, left: Skipped[]): void {
	try {
		fs.linkSync(source, target);
	} catch (error) {
		if (systemErrorCode(error) !== "EEXIST" || !haveSameBytes(source, target, fs)) {
			left.push({ path: source, reason: reasonOf(error), kind: "failed" });
			return;
		}
	}
	fs.unlinkSync(source);
}

function removeIfEmpty(path: string, fs: FileSystem): void {
	try {
		fs.rmdirSync(path);
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
	}
}

function statsOf(path: string, fs: FileSystem): Stats | undefined {
	return fs.lstatSync(path, { throwIfNoEntry: false });
}

function reasonOf(error: unknown): string {
	const code = systemErrorCode(error);
	if (code === undefined) throw error;
	switch (code) {
		case "EEXIST":
		case "ENOTDIR":
			return "another of its name is there already";
		case "EXDEV":
			return "its place is on another device; move it by hand";
		default:
			return `cannot be moved (${code})`;
	}
}
