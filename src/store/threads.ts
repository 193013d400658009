import { basename } from "node:path";
import type { SessionInfo } from "./info.js";
import { lexical } from "./places.js";

type Threaded = Pick<SessionInfo, "path" | "id" | "parentSessionPath" | "rlmDepth">;

/** A session's place among the forks of a list. */
export interface ThreadRow<T> {
	session: T;
	/** 0 for a session of its own; a fork is one deeper than its parent. */
	depth: number;
	/** The session it was forked from, where that is in the list. */
	parent?: T;
	/**
	 * For the nearest forks on the way from the thread's first session down to this one, itself included: whether no other
	 * fork of the same parent follows. Empty for a session of its own.
	 */
	lasts: readonly boolean[];
}

/** Of deeper forks the way down is not kept whole, or a long chain of forks would take its square of memory. */
const LASTS = 6;

/**
 * A list with forks under their parents. A thread stands where the first of its sessions stood, and keeps the
 * list's order within. Sessions whose parent is not in the list, and forks in a circle, stand on their own.
 */
export function threadSessions<T extends Threaded>(sessions: readonly T[]): ThreadRow<T>[] {
	const parents = parentsOf(sessions);
	const forks = new Map<T, T[]>();
	const rank = new Map<T, number>();
	sessions.forEach((session, index) => {
		const parent = parents.get(session);
		const siblings = parent && forks.get(parent);
		if (siblings) siblings.push(session);
		else if (parent) forks.set(parent, [session]);
		// The first of a thread ranks its root; a chain is climbed only until one that is ranked already.
		for (let at: T | undefined = session; at && !rank.has(at); at = parents.get(at)) rank.set(at, index);
	});
	const byRank = (a: T, b: T) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0);

	const rows: ThreadRow<T>[] = [];
	const stack: ThreadRow<T>[] = sessions
		.filter((session) => !parents.has(session))
		.sort(byRank)
		.map((session) => ({ session, depth: 0, lasts: [] }))
		.reverse();
	for (let row = stack.pop(); row; row = stack.pop()) {
		const { session: parent, depth, lasts } = row;
		rows.push(row);
		const children = (forks.get(parent) ?? []).sort(byRank);
		for (let i = children.length - 1; i >= 0; i--) {
			const session = children[i];
			const below = [...lasts, i === children.length - 1].slice(-LASTS);
			if (session) stack.push({ session, depth: depth + 1, parent, lasts: below });
		}
	}
	return rows;
}

/** The forks of a session in a list, sub-agents' sessions not among them. */
export function forksOf<T extends Threaded>(session: T, sessions: readonly T[]): T[] {
	const all = sessions.includes(session) ? sessions : [...sessions, session];
	const find = parentFinder(all);
	return sessions.filter((other) => other !== session && isFork(other) && find(other) === session);
}

/** The forks of every session of a list that has any, by the path of that session. */
export function forksByParent<T extends Threaded>(sessions: readonly T[]): Map<string, T[]> {
	const find = parentFinder(sessions);
	const forks = new Map<string, T[]>();
	for (const session of sessions) {
		const parent = isFork(session) ? find(session) : undefined;
		if (parent === undefined) continue;
		const siblings = forks.get(parent.path);
		if (siblings) siblings.push(session);
		else forks.set(parent.path, [session]);
	}
	return forks;
}

/** The session another was forked from, if it is in the list. */
export function parentOf<T extends Threaded>(session: T, sessions: readonly T[]): T | undefined {
	return parentFinder(sessions)(session);
}

function isFork(session: Threaded): boolean {
	return session.rlmDepth === 0 && session.parentSessionPath !== undefined;
}

/** Parents of forks, without those that would close a circle. */
function parentsOf<T extends Threaded>(sessions: readonly T[]): Map<T, T> {
	const find = parentFinder(sessions);
	const parents = new Map<T, T>();
	for (const session of sessions) {
		if (!isFork(session)) continue;
		const parent = find(session);
		if (parent) parents.set(session, parent);
	}
	const settled = new Set<T>();
	for (const session of sessions) {
		const chain = new Set<T>();
		let at: T | undefined = session;
		while (at && !settled.has(at) && !chain.has(at)) {
			chain.add(at);
			at = parents.get(at);
		}
		// A circle is cut where it is entered first.
		if (at && chain.has(at)) parents.delete(at);
		for (const each of chain) settled.add(each);
	}
	return parents;
}

/**
 * Finds parents by path, else by file name (a store that moved, or is reached by another spelling), else by the
 * id in the file's name (a file that was renamed or migrated).
 */
function parentFinder<T extends Threaded>(sessions: readonly T[]): (session: T) => T | undefined {
	const byPath = new Map<string, T>();
	const byName = new Map<string, T>();
	const byId = new Map<string, T>();
	for (const session of sessions) {
		keepFirst(byPath, session.path, session);
		keepFirst(byName, basename(session.path), session);
		keepFirst(byId, session.id, session);
	}
	return (session) => {
		const path = session.parentSessionPath;
		if (path === undefined) return undefined;
		const name = basename(path);
		const parent = byPath.get(lexical(path)) ?? byName.get(name) ?? byId.get(idInName(name));
		return parent === session ? undefined : parent;
	};
}

function keepFirst<T>(map: Map<string, T>, key: string, value: T): void {
	if (!map.has(key)) map.set(key, value);
}

/** `<id>.jsonl`, or `<time>_<id>.jsonl` as pi names its files. */
function idInName(name: string): string {
	const stem = name.replace(/\.jsonl$/, "");
	return stem.slice(stem.lastIndexOf("_") + 1);
}
