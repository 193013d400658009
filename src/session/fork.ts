/** New session files made from old ones, written whole and never over another file. */
import { join, resolve } from "node:path";
import { checkEntry } from "./annotations.js";
import { type ResolvedDeps, resolveDeps, type SessionDeps } from "./deps.js";
import { CURRENT_SESSION_VERSION, type SessionEntry, type SessionHeader } from "./entries.js";
import { draftBelow } from "./entry-draft.js";
import { sessionFileName } from "./file-name.js";
import { branchEntries, treeEntries } from "./fork-entries.js";
import type { Session } from "./session.js";
import { checkWritable } from "./session-change.js";
import { toLine } from "./session-file.js";
import { normalizeName } from "./session-name.js";
import { SessionTree } from "./tree.js";
import { createFile } from "./whole-file.js";

export interface ForkOptions {
	/** The directory the new file is put into. */
	dir: string;
	/** The new session's working directory; default: the source's. */
	cwd?: string | undefined;
	/** The entry the branch ends with; default: the leaf. */
	leafId?: string | undefined;
	/** A name for the new session. */
	name?: string | undefined;
	/** Whether `cwd` is in the repository of the source; default: whether it is the source's cwd. */
	sameRepository?: boolean | undefined;
}

export interface ForkFile {
	path: string;
	header: SessionHeader;
	entries: readonly SessionEntry[];
}

/**
 * Writes a session made of one branch of another.
 * @throws SessionError `no-such-entry`, `newer-version`, and the codes of writing
 */
export function forkBranch(source: Session, options: ForkOptions, deps: SessionDeps = {}): ForkFile {
	const resolved = resolveDeps(deps);
	const { tree } = source;
	const { leafId = tree.leaf?.entry.id, name } = options;
	if (leafId !== undefined) checkEntry(tree, leafId, source.path);
	const node = leafId === undefined ? undefined : tree.node(leafId);
	const entries =
		node === undefined ? [] : branchEntries(tree, node, keepsGitState(source, options), resolved);
	if (name !== undefined) {
		const next = draftBelow(entries.at(-1)?.id ?? null, new SessionTree(entries), resolved);
		entries.push(next({ type: "session_info", name: normalizeName(name) }));
	}
	return writeFork(source, entries, options, resolved);
}

/**
 * Writes a session with the whole tree of another.
 * @throws SessionError `newer-version`, and the codes of writing
 */
export function forkTree(source: Session, options: ForkOptions, deps: SessionDeps = {}): ForkFile {
	const resolved = resolveDeps(deps);
	return writeFork(
		source,
		treeEntries(source.tree, keepsGitState(source, options), resolved),
		options,
		resolved,
	);
}

function keepsGitState(source: Session, options: ForkOptions): boolean {
	return options.sameRepository ?? (options.cwd === undefined || options.cwd === source.header.cwd);
}

function writeFork(
	source: Session,
	entries: readonly SessionEntry[],
	{ dir, cwd = source.header.cwd }: ForkOptions,
	deps: ResolvedDeps,
): ForkFile {
	const parent = source.path === undefined ? undefined : resolve(source.path);
	checkWritable(source, parent ?? "");
	const header = forkHeader(cwd, parent, deps);
	const path = join(dir, sessionFileName(header, parent));
	createFile(path, [header, ...entries].map(toLine), deps);
	return { path, header, entries };
}

/** A header for a session that comes from another. Depth 0 says that it is the user's own, not a sub-agent's. */
export function forkHeader(
	cwd: string,
	parentSession: string | undefined,
	deps: ResolvedDeps,
): SessionHeader {
	const now = deps.now();
	return {
		type: "session",
		version: CURRENT_SESSION_VERSION,
		id: deps.newSessionId(now),
		timestamp: new Date(now).toISOString(),
		cwd,
		...(parentSession === undefined ? {} : { parentSession }),
		rlmDepth: 0,
	};
}
