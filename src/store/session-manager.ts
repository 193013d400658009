/** SessionManager as session-format.md names it: the instance methods of the session room, and where sessions are. */
import { forkTree } from "../session/fork.js";
import { newState, stateForWork, stateForWorkAsync } from "../session/manager-state.js";
import { type ReadOptions, readSessionSync } from "../session/session.js";
import { SessionManagerBase } from "../session/session-manager.js";
import {
	type ListCallbacks,
	listDirectory,
	listEverything,
	type OnProgress,
	type SessionList,
} from "./list.js";
import { resolveStore, type StoreLocation } from "./location.js";
import { mostRecentSession } from "./most-recent.js";
import { homeDirectory, workingDirectory } from "./process-directories.js";
import { withTrash } from "./trash/trash.js";

/**
 * A session as an append-only tree, in a file or in memory. Appending makes a child of the leaf; branching moves the
 * leaf. The methods that open a file for work upgrade one of an old version; `ReadonlySessionManager` never writes.
 */
export class SessionManager extends SessionManagerBase {
	/** A new session in `cwd`; by default in the user's store. It is not on disk before its first answer. */
	static create(cwd: string, sessionDir: string = store().sessionDir): SessionManager {
		return new SessionManager(newState(cwd, sessionDir, true, withTrash));
	}

	/**
	 * Opens a session file for work; where there is none, a new session will be in it.
	 * @param sessionDir where sessions made from this one are put; default: beside it.
	 * @param cwdOverride a working directory in place of the session's own.
	 * @throws SessionError `not-a-session`, `unreadable`, `too-large`, `busy`
	 */
	static override open(path: string, sessionDir?: string, cwdOverride?: string): SessionManager {
		return new SessionManager(stateForWork(path, sessionDir, cwdOverride, withTrash));
	}

	/** `open` that gives way to other work while it reads; for large files. */
	static override async openAsync(
		path: string,
		sessionDir?: string,
		options: ReadOptions & { cwd?: string } = {},
	): Promise<SessionManager> {
		return new SessionManager(await stateForWorkAsync(path, sessionDir, options.cwd, withTrash, options));
	}

	/** The newest session of `cwd`, by its messages; a new one where there is none. */
	static continueRecent(cwd: string, sessionDir: string = store().sessionDir): SessionManager {
		const recent = mostRecentSession(cwd, sessionDir);
		if (recent === undefined) return SessionManager.create(cwd, sessionDir);
		return new SessionManager(stateForWork(recent, sessionDir, cwd, withTrash));
	}

	/**
	 * The sessions whose working directory is `cwd`, newest first; those of sub-agents are not among them.
	 * @throws SessionError `unreadable` when the store cannot be read, `cancelled`
	 */
	static list(
		cwd: string,
		sessionDir?: string,
		callbacks?: ListCallbacks | OnProgress,
	): Promise<SessionList> {
		return listDirectory(cwd, store(sessionDir), callbacks);
	}

	/** `list` of the sessions of all directories. */
	static listAll(callbacks?: ListCallbacks | OnProgress, sessionDir?: string): Promise<SessionList> {
		return listEverything(store(sessionDir), callbacks);
	}

	/** A session that is in no file. */
	static inMemory(cwd: string = process.cwd()): SessionManager {
		return new SessionManager(newState(cwd, "", false, withTrash));
	}

	/**
	 * A new session in `targetCwd` with the whole tree of another, which stays as it is.
	 * @throws SessionError any code of reading and writing
	 */
	static forkFrom(
		sourcePath: string,
		targetCwd: string,
		sessionDir: string = store().sessionDir,
	): SessionManager {
		const fork = forkTree(readSessionSync(sourcePath), { dir: sessionDir, cwd: targetCwd });
		return new SessionManager(stateForWork(fork.path, sessionDir, targetCwd, withTrash));
	}
}

/** The user's store, or the given directory with what belongs to it. */
function store(sessionDir?: string): StoreLocation {
	return resolveStore({
		sessionDir,
		env: process.env,
		home: homeDirectory(),
		cwd: workingDirectory(process.env),
	});
}
