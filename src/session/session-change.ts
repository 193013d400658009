/** A change to a session file: read, checked, made, and made again when the file changed meanwhile (behaviour.md §6). */
import type { ResolvedDeps, SessionDeps } from "./deps.js";
import { resolveDeps } from "./deps.js";
import type { SessionEntry } from "./entries.js";
import { type Draft, draftBelow } from "./entry-draft.js";
import { SessionError } from "./errors.js";
import { withLock } from "./lock.js";
import { readSession, type Session } from "./session.js";
import { appendLines, toLine } from "./session-file.js";
import { addToSession, takeInGrowth } from "./session-growth.js";
import { upgradeFile } from "./upgrade-file.js";
import { isNewer, ODD_VERSION } from "./versions.js";
import { writeError } from "./write-errors.js";

/**
 * Says what to append to a session as it is now, with `next` for entries below its leaf. It may be asked again, with
 * the file as it has become. May throw, for example when the entry it is about is not there.
 */
export type MakeEntries = (session: Session, next: Draft) => readonly SessionEntry[];

export interface Change {
	/** The session after the change. */
	session: Session;
	/** What was appended. */
	entries: readonly SessionEntry[];
}

const ATTEMPTS = 20;
const LINE_FEED = 0x0a;

/**
 * Appends entries to the session at `path`; upgrades a file of an old version first.
 * @throws SessionError any code of reading and writing, `newer-version`, `busy`
 */
export async function appendEntries(
	path: string,
	make: MakeEntries,
	deps: SessionDeps = {},
): Promise<Change> {
	const resolved = resolveDeps(deps);
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const session = await readSession(path, { fs: resolved.fs });
		checkWritable(session, path);
		if (session.outdated) {
			await upgradeFile(path, session, resolved);
			continue;
		}
		const makeHere = () =>
			make(session, draftBelow(session.tree.leaf?.entry.id ?? null, session.tree, resolved));
		const entries = await withLock(path, resolved, () => appendToSession(path, session, makeHere, resolved));
		if (entries !== undefined) return { session, entries };
	}
	throw keepsChanging(path);
}

/**
 * Appends to a session that was read, taking in what others appended since; holds the caller's lock. Changes the
 * session with the file.
 * @returns undefined when the file changed otherwise: read it again.
 */
export function appendToSession(
	path: string,
	session: Session,
	make: () => readonly SessionEntry[],
	deps: ResolvedDeps,
): readonly SessionEntry[] | undefined {
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		if (!isInStep(path, session, deps) || session.stamp === undefined) return undefined;
		const entries = make();
		if (entries.length === 0) return entries;
		const lines = entries.map(toLine).join("");
		const stamp = appendLines(path, session.stamp, lines, deps);
		if (stamp === undefined) continue;
		const endsLine = session.tail?.at(-1) === LINE_FEED;
		addToSession(session, entries, Buffer.from(endsLine ? lines : `\n${lines}`), stamp);
		return entries;
	}
	return undefined;
}

function isInStep(path: string, session: Session, deps: ResolvedDeps): boolean {
	try {
		return takeInGrowth(session, path, deps.fs);
	} catch (error) {
		throw writeError(error, path);
	}
}

/** @throws SessionError `newer-version` */
export function checkWritable(session: Session, path: string): void {
	if (!session.readOnly) return;
	const why = isNewer(session)
		? "written by a newer agent; it is shown, but not changed"
		: `${ODD_VERSION}; it is shown, but not changed (correct line 1 by hand)`;
	throw new SessionError("newer-version", `${path}: ${why}`, { path });
}

export function keepsChanging(path: string): SessionError {
	return new SessionError("busy", `${path}: another program keeps changing it; try again`, { path });
}
