/** Giving a file a name in a directory, never over another: what moving and importing stand on (behaviour.md §1). */
import { constants, type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemErrorCode } from "../session/errors.js";
import type { FileSystem } from "../session/file-system.js";
import { randomEntryId } from "../session/ids.js";
import { freeNames } from "./free-names.js";
import { haveSameBytes } from "./same-bytes.js";

/** Where a file was put, or where one of equal bytes lies already. */
export interface Placed {
	readonly path: string;
	readonly kind: "placed" | "same";
}

/** What link(2) says where it cannot make a second name for a file: another device, or a file system without links. */
const NO_LINKS = ["EXDEV", "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

/**
 * Gives the file at `source` a name in `dir` as well: `name`, or the next that is free. A name that is taken is never
 * looked for first and taken then: the call that gives it fails where there is one. With `unlessSame`, a file of equal
 * bytes under a name that is tried is good enough.
 * @throws a system error; there is then no new name
 */
export function placeFile(
	source: string,
	dir: string,
	name: string,
	fs: FileSystem,
	{ unlessSame = false }: { unlessSame?: boolean } = {},
): Placed {
	for (const candidate of freeNames(name)) {
		const path = join(dir, candidate);
		try {
			giveName(source, path, fs);
			return { path, kind: "placed" };
		} catch (error) {
			if (systemErrorCode(error) !== "EEXIST") throw error;
		}
		if (unlessSame && haveSameBytes(source, path, fs)) return { path, kind: "same" };
	}
	throw new RangeError("there is always another name");
}

/**
 * Copies a file into `dir` under a name that nobody takes for a session's, whole and flushed, readable by its owner only.
 * The copy may be moved or placed from there; whoever asked for it removes it.
 */
export function copyBeside(source: string, dir: string, fs: FileSystem, mode = 0o600): string {
	const temporary = join(dir, `.${basename(source).slice(0, 40)}.${randomEntryId()}.tmp`);
	try {
		fs.copyFileSync(source, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
		flush(temporary, fs, mode);
		return temporary;
	} catch (error) {
		if (systemErrorCode(error) !== "EEXIST") unlinkIfThere(temporary, fs);
		throw error;
	}
}

/**
 * Gives the file at `source` the name `path` as well; where that cannot be, a copy of the same mode and times.
 * @throws a system error, `EEXIST` where the name is taken; there is then no new name
 */
export function giveName(source: string, path: string, fs: FileSystem): void {
	try {
		fs.linkSync(source, path);
		return;
	} catch (error) {
		if (!NO_LINKS.includes(systemErrorCode(error) ?? "")) throw error;
	}
	const stats = fs.lstatSync(source);
	if (stats.isSymbolicLink()) {
		fs.symlinkSync(fs.readlinkSync(source), path);
		return;
	}
	const copy = copyBeside(source, dirname(path), fs, stats.mode & 0o7777);
	try {
		keepTimes(copy, stats, fs);
		nameCopy(copy, path, fs);
	} finally {
		unlinkIfThere(copy, fs);
	}
}

function keepTimes(path: string, { atimeMs, mtimeMs }: Stats, fs: FileSystem): void {
	const fd = fs.openSync(path, constants.O_RDONLY);
	try {
		fs.futimesSync(fd, atimeMs / 1000, mtimeMs / 1000);
	} finally {
		fs.closeSync(fd);
	}
}

function nameCopy(copy: string, path: string, fs: FileSystem): void {
	try {
		fs.linkSync(copy, path);
		return;
	} catch (error) {
		if (!NO_LINKS.includes(systemErrorCode(error) ?? "")) throw error;
	}
	// No links at all: the name is taken by an empty file first, which nobody else can then take.
	const fd = fs.openSync(path, "wx", 0o600);
	try {
		fs.closeSync(fd);
		fs.renameSync(copy, path);
	} catch (error) {
		fs.unlinkSync(path);
		throw error;
	}
}

function flush(path: string, fs: FileSystem, mode: number): void {
	const fd = fs.openSync(path, constants.O_RDONLY);
	try {
		fs.fchmodSync(fd, mode);
		fs.fsyncSync(fd);
	} finally {
		fs.closeSync(fd);
	}
}

function unlinkIfThere(path: string, fs: FileSystem): void {
	try {
		fs.unlinkSync(path);
	} catch (error) {
		if (systemErrorCode(error) !== "ENOENT") throw error;
	}
}
