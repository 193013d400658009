/** Plain arrays of a file's records, for those who want no more than that. */
import type { FileEntry } from "./entries.js";
import { SessionError } from "./errors.js";
import { type FileSystem, nodeFileSystem } from "./file-system.js";
import { parseRecords } from "./jsonl.js";
import { readError } from "./session.js";
import { isHeader } from "./session-builder.js";

/** The records of a session file's text as they are, the header first; what is no record is left out. */
export function parseSessionEntries(content: string): FileEntry[] {
	return valuesOf(Buffer.from(content));
}

/**
 * The records of a file as they are, of whatever version; none when there is no file or it is not a session.
 * @throws SessionError `unreadable`
 */
export function loadEntriesFromFile(filePath: string, fs: FileSystem = nodeFileSystem): FileEntry[] {
	try {
		if (!fs.statSync(filePath).isFile()) {
			throw new SessionError("unreadable", `${filePath}: cannot be read: it is not a regular file`, {
				path: filePath,
			});
		}
		const entries = valuesOf(fs.readFileSync(filePath));
		return entries[0] !== undefined && isHeader({ ...entries[0] }) ? entries : [];
	} catch (error) {
		const known = readError(error, filePath, fs);
		if (known instanceof SessionError && known.code === "not-found") return [];
		throw known;
	}
}

function valuesOf(bytes: Buffer): FileEntry[] {
	return parseRecords(bytes).flatMap((record) => {
		return record.kind === "value" ? [record.value as unknown as FileEntry] : [];
	});
}
