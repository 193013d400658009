/** The entries of a fork: a branch by itself, or the whole tree (behaviour.md §5). No path loses a message. */
import type { ResolvedDeps } from "./deps.js";
import type { CompactionEntry, CustomEntry, LabelEntry, SessionEntry } from "./entries.js";
import { freshId } from "./ids.js";
import type { SessionTree, TreeNode } from "./tree.js";

/** The `customType` of the entry that says where the leaf is, when the last entry of the conversation does not. */
export const LEAF_ENTRY = "prime-sessions.leaf";

/**
 * The entries of the path to `node` as a session of their own. Label entries are left out (without `keepGitState`,
 * those on the state of the repository too), what came after each follows what came before it, and the labels in
 * force on the path are set again at the end, with their own times.
 */
export function branchEntries(
	tree: SessionTree,
	node: TreeNode,
	keepGitState: boolean,
	deps: ResolvedDeps,
): SessionEntry[] {
	const path = tree.branch(node);
	const isKept = ({ type }: SessionEntry) => type !== "label" && (keepGitState || type !== "git_state");
	const entries: SessionEntry[] = [];
	let parentId: string | null = null;
	for (const { entry } of path) {
		if (!isKept(entry)) continue;
		entries.push(
			relinked(
				withBoundary(entry, () => path, isKept),
				parentId,
			),
		);
		parentId = entry.id;
	}
	const ids = new Set(entries.map((entry) => entry.id));
	for (const [targetId, { label, timestamp }] of tree.labels) {
		if (!ids.has(targetId)) continue;
		const id = freshId((candidate) => ids.has(candidate), deps.newEntryId);
		const entry: LabelEntry = { type: "label", id, parentId, timestamp, targetId, label };
		ids.add(id);
		entries.push(entry);
		parentId = id;
	}
	return entries;
}

/**
 * All entries of a tree. `keepGitState` is whether the fork is in the same repository; otherwise what is known of the
 * old one is left out, and what came after each such entry follows what came before it. The leaf stays where it was.
 */
export function treeEntries(tree: SessionTree, keepGitState: boolean, deps: ResolvedDeps): SessionEntry[] {
	const isKept = (entry: SessionEntry) => keepGitState || entry.type !== "git_state";
	// The nearest kept node at or above each: parents may come later in the file than their children.
	const kept = new Map<TreeNode | null, TreeNode | null>();
	for (const node of tree.preorder()) {
		kept.set(node, isKept(node.entry) ? node : (kept.get(node.parent) ?? null));
	}
	const entries: SessionEntry[] = [];
	for (const node of tree.nodes) {
		if (!isKept(node.entry)) continue;
		const entry = withBoundary(node.entry, () => tree.branch(node), isKept);
		const parentId = kept.get(node.parent)?.entry.id ?? null;
		entries.push(node.gap === "missing-parent" ? entry : relinked(entry, parentId));
	}
	const leafId = kept.get(tree.leaf)?.entry.id ?? null;
	const last = entries.at(-1);
	if (last !== undefined && last.id !== leafId) {
		const id = freshId((candidate) => tree.node(candidate) !== undefined, deps.newEntryId);
		const timestamp = new Date(deps.now()).toISOString();
		const place = { id, parentId: leafId, timestamp };
		const entry: CustomEntry = { type: "custom", ...place, customType: LEAF_ENTRY, data: { from: last.id } };
		entries.push(entry);
	}
	return entries;
}

function relinked(entry: SessionEntry, parentId: string | null): SessionEntry {
	return entry.parentId === parentId ? entry : { ...entry, parentId };
}

/** A compaction whose first kept entry is left out keeps from the next entry of its path that is not. */
function withBoundary(
	entry: SessionEntry,
	pathOf: () => readonly TreeNode[],
	isKept: (entry: SessionEntry) => boolean,
): SessionEntry {
	if (entry.type !== "compaction") return entry;
	const path = pathOf();
	const first = path.findIndex((node) => node.entry.id === entry.firstKeptEntryId);
	const boundary = path[first]?.entry;
	if (boundary === undefined || isKept(boundary)) return entry;
	const next = path.find((node, i) => i > first && isKept(node.entry))?.entry.id;
	const moved: CompactionEntry = { ...entry, firstKeptEntryId: next ?? entry.firstKeptEntryId };
	return moved;
}
