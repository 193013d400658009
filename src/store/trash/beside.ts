import { basename, dirname } from "node:path";
import { entriesIn } from "../looking.js";

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
	const names = (await entriesIn(directory)).filter((entry) => !entry.isDirectory()).map(({ name }) => name);
	for (const name of names.sort()) {
		if (name.endsWith(SESSION_END)) continue;
		for (let at = name.indexOf(`${SESSION_END}.`); at >= 0; at = name.indexOf(`${SESSION_END}.`, at + 1)) {
			const owner = name.slice(0, at + SESSION_END.length);
			const beside = owned.get(owner);
			if (beside) beside.push(name);
			else owned.set(owner, [name]);
		}
	}
	return owned;
}
