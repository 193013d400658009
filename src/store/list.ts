/** Listing as the library offers it: an array of sessions, and what was left out. */
import { listSessions } from "./catalogue.js";
import type { SessionInfo } from "./info.js";
import { type SessionInfoWithText, withLazyText } from "./lazy-text.js";
import type { StoreLocation } from "./location.js";
import { Places } from "./places.js";
import { inScope } from "./scope.js";
import type { Unreadable } from "./store-files.js";

/** How many of the store's files have been dealt with. */
export type OnProgress = (loaded: number, total: number) => void;

export interface ListCallbacks {
	onProgress?: OnProgress | undefined;
	/** Each session as it has been read, about newest first. */
	onSession?: ((session: SessionInfoWithText) => void) | undefined;
	/** Ends the listing with a `SessionError` `cancelled`. */
	signal?: AbortSignal | undefined;
	/** Gathers the text of all messages at once; else each is read when it is asked for. A large store has much of it. */
	text?: boolean | undefined;
}

/** Sessions, newest first, with what was left out and why. */
export type SessionList = SessionInfoWithText[] & { unreadable: Unreadable[] };

export async function listEverything(
	location: StoreLocation,
	callbacks: ListCallbacks | OnProgress = {},
): Promise<SessionList> {
	const { onSession, ...others } = named(callbacks);
	const { sessions, unreadable } = await listSessions({
		...others,
		location,
		...(onSession && { onSession: (session) => onSession(withLazyText(session)) }),
	});
	return Object.assign(sessions.map(withLazyText), { unreadable });
}

/** Directories are compared by their real paths, without waiting for one that does not answer. */
export async function listDirectory(
	cwd: string,
	location: StoreLocation,
	callbacks: ListCallbacks | OnProgress = {},
): Promise<SessionList> {
	const { onSession, ...others } = named(callbacks);
	const places = new Places({ here: cwd });
	const here = await places.of(cwd);
	const found = new Set<SessionInfo>();
	// One after the other, so that sessions are given out in the order in which they were read.
	let looked = Promise.resolve();
	const look = async (session: SessionInfo) => {
		if (!inScope("directory", here, await places.of(session.cwd))) return;
		found.add(session);
		onSession?.(withLazyText(session));
	};
	const { sessions, unreadable } = await listSessions({
		...others,
		location,
		onSession: (session) => {
			looked = looked.then(() => look(session));
			// What `look` throws is thrown below; until then nobody waits for it.
			looked.catch(() => undefined);
		},
	});
	await looked;
	const kept = sessions.filter((session) => found.has(session)).map(withLazyText);
	return Object.assign(kept, { unreadable });
}

function named(callbacks: ListCallbacks | OnProgress): ListCallbacks {
	return typeof callbacks === "function" ? { onProgress: callbacks } : callbacks;
}
