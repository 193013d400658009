import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { nodeFileSystem } from "../session/file-system.js";
import { cancelled, checkReadable, READ_FLAGS, readError } from "../session/session.js";
import type { SessionInfo } from "./info.js";
import { InfoScanner } from "./scan/info-scanner.js";

export interface InfoOptions {
	/** Also gathers the text of all user and assistant messages. */
	text?: boolean | undefined;
	signal?: AbortSignal | undefined;
	/** For reading into, used again and again; any size. */
	buffer?: Buffer | undefined;
}

const CHUNK_BYTES = 256 * 1024;

/**
 * Reads what a list shows of a session, in chunks: memory does not grow with the file, and other work goes on between
 * chunks. Files of any size are read; only regular ones are opened.
 * @throws SessionError `not-found`, `not-a-session`, `unreadable`, `cancelled`
 */
export async function readSessionInfo(path: string, options: InfoOptions = {}): Promise<SessionInfo> {
	const { signal, text = false } = options;
	try {
		checkReadable(path, await stat(path), Number.POSITIVE_INFINITY);
		const file = await open(path, READ_FLAGS);
		try {
			const stats = await file.stat();
			checkReadable(path, stats, Number.POSITIVE_INFINITY);
			const scanner = new InfoScanner(path, { text });
			const buffer = options.buffer ?? Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(stats.size, 1)));
			let position = 0;
			while (position < stats.size) {
				if (signal?.aborted) throw cancelled(path);
				const length = Math.min(buffer.length, stats.size - position);
				const { bytesRead } = await file.read(buffer, 0, length, position);
				if (bytesRead === 0) break;
				scanner.push(buffer.subarray(0, bytesRead));
				position += bytesRead;
			}
			if (signal?.aborted) throw cancelled(path);
			return scanner.finish({ size: position, mtimeMs: stats.mtimeMs });
		} finally {
			await file.close();
		}
	} catch (error) {
		throw readError(error, path, nodeFileSystem);
	}
}

/** `readSessionInfo` in one go, for a thread of its own. */
export function readSessionInfoSync(path: string, options: Omit<InfoOptions, "signal"> = {}): SessionInfo {
	const { text = false } = options;
	try {
		checkReadable(path, statSync(path), Number.POSITIVE_INFINITY);
		const fd = openSync(path, READ_FLAGS);
		try {
			const stats = fstatSync(fd);
			checkReadable(path, stats, Number.POSITIVE_INFINITY);
			const scanner = new InfoScanner(path, { text });
			const buffer = options.buffer ?? Buffer.allocUnsafe(Math.min(CHUNK_BYTES, Math.max(stats.size, 1)));
			let position = 0;
			while (position < stats.size) {
				const bytesRead = readSync(fd, buffer, 0, Math.min(buffer.length, stats.size - position), position);
				if (bytesRead === 0) break;
				scanner.push(buffer.subarray(0, bytesRead));
				position += bytesRead;
			}
			return scanner.finish({ size: position, mtimeMs: stats.mtimeMs });
		} finally {
			closeSync(fd);
		}
	} catch (error) {
		throw readError(error, path, nodeFileSystem);
	}
}
