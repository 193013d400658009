/**
 * Mending a damaged session: a file that every agent reads whole. What is no record is left out (the original goes to
 * the trash), records that share a line get lines of their own, and every entry gets an id and a parent of its own.
 */
import { type ResolvedDeps, resolveDeps, type SessionDeps } from "./deps.js";
import type { SessionEntry } from "./entries.js";
import { freshId } from "./ids.js";
import { rewriteFile } from "./rewrite-file.js";
import { readSession, type Session } from "./session.js";
import { checkWritable, keepsChanging } from "./session-change.js";
import { toLine } from "./session-file.js";
import type { SessionTree, TreeNode } from "./tree.js";

/** Whether mending would change the file. Labels and compactions that point nowhere harm nobody. */
export function isDamaged(session: Session): boolean {
	const harmful = session.faults.some(
		({ kind }) => kind === "duplicate-id" || kind === "missing-parent" || kind === "cycle",
	);
	return session.problems.length > 0 || harmful || session.outdated;
}

/**
 * Mends the session at `path` in place; the original goes to the trash, or stays beside it as `<file>.damaged.bak`.
 * @returns whether there was anything to mend.
 * @throws SessionError any code of reading and writing, `newer-version`, `busy`
 */
export async function mendSession(path: string, deps: SessionDeps = {}): Promise<boolean> {
	const resolved = resolveDeps(deps);
	for (let attempt = 0; attempt < 5; attempt++) {
		const session = await readSession(path, { fs: resolved.fs });
		checkWritable(session, path);
		if (!isDamaged(session)) return false;
		const content = [session.header, ...mendedEntries(session.tree, resolved)].map(toLine);
		if (await rewriteFile(path, session, { suffix: "damaged", content: () => content }, resolved))
			return true;
	}
	throw keepsChanging(path);
}

/**
 * The entries of a tree, each with an id and a parent of its own. Of equal copies the last stays, where it is. An
 * entry whose parent is lost follows the entry before it in the file, which is what it was appended to, unless that
 * is below it.
 */
export function mendedEntries(tree: SessionTree, deps: ResolvedDeps): SessionEntry[] {
	const ids = new Set(tree.nodes.map((node) => node.entry.id));
	const components = new Components(tree);
	const entries: SessionEntry[] = [];
	let before: { node: TreeNode; id: string } | undefined;
	for (const node of tree.nodes) {
		let { id } = node.entry;
		const found = tree.node(id);
		if (found !== undefined && found !== node) {
			if (JSON.stringify(found.entry) === JSON.stringify(node.entry)) continue;
			id = freshId((candidate) => ids.has(candidate), deps.newEntryId);
			ids.add(id);
		}
		let parentId = node.parent?.entry.id ?? null;
		if (node.gap === "missing-parent" && before !== undefined && components.join(node, before.node)) {
			parentId = before.id;
		}
		entries.push({ ...node.entry, id, parentId });
		before = { node, id };
	}
	return entries;
}

/** Which trees have been joined into one: what tells that a new parent is not below its child. */
class Components {
	/** For each entry, another of its component nearer the root; a root points at itself. */
	readonly #up: Int32Array;

	constructor(tree: SessionTree) {
		this.#up = Int32Array.from(tree.nodes, (node) => node.parent?.index ?? node.index);
	}

	/** Puts the tree of `root` below `parent`; false, and nothing is done, when `parent` is in it. */
	join(root: TreeNode, parent: TreeNode): boolean {
		const top = this.#top(parent.index);
		if (top === root.index) return false;
		this.#up[root.index] = top;
		return true;
	}

	#top(index: number): number {
		let top = index;
		while (this.#up[top] !== top) top = this.#up[top] ?? top;
		for (let at = index; at !== top; ) {
			const next = this.#up[at] ?? top;
			this.#up[at] = top;
			at = next;
		}
		return top;
	}
}
