/** The reading half of SessionManager: a session, and a position in it. It never writes. */

import { contextOf, type SessionContext } from "./context.js";
import type { SessionEntry, SessionHeader } from "./entries.js";
import { type ManagerState, stateToView } from "./manager-state.js";
import { type ReadOptions, readSession, readSessionSync } from "./session.js";
import { nameOf } from "./session-name.js";
import type { SessionTree } from "./tree.js";
import { attributedUsage } from "./usage.js";

/** An entry with what lies below it, as `getTree` gives it. */
export interface SessionTreeNode {
	entry: SessionEntry;
	/** Oldest first. */
	children: SessionTreeNode[];
	/** The label in force. */
	label?: string;
	/** When the label was set. */
	labelTimestamp?: string;
}

export class ReadonlySessionManager {
	/** For subclasses: the session and where in it we are. */
	protected readonly state: ManagerState;

	/** Use the static methods. */
	constructor(state: ManagerState) {
		this.state = state;
	}

	/**
	 * Opens a session to look at. Its file is never written, of whatever version it is.
	 * @throws SessionError any code of reading
	 */
	static open(path: string, sessionDir?: string): ReadonlySessionManager {
		return new ReadonlySessionManager(stateToView(readSessionSync(path), path, sessionDir));
	}

	/** `open` that gives way to other work while it reads. */
	static async openAsync(
		path: string,
		sessionDir?: string,
		options?: ReadOptions,
	): Promise<ReadonlySessionManager> {
		return new ReadonlySessionManager(stateToView(await readSession(path, options), path, sessionDir));
	}

	/** Whether the session is, or will be, in a file. */
	isPersisted(): boolean {
		return this.state.persist;
	}

	/** The working directory. */
	getCwd(): string {
		return this.state.cwd;
	}

	/** Where sessions made from this one are put; empty for one that is in memory only. */
	getSessionDir(): string {
		return this.state.sessionDir;
	}

	/** The id in the header; the file's name need not hold it. */
	getSessionId(): string {
		return this.state.session.header.id;
	}

	/** The file, which may not exist yet; undefined for a session that is in memory only. */
	getSessionFile(): string | undefined {
		return this.state.path;
	}

	getHeader(): SessionHeader | null {
		return this.state.session.header;
	}

	/** All entries in file order, as a new array. */
	getEntries(): SessionEntry[] {
		return [...this.state.session.entries];
	}

	/** Where we are; null before any entry. */
	getLeafId(): string | null {
		return this.state.leafId;
	}

	getLeafEntry(): SessionEntry | undefined {
		const { leafId } = this.state;
		return leafId === null ? undefined : this.getEntry(leafId);
	}

	getEntry(id: string): SessionEntry | undefined {
		return this.#tree.node(id)?.entry;
	}

	/** The entries whose parent is `parentId`, in file order. */
	getChildren(parentId: string): SessionEntry[] {
		const children = [...(this.#tree.node(parentId)?.children ?? [])];
		return children.sort((a, b) => a.index - b.index).map((node) => node.entry);
	}

	/** The label in force on an entry. */
	getLabel(id: string): string | undefined {
		return this.#tree.label(id)?.label;
	}

	/** The path from the root to an entry, or to the leaf; empty where there is no such entry. */
	getBranch(fromId?: string): SessionEntry[] {
		const id = fromId ?? this.state.leafId;
		const node = id === null ? undefined : this.#tree.node(id);
		return node === undefined ? [] : this.#tree.branch(node).map(({ entry }) => entry);
	}

	/** All entries as trees, each exactly once. Entries whose parent is missing are roots. */
	getTree(): SessionTreeNode[] {
		const nodes = this.#tree.nodes.map(({ entry }): SessionTreeNode => {
			const label = this.#tree.label(entry.id);
			if (label === undefined) return { entry, children: [] };
			return { entry, children: [], label: label.label, labelTimestamp: label.timestamp };
		});
		const at = (index: number) => nodes[index] as SessionTreeNode;
		for (const node of this.#tree.nodes)
			at(node.index).children = node.children.map(({ index }) => at(index));
		return this.#tree.roots.map(({ index }) => at(index));
	}

	/** The display name, from the newest `session_info` entry. */
	getSessionName(): string | undefined {
		return nameOf(this.state.session.entries);
	}

	/** What a model would be given at the leaf. */
	buildSessionContext(): SessionContext {
		return contextOf(this.getBranch(), attributedUsage(this.state.session.entries));
	}

	get #tree(): SessionTree {
		return this.state.session.tree;
	}
}
