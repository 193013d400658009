/** Where a session is: its leaf, without the entries that only keep a switch (behaviour.md §5). */
import type { SessionEntry } from "../entries.js";
import type { SessionTree, TreeNode } from "../tree.js";

/** The type of the inert entry that keeps a switch of branches. */
export const LEAF_TYPE = "prime-sessions.leaf";

/** Whether an entry only says that the leaf was moved to its parent. */
export function isLeafEntry(entry: SessionEntry): boolean {
	return entry.type === "custom" && entry.customType === LEAF_TYPE;
}

/** The entry that a kept switch moved to, null for before the first; any other node is itself. */
export function withoutSwitches(node: TreeNode | null): TreeNode | null {
	let at = node;
	while (at !== null && isLeafEntry(at.entry)) at = at.parent;
	return at;
}

/**
 * The position in the tree: the last entry of the file or, where that only keeps a switch, the entry it moved to.
 * Null before the first entry.
 */
export function leafPosition(tree: SessionTree): TreeNode | null {
	return withoutSwitches(tree.leaf);
}
