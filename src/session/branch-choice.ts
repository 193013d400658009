/** Choosing an entry of the tree: where that moves the leaf, and what it leaves behind (behaviour.md §5). */
import { branchFiles } from "./branch-files.js";
import type { SessionEntry } from "./entries.js";
import { isConversational, messageOf, roleOf } from "./message.js";
import { contentParts } from "./transcript/content.js";
import { isLeafEntry, leafPosition, withoutSwitches } from "./tree/leaf-position.js";
import type { SessionTree, TreeNode } from "./tree.js";

export type Choice =
	/** The session is at this entry. */
	| { readonly kind: "already-here" }
	| {
			readonly kind: "move";
			/** The new leaf; null before the first entry. */
			readonly leafId: string | null;
			/** The text to edit, as it is in the file; "" unless what was chosen is sent anew. */
			readonly prompt: string;
			/** How many pictures the chosen message has, which a prompt cannot hold. */
			readonly images: number;
	  }
	/** In a damaged file two entries may have one id; only the last of them can be a leaf. */
	| { readonly kind: "unreachable"; readonly reason: string };

/**
 * What choosing an entry does. A request, or an extension's message, is gone back from: the leaf becomes its parent and
 * its text is to be edited. Any other entry becomes the leaf.
 */
export function choose(
	tree: SessionTree,
	node: TreeNode,
	position: TreeNode | null = leafPosition(tree),
): Choice {
	if (node === tree.leaf || withoutSwitches(node) === position) return { kind: "already-here" };
	const isSentAnew = roleOf(node.entry) === "user" || node.entry.type === "custom_message";
	const target = withoutSwitches(isSentAnew ? node.parent : node);
	if (target !== null && tree.node(target.entry.id) !== target) {
		return {
			kind: "unreachable",
			reason: `another entry has the id ${target.entry.id} too, and hides this one`,
		};
	}
	const parts = isSentAnew ? contentParts(contentOf(node.entry)) : [];
	return {
		kind: "move",
		leafId: target?.entry.id ?? null,
		prompt: parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n"),
		images: parts.filter((part) => part.type === "image").length,
	};
}

function contentOf(entry: SessionEntry): unknown {
	return entry.type === "custom_message" ? entry.content : messageOf(entry)?.content;
}

export interface Abandoned {
	/** What is left behind, root side first; without entries that only keep a switch. */
	readonly entries: readonly SessionEntry[];
	/** How many of them are of the conversation: with none there is nothing to sum up. */
	readonly messages: number;
	/** How many of them are requests of the user. */
	readonly requests: number;
	/** How many files were changed by them. */
	readonly files: number;
}

/** What a move of the leaf leaves behind: the path from the common ancestor with the new leaf down to the old one. */
export function abandoned(tree: SessionTree, from: TreeNode | null, toLeafId: string | null): Abandoned {
	const to = toLeafId === null ? null : (tree.node(toLeafId) ?? null);
	const common = tree.commonAncestor(from, to);
	const entries: SessionEntry[] = [];
	for (let at = from; at !== null && at !== common; at = at.parent) {
		if (!isLeafEntry(at.entry)) entries.push(at.entry);
	}
	entries.reverse();
	return {
		entries,
		messages: entries.filter(isConversational).length,
		requests: entries.filter((entry) => roleOf(entry) === "user").length,
		files: branchFiles(entries).modifiedFiles.length,
	};
}
