/** Reading no more of a session than its header. */
import type { JsonObject, SessionHeader } from "./entries.js";
import { type FileSystem, nodeFileSystem } from "./file-system.js";
import { LineReader, readLine } from "./jsonl.js";
import { checkReadable, READ_FLAGS, readError } from "./session.js";
import { isHeader, notASession, toHeader } from "./session-builder.js";

const CHUNK_BYTES = 4096;
/** As in reading a whole session: a file without a header in its first megabyte has none. */
const HEADER_WITHIN_BYTES = 1 << 20;

/**
 * The header of a session file, its first record.
 * @throws SessionError `not-found`, `not-a-session`, `unreadable`
 */
export function readHeaderSync(path: string, fs: FileSystem = nodeFileSystem): SessionHeader {
	try {
		checkReadable(path, fs.statSync(path), Number.POSITIVE_INFINITY);
		const fd = fs.openSync(path, READ_FLAGS);
		try {
			let first: JsonObject | undefined;
			const reader = new LineReader((bytes, line, offset, terminated) => {
				for (const record of readLine(bytes, line, offset, terminated)) {
					if (record.kind === "value") first ??= record.value;
				}
			});
			const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
			for (let position = 0; first === undefined && position < HEADER_WITHIN_BYTES; ) {
				const bytesRead = fs.readSync(fd, chunk, 0, chunk.length, position);
				if (bytesRead === 0) {
					reader.end();
					break;
				}
				reader.push(chunk.subarray(0, bytesRead));
				position += bytesRead;
			}
			if (first === undefined || !isHeader(first)) throw notASession(path, "it has no session header");
			return toHeader(first);
		} finally {
			fs.closeSync(fd);
		}
	} catch (error) {
		throw readError(error, path, fs);
	}
}
