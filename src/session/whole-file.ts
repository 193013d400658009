/**
 * Files written whole: new ones, and ones put in the place of an old one (behaviour.md §6). They appear under their
 * name complete and flushed, or not at all.
 */
import { constants } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { ResolvedDeps } from "./deps.js";
import { systemErrorCode } from "./errors.js";
import type { FileSystem } from "./file-system.js";
import { randomEntryId } from "./ids.js";
import { type FileStamp, stampOf } from "./session.js";
import { isSame, isUnchanged } from "./session-file.js";
import { writeError } from "./write-errors.js";

/** The pieces of a file, in order. */
export type Content = readonly (string | Buffer)[];

/**
 * Creates a file that does not exist, and its directory, whole or not at all, readable by its owner only.
 * @throws SessionError `exists`, `unwritable`
 */
export function createFile(path: string, content: Content, deps: ResolvedDeps): FileStamp {
	const { fs } = deps;
	try {
		fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
		const temporary = writeTemporary(path, content, 0o600, deps);
		try {
			linkOrCopy(temporary, path, content, fs);
		} finally {
			fs.unlinkSync(temporary);
		}
		flushDirectory(dirname(path), fs);
		return stampOf(fs.statSync(path));
	} catch (error) {
		throw writeError(error, path, "made");
	}
}

/** Gives a finished file its name, unless the name is taken. */
function linkOrCopy(temporary: string, path: string, content: Content, fs: FileSystem): void {
	try {
		fs.linkSync(temporary, path);
	} catch (error) {
		const code = systemErrorCode(error);
		if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS" && code !== "EOPNOTSUPP") throw error;
		// A file system without hard links: exclusive, and removed again when it fails half-way.
		writeNew(path, content, 0o600, fs);
	}
}

/**
 * Replaces a file by new bytes in one step, keeping its mode and owner; holds the caller's lock. A link stays a link.
 * @returns the new stamp; undefined when the file changed since it was read, and nothing was written.
 * @throws SessionError `not-found`, `unwritable`
 */
export function replaceFile(
	path: string,
	stamp: FileStamp,
	content: Content,
	deps: ResolvedDeps,
): FileStamp | undefined {
	const { fs } = deps;
	try {
		const target = fs.realpathSync(path);
		const before = fs.statSync(target);
		if (!isSame(stampOf(before), stamp)) return undefined;
		const temporary = writeTemporary(target, content, before.mode & 0o7777, deps, before);
		let replaced = false;
		try {
			if (!isUnchanged(target, stamp, fs)) return undefined;
			fs.renameSync(temporary, target);
			replaced = true;
		} finally {
			if (!replaced) fs.unlinkSync(temporary);
		}
		flushDirectory(dirname(target), fs);
		return stampOf(fs.statSync(target));
	} catch (error) {
		throw writeError(error, path);
	}
}

function writeTemporary(
	path: string,
	content: Content,
	mode: number,
	deps: ResolvedDeps,
	owner?: { uid: number; gid: number },
): string {
	// Never ends in .jsonl: no reader of the store takes it for a session. Short, for names at their limit.
	const temporary = join(dirname(path), `.${basename(path).slice(0, 40)}.${randomEntryId()}.tmp`);
	writeNew(temporary, content, mode, deps.fs, owner);
	return temporary;
}

function writeNew(
	path: string,
	content: Content,
	mode: number,
	fs: FileSystem,
	owner?: { uid: number; gid: number },
): void {
	const fd = fs.openSync(path, "wx", 0o600);
	try {
		try {
			for (const piece of content) writeAll(fd, typeof piece === "string" ? Buffer.from(piece) : piece, fs);
			if (owner !== undefined) keepOwner(fd, owner, fs);
			fs.fchmodSync(fd, mode);
			fs.fsyncSync(fd);
		} finally {
			fs.closeSync(fd);
		}
	} catch (error) {
		fs.unlinkSync(path);
		throw error;
	}
}

function writeAll(fd: number, bytes: Buffer, fs: FileSystem): void {
	for (let done = 0; done < bytes.length; ) {
		const written = fs.writeSync(fd, bytes, done, bytes.length - done, null);
		if (written === 0) throw Object.assign(new Error("short write"), { code: "ENOSPC" });
		done += written;
	}
}

/** Only root may give a file away; the group is kept where that is allowed. */
function keepOwner(fd: number, { uid, gid }: { uid: number; gid: number }, fs: FileSystem): void {
	const mine = fs.fstatSync(fd);
	if (mine.uid === uid && mine.gid === gid) return;
	try {
		fs.fchownSync(fd, uid, gid);
	} catch (error) {
		if (systemErrorCode(error) !== "EPERM" || mine.uid !== uid) throw error;
	}
}

/** Makes a new name last. Not every file system can, and none loses the file's bytes by it. */
export function flushDirectory(dir: string, fs: FileSystem): void {
	try {
		const fd = fs.openSync(dir, constants.O_RDONLY);
		try {
			fs.fsyncSync(fd);
		} finally {
			fs.closeSync(fd);
		}
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
	}
}
