import { dirname } from "node:path";
import { contextOf } from "../session/context.js";
import { SessionError } from "../session/errors.js";
import { readSession, type Session } from "../session/session.js";
import { attributedUsage, sumUsage, type UsageTotals } from "../session/usage.js";
import type { SessionInfo } from "./info.js";
import { type Lease, leaseOf } from "./lease.js";
import type { StoreLocation } from "./location.js";
import { isWithin } from "./places.js";
import { readSessionInfo } from "./session-info.js";
import { readSubAgents, type SubAgents } from "./sub-agents.js";
import { forksOf, parentOf } from "./threads.js";

/** A session beside another: its parent, or a fork of it. */
export interface Relative {
	readonly session: SessionInfo;
	/** Id of the last entry both have: where the fork left. Null when they share none, or one cannot be read. */
	readonly leftAt: string | null;
}

/** All that is known of one session. */
export interface SessionDetails {
	readonly info: SessionInfo;
	readonly session: Session;
	/** Of the active branch; `info.usage` is that of the whole file. */
	readonly branch: { readonly entries: number; readonly messages: number; readonly usage: UsageTotals };
	readonly thinkingLevel: string;
	readonly lease: Lease | undefined;
	/** Where the session was forked from, if that is in the store. */
	readonly parent: Relative | undefined;
	readonly forks: readonly Relative[];
	readonly subAgents: SubAgents;
}

/**
 * Reads one session whole, and what lies around it. `sessions` are those of the store, among which parent and forks are
 * looked for; `subAgents` are sub-agents' sessions that lie beside them.
 * @throws SessionError as `readSession`
 */
export async function sessionDetails(
	path: string,
	location: StoreLocation,
	options: {
		sessions: readonly SessionInfo[];
		subAgents?: readonly SessionInfo[] | undefined;
		signal?: AbortSignal;
	},
): Promise<SessionDetails> {
	const { signal, sessions } = options;
	const session = await readSession(path, { signal });
	const info = await readSessionInfo(path, { signal });
	const branch = session.tree.branch().map(({ entry }) => entry);
	// Relatives are told apart by identity: ask as the listed session.
	const listed = sessions.find((each) => each.path === path) ?? info;
	const parent = parentOf(listed, sessions);
	const forks: Relative[] = [];
	for (const fork of forksOf(listed, sessions)) {
		if (fork.path !== path)
			forks.push({ session: fork, leftAt: await leavingPoint(session, fork.path, signal) });
	}
	return {
		info,
		session,
		branch: {
			entries: branch.length,
			messages: branch.filter(({ type }) => type === "message").length,
			usage: sumUsage(branch, attributedUsage(session.entries)),
		},
		thinkingLevel: contextOf(branch).thinkingLevel,
		lease: leaseOf(path, location.agentDir),
		parent: parent && { session: parent, leftAt: await leavingPointOf(session, parent.path, signal) },
		forks,
		subAgents: await allSubAgents(listed, options.subAgents ?? [], storeOf(path, location), signal),
	};
}

/** Sub-agents' sessions have a place of their own; in some stores they lie beside their parent's. */
async function allSubAgents(
	parent: SessionInfo,
	beside: readonly SessionInfo[],
	sessionDir: string,
	signal: AbortSignal | undefined,
): Promise<SubAgents> {
	const { sessions, unreadable } = await readSubAgents(sessionDir, parent.id, signal);
	const own = beside.filter((session) => parentOf(session, [parent]) === parent);
	const all = [...sessions, ...own].sort((a, b) => a.created.getTime() - b.created.getTime());
	return { sessions: all, unreadable };
}

/** Where the session at `forkPath` left `parent`. */
async function leavingPoint(
	parent: Session,
	forkPath: string,
	signal: AbortSignal | undefined,
): Promise<string | null> {
	const fork = await readOrNothing(forkPath, signal);
	return fork === undefined ? null : lastShared(parent, fork);
}

/** Where `fork` left the session at `parentPath`. */
async function leavingPointOf(
	fork: Session,
	parentPath: string,
	signal: AbortSignal | undefined,
): Promise<string | null> {
	const parent = await readOrNothing(parentPath, signal);
	return parent === undefined ? null : lastShared(parent, fork);
}

/** A fork begins with a copy of the parent's entries, ids and all: the last of them is where it left. */
function lastShared(parent: Session, fork: Session): string | null {
	let last: string | null = null;
	for (const { id, type } of fork.entries) {
		if (parent.tree.node(id) === undefined) {
			// What bookkeeping a fork adds or drops says nothing of where it left.
			if (type === "message") break;
		} else last = id;
	}
	return last;
}

async function readOrNothing(path: string, signal: AbortSignal | undefined): Promise<Session | undefined> {
	try {
		return await readSession(path, { signal });
	} catch (error) {
		if (error instanceof SessionError && error.code !== "cancelled") return undefined;
		throw error;
	}
}

/** The store a file belongs to: the open one, or the directory it lies in. */
function storeOf(path: string, location: StoreLocation): string {
	const directory = dirname(path);
	return isWithin(directory, location.sessionDir) ? location.sessionDir : directory;
}
