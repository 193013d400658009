/** Giving a session's file new bytes, and its old ones to the trash (behaviour.md §2). */
import { constants } from "node:fs";
import type { ResolvedDeps } from "./deps.js";
import { SessionError, systemErrorCode } from "./errors.js";
import type { FileSystem } from "./file-system.js";
import { withLock, withLockSync } from "./lock.js";
import type { FileStamp, Session } from "./session.js";
import { isUnchanged } from "./session-file.js";
import { type Content, createFile, replaceFile } from "./whole-file.js";
import { writeError } from "./write-errors.js";

export interface Rewrite {
	/** What the original is called while it waits for the trash, and where there is none: `<file>.<suffix>.bak`. */
	suffix: string;
	/** The new bytes from the old. */
	content: (original: Buffer) => Content;
}

/**
 * Rewrites the file, unless it changed since `session` was read from it. Read the file again after it.
 * @returns whether it was rewritten.
 * @throws SessionError any code of writing; the file is then as it was.
 */
export async function rewriteFile(
	path: string,
	session: Session,
	rewrite: Rewrite,
	deps: ResolvedDeps,
): Promise<boolean> {
	const backup = await withLock(path, deps, () => rewriteLocked(path, session, rewrite, deps));
	if (backup !== undefined) await discard(backup, deps);
	return backup !== undefined;
}

/** `rewriteFile` for callers that cannot wait: the original is on its way to the trash when it returns. */
export function rewriteFileSync(
	path: string,
	session: Session,
	rewrite: Rewrite,
	deps: ResolvedDeps,
): boolean {
	const backup = withLockSync(path, deps, () => rewriteLocked(path, session, rewrite, deps));
	if (backup !== undefined) void discard(backup, deps);
	return backup !== undefined;
}

async function discard(backup: string, deps: ResolvedDeps): Promise<void> {
	try {
		await deps.trash?.(backup);
	} catch (error) {
		// Whatever a trash fails with, the original lies beside the session, where it is looked for.
		if (!(error instanceof Error)) throw error;
	}
}

/** The path of the original, or undefined when the file changed. */
function rewriteLocked(
	path: string,
	session: Session,
	rewrite: Rewrite,
	deps: ResolvedDeps,
): string | undefined {
	const { fs } = deps;
	const { stamp } = session;
	try {
		if (stamp === undefined || !isUnchanged(path, stamp, fs)) return undefined;
		const target = fs.realpathSync(path);
		checkPermission(target, fs);
		const original = fs.readFileSync(target);
		const backup = keepOriginal(target, rewrite.suffix, original, deps);
		let replaced: FileStamp | undefined;
		try {
			replaced = replaceFile(target, stamp, rewrite.content(original), deps);
		} finally {
			if (replaced === undefined) fs.unlinkSync(backup);
		}
		return replaced === undefined ? undefined : backup;
	} catch (error) {
		throw writeError(error, path);
	}
}

/** To be replaced, a file need not be writable; one that is read-only is not to be changed all the same. */
function checkPermission(path: string, fs: FileSystem): void {
	fs.closeSync(fs.openSync(path, constants.O_RDWR | (constants.O_NONBLOCK ?? 0)));
}

/** Gives the original a second name, which it keeps when another file takes its first. */
function keepOriginal(target: string, suffix: string, original: Buffer, deps: ResolvedDeps): string {
	for (let n = 0; ; n++) {
		const backup = `${target}.${suffix}${n === 0 ? "" : `.${n}`}.bak`;
		try {
			deps.fs.linkSync(target, backup);
			return backup;
		} catch (error) {
			const code = systemErrorCode(error);
			if (code === "EEXIST") continue;
			if (code !== "EPERM" && code !== "ENOTSUP" && code !== "EOPNOTSUPP" && code !== "ENOSYS") throw error;
		}
		// No hard links here: a copy does as well.
		try {
			createFile(backup, [original], deps);
			return backup;
		} catch (error) {
			if (!(error instanceof SessionError) || error.code !== "exists") throw error;
		}
	}
}
