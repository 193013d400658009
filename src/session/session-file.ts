/**
 * The one way an existing file grows (behaviour.md §6): what a record is as a line, and how lines are appended.
 * After any failure the file is byte for byte what it was.
 */
import { constants } from "node:fs";
import type { ResolvedDeps } from "./deps.js";
import type { FileSystem } from "./file-system.js";
import { jsonText } from "./json.js";
import { type FileStamp, stampOf } from "./session.js";
import { writeError } from "./write-errors.js";

const LINE_FEED = 0x0a;

/** One record as a line. Line separators in it are escaped: some readers take them for the end of a line. */
export function toLine(record: object): string {
	return `${jsonText(record).replace(/[\u2028\u2029\u0085]/g, escapeCharacter)}\n`;
}

function escapeCharacter(character: string): string {
	return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Whether the file at `path` is still what was read. */
export function isUnchanged(path: string, stamp: FileStamp, fs: FileSystem): boolean {
	return isSame(stampOf(fs.statSync(path)), stamp);
}

/** Whether two stamps are of one state of one file. */
export function isSame(a: FileStamp, b: FileStamp): boolean {
	return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeMs === b.mtimeMs;
}

/**
 * Appends whole lines to a file that is as it was read; holds the caller's lock. Completes a last line that has no
 * line feed, writes once, flushes, and undoes what was written when it fails.
 * @returns the file's new stamp; undefined when the file changed since it was read, and nothing was written.
 * @throws SessionError `not-found`, `unwritable`
 */
export function appendLines(
	path: string,
	stamp: FileStamp,
	lines: string,
	deps: ResolvedDeps,
): FileStamp | undefined {
	const { fs } = deps;
	try {
		const fd = fs.openSync(path, constants.O_RDWR | constants.O_APPEND | (constants.O_NONBLOCK ?? 0));
		try {
			if (!isSame(stampOf(fs.fstatSync(fd)), stamp)) return undefined;
			const bytes = Buffer.from(endsMidLine(fd, stamp.size, fs) ? `\n${lines}` : lines);
			writeOnce(fd, bytes, stamp.size, fs);
			const after = stampOf(fs.fstatSync(fd));
			// A file that was put in the place of this one while it was written would not have the lines.
			if (fs.statSync(path).ino !== stamp.ino) return undefined;
			// What another wrote meanwhile is not known yet: the next change must read the file anew.
			return after.size === stamp.size + bytes.length ? after : { ...after, mtimeMs: -1 };
		} finally {
			fs.closeSync(fd);
		}
	} catch (error) {
		throw writeError(error, path);
	}
}

function endsMidLine(fd: number, size: number, fs: FileSystem): boolean {
	const last = Buffer.alloc(1);
	return fs.readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== LINE_FEED;
}

function writeOnce(fd: number, bytes: Buffer, size: number, fs: FileSystem): void {
	try {
		const written = fs.writeSync(fd, bytes, 0, bytes.length, null);
		if (written !== bytes.length) throw Object.assign(new Error("short write"), { code: "ENOSPC" });
		fs.fsyncSync(fd);
	} catch (error) {
		undo(fd, bytes, size, fs);
		throw error;
	}
}

/** Takes away what a failed write left, if it is all that follows: lines of another process stay. */
function undo(fd: number, bytes: Buffer, size: number, fs: FileSystem): void {
	const left = fs.fstatSync(fd).size - size;
	if (left <= 0 || left > bytes.length) return;
	const found = Buffer.alloc(left);
	const isOurs = fs.readSync(fd, found, 0, left, size) === left && found.equals(bytes.subarray(0, left));
	if (isOurs) fs.ftruncateSync(fd, size);
}
