/** The last of a session's conversation, without reading the whole of a large file. */
import { constants } from "node:fs";
import type { SessionEntry } from "./entries.js";
import { SessionError, systemErrorCode } from "./errors.js";
import { type FileSystem, nodeFileSystem } from "./file-system.js";
import { SessionBuilder } from "./session-builder.js";
import type { SessionTree } from "./tree.js";
import { reasonOfCode } from "./write-errors.js";

export interface Preview {
	/** The end of the active branch, root side first. */
	readonly branch: readonly SessionEntry[];
	readonly tree: SessionTree;
	/** Whether `branch` begins where the session does. */
	readonly complete: boolean;
}

/** Read from the beginning, for the header, and from the end. */
const HEAD_BYTES = 64 * 1024;
const TAIL_BYTES = 512 * 1024;

const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * Reads the end of a session. Of a large file only its first line and its last half megabyte are read; a branch
 * that leads out of them is cut off there.
 * @throws SessionError `not-found`, `not-a-session`, `unreadable`, `cancelled`
 */
export async function readPreview(
	path: string,
	options: { signal?: AbortSignal | undefined; fs?: FileSystem } = {},
): Promise<Preview> {
	const { signal, fs = nodeFileSystem } = options;
	const builder = new SessionBuilder(path);
	let complete = true;
	try {
		if (!(await fs.promises.stat(path)).isFile()) throw unreadable(path, "it is not a regular file");
		const file = await fs.promises.open(path, READ_FLAGS);
		try {
			const { size } = await file.stat();
			const read = async (from: number, length: number): Promise<Buffer> => {
				if (signal?.aborted) throw new SessionError("cancelled", `${path}: reading was cancelled`, { path });
				const bytes = Buffer.allocUnsafe(length);
				const { bytesRead } = await file.read(bytes, 0, length, from);
				return bytes.subarray(0, bytesRead);
			};
			if (size <= HEAD_BYTES + TAIL_BYTES) {
				builder.push(await read(0, size));
			} else {
				complete = false;
				builder.push(firstLine(await read(0, HEAD_BYTES)));
				const tail = await read(size - TAIL_BYTES, TAIL_BYTES);
				builder.push(tail.subarray(tail.indexOf(0x0a) + 1));
			}
		} finally {
			await file.close();
		}
	} catch (error) {
		throw asSessionError(error, path);
	}
	const { tree } = builder.finish();
	return { branch: tree.branch().map(({ entry }) => entry), tree, complete };
}

function firstLine(head: Buffer): Buffer {
	const end = head.indexOf(0x0a);
	return end < 0 ? head : head.subarray(0, end + 1);
}

function asSessionError(error: unknown, path: string): unknown {
	const code = systemErrorCode(error);
	if (code === undefined) return error;
	if (code === "ENOENT")
		return new SessionError("not-found", `${path}: no such file`, { path, cause: error });
	return new SessionError("unreadable", `${path}: cannot be read: ${reasonOfCode(code)}`, {
		path,
		cause: error,
	});
}

function unreadable(path: string, reason: string): SessionError {
	return new SessionError("unreadable", `${path}: cannot be read: ${reason}`, { path });
}
