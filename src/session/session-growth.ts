/** Keeping a session that was read in step with its file, without reading it again. */
import type { SessionEntry } from "./entries.js";
import type { FileSystem } from "./file-system.js";
import { parseRecords } from "./jsonl.js";
import { type FileStamp, type Session, stampOf } from "./session.js";
import { lastBytes } from "./session-builder.js";
import { isSame } from "./session-file.js";

const LINE_FEED = 0x0a;

/** Adds entries that are in the file now; `lines` are the bytes they came from, at the end of it. */
export function addToSession(
	session: Session,
	entries: readonly SessionEntry[],
	lines: Buffer,
	stamp: FileStamp,
): void {
	for (const entry of entries) {
		session.tree.append(entry);
		(session.entries as SessionEntry[]).push(entry);
	}
	session.stamp = stamp;
	session.tail = lastBytes(session.tail ?? Buffer.alloc(0), lines);
}

/**
 * Takes in what another process appended since the session was read, changing it in place.
 * @returns false when the file changed in any other way, or is not plainly continued: it must be read again.
 */
export function takeInGrowth(session: Session, path: string, fs: FileSystem): boolean {
	const { stamp, tail } = session;
	if (stamp === undefined || tail === undefined) return false;
	const fd = fs.openSync(path, "r");
	try {
		const now = stampOf(fs.fstatSync(fd));
		if (isSame(now, stamp)) return true;
		const grown = now.dev === stamp.dev && now.ino === stamp.ino && now.size > stamp.size;
		if (!grown || tail.at(-1) !== LINE_FEED) return false;
		const from = stamp.size - tail.length;
		const bytes = Buffer.alloc(now.size - from);
		if (fs.readSync(fd, bytes, 0, bytes.length, from) !== bytes.length) return false;
		const added = bytes.subarray(tail.length);
		if (!bytes.subarray(0, tail.length).equals(tail) || added.at(-1) !== LINE_FEED) return false;
		const entries = plainEntries(session, added);
		if (entries === undefined) return false;
		addToSession(session, entries, added, now);
		return true;
	} finally {
		fs.closeSync(fd);
	}
}

/** The entries of whole lines that follow those of the session, or undefined when anything is odd about them. */
function plainEntries(session: Session, lines: Buffer): SessionEntry[] | undefined {
	const entries: SessionEntry[] = [];
	const ids = new Set<unknown>();
	const isKnown = (id: unknown) =>
		ids.has(id) || (typeof id === "string" && session.tree.node(id) !== undefined);
	for (const record of parseRecords(lines)) {
		if (record.kind === "blank") continue;
		if (record.kind === "problem") return undefined;
		const { type, id, parentId } = record.value;
		if (typeof type !== "string" || type === "session" || typeof id !== "string" || id === "")
			return undefined;
		if (isKnown(id) || (parentId !== null && !isKnown(parentId))) return undefined;
		ids.add(id);
		entries.push(record.value as unknown as SessionEntry);
	}
	return entries;
}
