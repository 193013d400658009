/** What the artifacts of a store's sessions weigh: they are deleted with them. */
import { dirname, join } from "node:path";
import { cancelled } from "../../session/session.js";
import type { SessionInfo } from "../info.js";
import { lookAt, namesIn } from "../looking.js";
import { pathsById } from "../paths-by-id.js";
import { artifactPaths, measureArtifacts } from "../trash/artifacts.js";

/** The artifacts of one id. They go only if all files of that id do. */
interface OwnedArtifacts {
	/** The paths of the sessions. */
	readonly owners: readonly string[];
	readonly bytes: number;
}

/** By the id of a session's header; only of those that have any. */
export type ArtifactSizes = ReadonlyMap<string, OwnedArtifacts>;

/**
 * Measures the artifacts of sessions: all of a store, so that those are known that share an id.
 * @throws SessionError `cancelled`
 */
export async function measureArtifactsOf(
	sessions: readonly Pick<SessionInfo, "id" | "path">[],
	sessionDir: string,
	signal?: AbortSignal,
): Promise<ArtifactSizes> {
	const there = new Directories();
	const sizes = new Map<string, OwnedArtifacts>();
	for (const [id, owners] of pathsById(sessions)) {
		const paths = new Set(owners.flatMap((path) => artifactPaths(path, id, sessionDir)));
		let bytes = 0;
		for (const path of paths) {
			if (!(await there.has(path))) continue;
			if (signal?.aborted) throw cancelled(path);
			bytes += (await measureArtifacts(path))?.bytes ?? 0;
		}
		if (bytes > 0 && !(await isAnyLink(owners))) sizes.set(id, { owners, bytes });
	}
	return sizes;
}

/** What deleting sessions frees: their files, and the artifacts that go along. */
export function freedBytes(
	sessions: readonly Pick<SessionInfo, "id" | "path" | "sizeBytes">[],
	artifacts: ArtifactSizes = new Map(),
): number {
	const going = new Set(sessions.map(({ path }) => path));
	const freed = new Set<OwnedArtifacts>();
	let bytes = 0;
	for (const { id, sizeBytes } of sessions) {
		bytes += sizeBytes;
		const owned = artifacts.get(id);
		if (owned?.owners.every((path) => going.has(path))) freed.add(owned);
	}
	for (const owned of freed) bytes += owned.bytes;
	return bytes;
}

async function isAnyLink(paths: readonly string[]): Promise<boolean> {
	for (const path of paths) if ((await lookAt(path))?.isSymbolicLink()) return true;
	return false;
}

/** Looks into each directory once: of many sessions, few have artifacts. */
class Directories {
	readonly #names = new Map<string, ReadonlySet<string>>();

	async has(path: string): Promise<boolean> {
		const parent = dirname(path);
		let names = this.#names.get(parent);
		if (names === undefined) {
			names = new Set((await namesIn(parent)).map((name) => join(parent, name)));
			this.#names.set(parent, names);
		}
		return names.has(path);
	}
}
