/** What the session room takes from outside: the disk, the clock, chance, the trash. Each has a real default. */
import { type FileSystem, nodeFileSystem } from "./file-system.js";
import { randomEntryId, uuidv7 } from "./ids.js";

export interface SessionDeps {
	fs?: FileSystem | undefined;
	/** Milliseconds since 1970. */
	now?: (() => number) | undefined;
	/** A candidate for an entry's id; it is asked again while the id is taken. */
	newEntryId?: (() => string) | undefined;
	/** The id of a session created at `now`. */
	newSessionId?: ((now: number) => string) | undefined;
	/** Moves a file to the trash. Without it, what would go there is kept beside the session. */
	trash?: ((path: string) => Promise<void>) | undefined;
	lock?: LockOptions | undefined;
}

export interface LockOptions {
	/**
	 * After so many milliseconds a lock of which nothing is known is taken to be left by a process that died. At least
	 * 2,000. One whose owner is known to be dead is not waited for.
	 */
	staleMs: number;
	/** How long to wait for a lock that is held. Longer than `staleMs`, or a dead process's lock is never recovered. */
	waitMs: number;
}

/** `SessionDeps` with every default in place. */
export interface ResolvedDeps extends SessionDeps {
	fs: FileSystem;
	now: () => number;
	newEntryId: () => string;
	newSessionId: (now: number) => string;
	lock: LockOptions;
}

export function resolveDeps(deps: SessionDeps = {}): ResolvedDeps {
	return {
		fs: deps.fs ?? nodeFileSystem,
		now: deps.now ?? Date.now,
		newEntryId: deps.newEntryId ?? randomEntryId,
		newSessionId: deps.newSessionId ?? uuidv7,
		trash: deps.trash,
		lock: deps.lock ?? { staleMs: 10_000, waitMs: 12_000 },
	};
}
