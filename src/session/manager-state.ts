/** What a session manager holds, and how it comes to it: a new session, a file opened for work, a file to look at. */
import { dirname, join, resolve } from "node:path";
import { type ResolvedDeps, resolveDeps, type SessionDeps } from "./deps.js";
import { CURRENT_SESSION_VERSION, type SessionHeader } from "./entries.js";
import { sessionFileName } from "./file-name.js";
import { loadForWork, loadForWorkAsync } from "./load-for-work.js";
import type { ReadOptions, Session } from "./session.js";
import { SessionTree } from "./tree.js";

export interface ManagerState {
	session: Session;
	leafId: string | null;
	cwd: string;
	sessionDir: string;
	/** The file, whether it exists yet or not. */
	path: string | undefined;
	persist: boolean;
	/** Whether the session is in its file; a new one is not before its first assistant message. */
	onDisk: boolean;
	deps: ResolvedDeps;
}

export interface NewSessionOptions {
	/** Default: a new UUID of version 7. */
	id?: string;
	/** Path of the session this one comes from. */
	parentSession?: string;
}

/** A session without entries that is in no file. */
export function emptySession(cwd: string, deps: ResolvedDeps, options: NewSessionOptions = {}): Session {
	const now = deps.now();
	const id = options.id ?? deps.newSessionId(now);
	if (!/^[\w.-]+$/.test(id))
		throw new RangeError("a session's id holds only letters, digits, '.', '_' and '-'");
	const header: SessionHeader = {
		type: "session",
		version: CURRENT_SESSION_VERSION,
		id,
		timestamp: new Date(now).toISOString(),
		cwd,
		...(options.parentSession === undefined ? {} : { parentSession: options.parentSession }),
	};
	return sessionOf(header, []);
}

/** A session made here, not read. */
export function sessionOf(header: SessionHeader, entries: Session["entries"]): Session {
	const tree = new SessionTree(entries);
	const version = CURRENT_SESSION_VERSION;
	return {
		header,
		version,
		entries: [...entries],
		problems: [],
		faults: tree.faults,
		tree,
		readOnly: false,
		outdated: false,
	};
}

export function newState(
	cwd: string,
	sessionDir: string,
	persist: boolean,
	deps?: SessionDeps,
): ManagerState {
	const resolved = resolveDeps(deps);
	const session = emptySession(cwd, resolved);
	const path = persist ? join(sessionDir, sessionFileName(session.header)) : undefined;
	return { session, leafId: null, cwd, sessionDir, path, persist, onDisk: false, deps: resolved };
}

/** A file opened for work: an old version is upgraded on disk. One that does not exist is a new session's. */
export function stateForWork(
	path: string,
	sessionDir?: string,
	cwd?: string,
	deps?: SessionDeps,
): ManagerState {
	const resolved = resolveDeps(deps);
	const file = resolve(path);
	return loadedState(file, loadForWork(file, resolved), resolved, sessionDir, cwd);
}

/** `stateForWork` that gives way to other work while it reads. */
export async function stateForWorkAsync(
	path: string,
	sessionDir?: string,
	cwd?: string,
	deps?: SessionDeps,
	options: ReadOptions = {},
): Promise<ManagerState> {
	const resolved = resolveDeps(deps);
	const file = resolve(path);
	return loadedState(file, await loadForWorkAsync(file, resolved, options), resolved, sessionDir, cwd);
}

/** A session to look at. */
export function stateToView(
	session: Session,
	path: string,
	sessionDir?: string,
	deps?: SessionDeps,
): ManagerState {
	return loadedState(resolve(path), session, resolveDeps(deps), sessionDir);
}

function loadedState(
	path: string,
	session: Session | undefined,
	deps: ResolvedDeps,
	sessionDir = dirname(path),
	cwd?: string,
): ManagerState {
	const where = cwd ?? (session?.header.cwd || process.cwd());
	const loaded = session ?? emptySession(where, deps);
	const leafId = loaded.tree.leaf?.entry.id ?? null;
	return {
		session: loaded,
		leafId,
		cwd: where,
		sessionDir,
		path,
		persist: true,
		onDisk: session !== undefined,
		deps,
	};
}
