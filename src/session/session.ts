/** Reading one session file: whole, from a regular file only, and never writing to it (behaviour.md §2). */
import { constants, type Stats } from "node:fs";
import { getHeapStatistics } from "node:v8";
import type { SessionEntry, SessionHeader } from "./entries.js";
import { SessionError, systemErrorCode } from "./errors.js";
import { type FileSystem, nodeFileSystem } from "./file-system.js";
import type { Problem } from "./jsonl.js";
import { SessionBuilder } from "./session-builder.js";
import type { Fault, SessionTree } from "./tree.js";
import { reasonOfCode } from "./write-errors.js";

/** What tells one state of a file from another. `size` is the bytes that were read. */
export interface FileStamp {
	dev: number;
	ino: number;
	size: number;
	mtimeMs: number;
}

/** One session file as it was read. */
export interface Session {
	/** Absent when it was not read from a file. */
	path?: string;
	header: SessionHeader;
	/** The version on disk; `entries` are of the current one. */
	version: number;
	/** In file order, brought to the current version: every one has an id and a parentId. */
	entries: readonly SessionEntry[];
	/** Bytes that are no record. */
	problems: readonly Problem[];
	/** What is wrong with the graph of the entries. */
	faults: readonly Fault[];
	tree: SessionTree;
	stamp?: FileStamp;
	/** The last bytes that were read, 4 KB at most: a file that only grew still holds them there. */
	tail?: Buffer;
	/** Of a version this library does not know; nothing may be written to it. */
	readOnly: boolean;
	/** The file differs from `entries`: it is of an old version, or holds lines of one. Upgraded before it is changed. */
	outdated: boolean;
}

export interface ReadOptions {
	signal?: AbortSignal | undefined;
	onProgress?: ((bytesRead: number, totalBytes: number) => void) | undefined;
	/** Refuses larger files. Default: what the heap of this process can hold. */
	maxBytes?: number | undefined;
	fs?: FileSystem | undefined;
}

const CHUNK_BYTES = 1 << 20;
// Opening a FIFO that took the place of a file must not wait for a writer.
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a session and gives way to other work between chunks.
 * @throws SessionError `not-found`, `not-a-session`, `unreadable`, `too-large`, `cancelled`
 */
export async function readSession(path: string, options: ReadOptions = {}): Promise<Session> {
	const { signal, onProgress, maxBytes = defaultMaxBytes(), fs = nodeFileSystem } = options;
	const builder = new SessionBuilder(path, maxBytes);
	try {
		checkReadable(path, await fs.promises.stat(path), maxBytes);
		const file = await fs.promises.open(path, READ_FLAGS);
		try {
			const stats = await file.stat();
			checkReadable(path, stats, maxBytes);
			const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(stats.size, 1)));
			let size = 0;
			while (size < stats.size) {
				if (signal?.aborted) throw cancelled(path);
				const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, stats.size - size), size);
				if (bytesRead === 0) break;
				builder.push(chunk.subarray(0, bytesRead));
				size += bytesRead;
				onProgress?.(size, stats.size);
			}
			if (signal?.aborted) throw cancelled(path);
			return builder.finish(stampOf(stats, size));
		} finally {
			await file.close();
		}
	} catch (error) {
		throw readError(error, path, fs);
	}
}

/** `readSession` in one go, for callers that cannot wait. The same errors, without `cancelled`. */
export function readSessionSync(path: string, options: Pick<ReadOptions, "maxBytes" | "fs"> = {}): Session {
	const { maxBytes = defaultMaxBytes(), fs = nodeFileSystem } = options;
	const builder = new SessionBuilder(path, maxBytes);
	try {
		checkReadable(path, fs.statSync(path), maxBytes);
		const fd = fs.openSync(path, READ_FLAGS);
		try {
			const stats = fs.fstatSync(fd);
			checkReadable(path, stats, maxBytes);
			const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(stats.size, 1)));
			let size = 0;
			while (size < stats.size) {
				const bytesRead = fs.readSync(fd, chunk, 0, Math.min(chunk.length, stats.size - size), size);
				if (bytesRead === 0) break;
				builder.push(chunk.subarray(0, bytesRead));
				size += bytesRead;
			}
			return builder.finish(stampOf(stats, size));
		} finally {
			fs.closeSync(fd);
		}
	} catch (error) {
		throw readError(error, path, fs);
	}
}

export function stampOf(stats: Stats, size = stats.size): FileStamp {
	return { dev: stats.dev, ino: stats.ino, size, mtimeMs: stats.mtimeMs };
}

export function checkReadable(path: string, stats: Stats, maxBytes: number): void {
	if (!stats.isFile()) {
		const what = stats.isDirectory() ? "a directory" : "not a regular file";
		throw new SessionError("unreadable", `${path}: cannot be read: it is ${what}`, { path });
	}
	if (stats.size > maxBytes) {
		const size = Math.round(stats.size / 1e6);
		throw new SessionError("too-large", `${path}: ${size} MB is too large to open here`, { path });
	}
}

/** Parsed, a session takes up to about twice its bytes, and half of the heap is to stay free. */
function defaultMaxBytes(): number {
	return Math.floor(getHeapStatistics().heap_size_limit / 3);
}

export function cancelled(path: string): SessionError {
	return new SessionError("cancelled", `${path}: reading was cancelled`, { path });
}

/** What went wrong with a file as one `SessionError`. Errors that are not the file's come back as they are. */
export function readError(error: unknown, path: string, fs: FileSystem): unknown {
	const code = systemErrorCode(error);
	if (error instanceof SessionError || code === undefined) return error;
	switch (code) {
		case "ENOENT":
		case "ENOTDIR": {
			const reason = isLink(path, fs) ? "it is a link to a missing file" : "no such file";
			return new SessionError("not-found", `${path}: ${reason}`, { path, cause: error });
		}
		default: {
			const message = `${path}: cannot be read: ${reasonOfCode(code)}`;
			return new SessionError("unreadable", message, { path, cause: error });
		}
	}
}

function isLink(path: string, fs: FileSystem): boolean {
	try {
		return fs.lstatSync(path).isSymbolicLink();
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
		return false;
	}
}
