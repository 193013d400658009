/** The directories of a session's sub-agents' files, as things that are deleted and brought back with it. */
import { basename, dirname, join } from "node:path";
import { artifactsDir } from "../location.js";
import { entriesIn, lookAt } from "../looking.js";

/** A directory of artifacts and what is in it. */
export interface Artifacts {
	readonly path: string;
	/** Files and links, at any depth. */
	readonly files: number;
	readonly bytes: number;
}

/**
 * Where the artifacts of the session `id` may lie: beside the store, and for a session of a per-project directory also
 * beside that. None for an id that would lead elsewhere: it comes from a file.
 */
export function artifactPaths(sessionPath: string, id: string, sessionDir: string): string[] {
	if (id === "" || id !== basename(id) || id.includes("\\") || id.startsWith(".")) return [];
	const directory = dirname(sessionPath);
	const beside = new Set([artifactsDir(directory)]);
	// Those of a session elsewhere are not in this store, whatever has its id there.
	if (dirname(directory) === sessionDir) beside.add(artifactsDir(sessionDir));
	return [...beside].map((parent) => join(parent, id));
}

/** Counts what is in a directory, following no link; undefined where there is no directory. */
export async function measureArtifacts(path: string): Promise<Artifacts | undefined> {
	if ((await lookAt(path))?.isDirectory() !== true) return undefined;
	let files = 0;
	let bytes = 0;
	const pending = [path];
	for (let directory = pending.pop(); directory !== undefined; directory = pending.pop()) {
		for (const entry of await entriesIn(directory)) {
			const inner = join(directory, entry.name);
			if (entry.isDirectory()) {
				pending.push(inner);
				continue;
			}
			files++;
			bytes += (await lookAt(inner))?.size ?? 0;
		}
	}
	return { path, files, bytes };
}
