/** Looking at a file system where anything may be missing or forbidden: then there is nothing to see. */
import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { systemErrorCode } from "../session/errors.js";

/** What is at `path`, a link not followed; undefined where nothing can be seen. */
export async function lookAt(path: string): Promise<Stats | undefined> {
	try {
		return await lstat(path);
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
		return undefined;
	}
}

/** The same at once. */
export function lookAtSync(path: string): Stats | undefined {
	try {
		return lstatSync(path);
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
		return undefined;
	}
}

/** The names in a directory; none where it cannot be read. */
export async function namesIn(directory: string): Promise<string[]> {
	try {
		return await readdir(directory);
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
		return [];
	}
}

/** The same at once. */
export function namesInSync(directory: string): string[] {
	try {
		return readdirSync(directory);
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
		return [];
	}
}

/** What a directory holds, with the kind of each; nothing where it cannot be read. */
export async function entriesIn(directory: string): Promise<Dirent[]> {
	try {
		return await readdir(directory, { withFileTypes: true });
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
		return [];
	}
}

/** The same at once. */
export function entriesInSync(directory: string): Dirent[] {
	try {
		return readdirSync(directory, { withFileTypes: true });
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
		return [];
	}
}

/** `path` with its links followed; undefined where they cannot be. */
export function existingRealPath(path: string): string | undefined {
	try {
		return realpathSync(path);
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
		return undefined;
	}
}

/** `path` with its links followed; as it is where they cannot be. */
export function realPath(path: string): string {
	return existingRealPath(path) ?? path;
}
