/** Files that hold no more than another of the same session does. */

import type { Stats } from "node:fs";
import { open } from "node:fs/promises";
import { systemErrorCode } from "../../session/errors.js";
import { cancelled, READ_FLAGS } from "../../session/session.js";
import type { SessionInfo } from "../info.js";
import { lookAt } from "../looking.js";
import { pathsById } from "../paths-by-id.js";

const CHUNK_BYTES = 256 * 1024;

interface Copy {
	readonly path: string;
	readonly stats: Stats;
}

/**
 * Finds files whose header's id another has, and whose bytes that other begins with. Gives the path of each, and that of
 * the file to keep: the longest, then the one changed last, then the first by path. Links, and two names of one
 * file, are no copies. A file that cannot be read is nobody's duplicate.
 * @throws SessionError `cancelled`
 */
export async function findDuplicates(
	sessions: readonly Pick<SessionInfo, "id" | "path">[],
	{ signal }: { signal?: AbortSignal | undefined } = {},
): Promise<Map<string, string>> {
	const duplicates = new Map<string, string>();
	for (const paths of pathsById(sessions).values()) {
		if (paths.length < 2) continue;
		const kept: Copy[] = [];
		for (const copy of await copiesOf(paths)) {
			if (signal?.aborted) throw cancelled(copy.path);
			const whole = await findAsync(kept, (other) => beginsWith(other, copy));
			if (whole === undefined) kept.push(copy);
			else duplicates.set(copy.path, whole.path);
		}
	}
	return duplicates;
}

/** Longest first; each file once. */
async function copiesOf(paths: readonly string[]): Promise<Copy[]> {
	const copies = new Map<string, Copy>();
	for (const path of [...paths].sort()) {
		const stats = await lookAt(path);
		const identity = stats && `${stats.dev}:${stats.ino}`;
		if (stats?.isFile() && identity !== undefined && !copies.has(identity))
			copies.set(identity, { path, stats });
	}
	return [...copies.values()].sort(
		(a, b) => b.stats.size - a.stats.size || b.stats.mtimeMs - a.stats.mtimeMs || (a.path < b.path ? -1 : 1),
	);
}

/** Whether the bytes of `short`, as long as it is now, are the first of `long`. */
async function beginsWith(long: Copy, short: Copy): Promise<boolean> {
	const length = short.stats.size;
	if (length > long.stats.size) return false;
	try {
		const one = await open(long.path, READ_FLAGS);
		try {
			const other = await open(short.path, READ_FLAGS);
			try {
				const [a, b] = [Buffer.allocUnsafe(CHUNK_BYTES), Buffer.allocUnsafe(CHUNK_BYTES)];
				for (let position = 0; position < length; ) {
					const wanted = Math.min(CHUNK_BYTES, length - position);
					const read = await other.read(b, 0, wanted, position);
					const same = await one.read(a, 0, read.bytesRead, position);
					if (read.bytesRead === 0 || same.bytesRead !== read.bytesRead) return false;
					if (a.compare(b, 0, read.bytesRead, 0, read.bytesRead) !== 0) return false;
					position += read.bytesRead;
				}
				return true;
			} finally {
				await other.close();
			}
		} finally {
			await one.close();
		}
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
		return false;
	}
}

async function findAsync<T>(
	items: readonly T[],
	test: (item: T) => Promise<boolean>,
): Promise<T | undefined> {
	for (const item of items) {
		if (await test(item)) return item;
	}
	return undefined;
}
