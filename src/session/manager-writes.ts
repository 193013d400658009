/** How a session manager's state changes: entries reach the file before they reach memory. */
import { join, resolve } from "node:path";
import type { SessionEntry } from "./entries.js";
import { type Draft, draftBelow } from "./entry-draft.js";
import { sessionFileName } from "./file-name.js";
import { forkBranch, forkHeader } from "./fork.js";
import { branchEntries } from "./fork-entries.js";
import { loadForWork } from "./load-for-work.js";
import { withLockSync } from "./lock.js";
import { emptySession, type ManagerState, type NewSessionOptions, sessionOf } from "./manager-state.js";
import { isAssistant, isConversational } from "./message.js";
import { readSessionSync } from "./session.js";
import { appendToSession, checkWritable, keepsChanging } from "./session-change.js";
import { toLine } from "./session-file.js";
import { addToSession } from "./session-growth.js";
import { upgradeFileSync } from "./upgrade-file.js";
import { createFile } from "./whole-file.js";

const ATTEMPTS = 20;

/** Turns the state to a new session, which is not in its file yet. */
export function startSession(state: ManagerState, options: NewSessionOptions): string | undefined {
	state.session = emptySession(state.cwd, state.deps, options);
	state.leafId = null;
	state.onDisk = false;
	const name = sessionFileName(state.session.header, state.path);
	state.path = state.persist ? join(state.sessionDir, name) : undefined;
	return state.path;
}

/** Turns the state to a file opened for work, or to a new session that will be in it. */
export function startFile(state: ManagerState, path: string): void {
	const file = resolve(path);
	const session = loadForWork(file, state.deps);
	state.session = session ?? emptySession(state.cwd, state.deps);
	state.leafId = state.session.tree.leaf?.entry.id ?? null;
	state.onDisk = session !== undefined;
	state.path = file;
	state.persist = true;
}

/** Turns the state to a new session made of the path to an entry. Returns its file. */
export function startBranch(state: ManagerState, leafId: string): string | undefined {
	const { session, sessionDir: dir, cwd, path, deps } = state;
	if (state.persist) {
		const source = path === undefined ? session : { ...session, path };
		startFile(state, forkBranch(source, { dir, cwd, leafId, sameRepository: true }, deps).path);
		return state.path;
	}
	const node = session.tree.node(leafId);
	const entries = node === undefined ? [] : branchEntries(session.tree, node, true, deps);
	state.session = sessionOf(forkHeader(cwd, undefined, deps), entries);
	state.leafId = entries.at(-1)?.id ?? null;
	return undefined;
}

/** Appends what `make` drafts below the leaf; it becomes the leaf. Returns its id. */
export function appendToState(state: ManagerState, make: (next: Draft) => SessionEntry): string {
	const { path, session, deps } = state;
	const draft = () => make(draftBelow(state.leafId, state.session.tree, deps));
	let entry: SessionEntry;
	if (path !== undefined && state.persist && state.onDisk) entry = appendOnDisk(state, path, draft);
	else {
		entry = draft();
		if (path !== undefined && state.persist && isWorthAFile(entry)) {
			const content = [session.header, ...session.entries, entry].map(toLine);
			const stamp = createFile(path, content, deps);
			addToSession(session, [entry], Buffer.from(toLine(entry)), stamp);
			state.onDisk = true;
		} else {
			session.tree.append(entry);
			(session.entries as SessionEntry[]).push(entry);
		}
	}
	state.leafId = entry.id;
	return entry.id;
}

/** A session is put on disk with its first answer; a name or a state is worth keeping before it. */
function isWorthAFile(entry: SessionEntry): boolean {
	return isAssistant(entry) || entry.type === "session_info" || entry.type === "session_state";
}

function appendOnDisk(state: ManagerState, path: string, draft: () => SessionEntry): SessionEntry {
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const { session, deps } = state;
		checkWritable(session, path);
		if (session.outdated) upgradeFileSync(path, session, deps);
		else {
			const known = session.entries.length;
			const make = () => {
				followBookkeeping(state, known);
				return [draft()];
			};
			const entries = withLockSync(path, deps, () => appendToSession(path, session, make, deps));
			const entry = entries?.[0];
			if (entry !== undefined) return entry;
		}
		reload(state, path);
	}
	throw keepsChanging(path);
}

/**
 * Others may have named or labelled the session since: the leaf moves over such entries below it, so that they stay
 * on the path. It never moves over a part of the conversation.
 */
function followBookkeeping(state: ManagerState, from: number): void {
	for (const { entry } of state.session.tree.nodes.slice(from)) {
		if (entry.parentId === state.leafId && !isConversational(entry)) state.leafId = entry.id;
	}
}

/** Reads the file again. The leaf stays where it was, if that is still there. */
function reload(state: ManagerState, path: string): void {
	state.session = readSessionSync(path, { fs: state.deps.fs });
	const { tree } = state.session;
	const leaf = state.leafId === null ? undefined : tree.node(state.leafId);
	if (leaf !== undefined) followBookkeeping(state, leaf.index + 1);
	else if (state.leafId !== null) state.leafId = tree.leaf?.entry.id ?? null;
}
