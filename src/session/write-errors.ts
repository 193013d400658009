/** What keeps a file from being written, in words for the user. */
import { reasonWithoutPath, SessionError, systemErrorCode } from "./errors.js";

const REASONS: { [code: string]: string } = {
	EACCES: "permission denied",
	EPERM: "permission denied",
	EROFS: "the file system is read-only",
	ENOSPC: "the disk is full",
	EDQUOT: "the disk quota is used up",
	EMFILE: "too many files are open",
	ENFILE: "too many files are open",
	EISDIR: "it is a directory",
	EIO: "the disk reports an error",
	ELOOP: "a link that goes round in a circle",
	ENOENT: "no such file or directory",
	ENOTDIR: "not a directory",
	ENAMETOOLONG: "its name is too long",
};

/** What a system error's code means, in a few words. */
export function reasonOfCode(code: string): string {
	return REASONS[code] ?? `the system reports ${code}`;
}

/**
 * A failed call as a `SessionError`; errors that are not the file system's come back as they are. `whatNot`: what was not
 * done to the file.
 */
export function writeError(error: unknown, path: string, whatNot = "changed"): unknown {
	const code = systemErrorCode(error);
	if (error instanceof SessionError || code === undefined) return error;
	const options = { path, cause: error };
	if (code === "ENOENT" || code === "ENOTDIR") {
		return new SessionError("not-found", `${path}: no longer there; nothing was written`, options);
	}
	if (code === "EEXIST")
		return new SessionError("exists", `${path}: exists already; nothing was written`, options);
	return new SessionError("unwritable", `${path}: not ${whatNot}: ${reasonOfCode(code)}`, options);
}

/**
 * Why a call failed, in one line, without the path where that is `named` beside it; errors that are not the file system's are
 * thrown on.
 */
export function writeReason(error: unknown, path: string, named?: string): string {
	const known = writeError(error, path);
	if (!(known instanceof SessionError)) throw known;
	return path === named ? reasonWithoutPath(known) : known.message;
}
