/** Reading a session to work on it: a file of an old version is upgraded on disk first (behaviour.md §2). */
import type { ResolvedDeps } from "./deps.js";
import { SessionError } from "./errors.js";
import { type ReadOptions, readSession, readSessionSync, type Session } from "./session.js";
import { keepsChanging } from "./session-change.js";
import { upgradeFile, upgradeFileSync } from "./upgrade-file.js";

/** How often a file may change while it is opened before that is given up. */
const ATTEMPTS = 5;

/** The session in a file, upgraded on disk where that is possible; undefined when there is no file. */
export function loadForWork(path: string, deps: ResolvedDeps): Session | undefined {
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		let session: Session | undefined;
		try {
			session = readSessionSync(path, { fs: deps.fs });
			if (!session.outdated) return session;
			upgradeFileSync(path, session, deps);
		} catch (error) {
			return afterFailure(error, session);
		}
	}
	throw keepsChanging(path);
}

/** `loadForWork` that gives way to other work. */
export async function loadForWorkAsync(
	path: string,
	deps: ResolvedDeps,
	options: ReadOptions,
): Promise<Session | undefined> {
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		let session: Session | undefined;
		try {
			session = await readSession(path, { ...options, fs: deps.fs });
			if (!session.outdated) return session;
			await upgradeFile(path, session, deps);
		} catch (error) {
			return afterFailure(error, session);
		}
	}
	throw keepsChanging(path);
}

/**
 * What there is to work on after reading or upgrading failed; `session` is what was read. A file that cannot be written
 * can still be read: the first change to it says why it fails.
 */
function afterFailure(error: unknown, session: Session | undefined): Session | undefined {
	if (!(error instanceof SessionError)) throw error;
	if (error.code === "not-found") return undefined;
	if (session !== undefined && (error.code === "unwritable" || error.code === "busy")) return session;
	throw error;
}
