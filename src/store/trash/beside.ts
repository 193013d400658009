import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { systemErrorCode } from "../../session/errors.js";

/**
 * Files that lie beside a session and are called after it: `a.jsonl.bak` beside `a.jsonl`. Nobody knows whose they are, so they
 * do not go with it. Other sessions are none of them. Each directory is looked into once.
 */
export class BesideFiles {
	readonly #directories = new Map<string, Promise<ReadonlyMap<string, readonly string[]>>>();

	/** The names, in order. */
	async of(path: string): Promise<readonly string[]> {
		const directory = dirname(path);
		let found = this.#directories.get(directory);
		if (found === undefined) {
			found = byOwner(directory);
			this.#directories.set(directory, found);
		}
		return (await found).get(basename(path)) ?? [];
	}
}

const SESSION_END = ".jsonl";

/** By the name of every file that a name may be called after. */
async function byOwner(directory: string): Promise<Map<string, string[]>> {
	const owned = new Map<string, string[]>();
	for (const entry of await entriesOf(directory)) {
		const { name } = entry;
		if (entry.isDirectory() || name.endsWith(SESSION_END)) continue;
		for (let at = name.indexOf(`${SESSION_END}.`); at >= 0; at = name.indexOf(`${SESSION_END}.`, at + 1)) {
			const owner = name.slice(0, at + SESSION_END.length);
			owned.set(owner, [...(owned.get(owner) ?? []), name].sort());
		}
	}
	return owned;
}

/** What cannot be looked into stays as it is, and is not told of. */
async function entriesOf(directory: string): Promise<Dirent[]> {
	try {
		return await readdir(directory, { withFileTypes: true });
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
		return [];
	}
}
