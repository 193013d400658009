/** Folding: hiding what lies beneath some rows of a tree. */
import type { TreeNode } from "../tree.js";

const NONE = -1;

export interface Folds {
	/** What is still shown. */
	readonly order: TreeNode[];
	readonly foldable: Uint8Array;
	/** What each folded node hides; 0 for one that is not folded. */
	readonly hidden: Int32Array;
}

/**
 * Hides what lies beneath folded nodes, and hangs the leaf onto the fold that hides it. `isFolded` tells undefined
 * where nothing can be folded. Changes `parents`.
 */
export function foldRows(
	order: TreeNode[],
	parents: Int32Array,
	leaf: number,
	isFolded: (node: TreeNode) => boolean | undefined,
): Folds {
	const foldable = new Uint8Array(parents.length);
	const hidden = new Int32Array(parents.length);
	const children = countChildren(order, parents);
	const below = new Int32Array(parents.length);
	for (let i = order.length - 1; i >= 0; i--) {
		const { index } = order[i] as TreeNode;
		const parent = parents[index] ?? NONE;
		if (parent !== NONE)
			below[parent] = (below[parent] ?? 0) + (below[index] ?? 0) + (index === leaf ? 0 : 1);
	}
	const foldOf = new Int32Array(parents.length).fill(NONE);
	const kept = order.filter((node) => {
		const { index } = node;
		const parent = parents[index] ?? NONE;
		const outer = foldOf[parent] ?? NONE;
		const fold = (hidden[parent] ?? 0) > 0 ? parent : outer;
		foldOf[index] = fold;
		if (fold !== NONE && index !== leaf) return false;
		if (fold !== NONE) parents[index] = fold;
		const covered = below[index] ?? 0;
		const state = fold === NONE && covered > 0 ? isFolded(node) : undefined;
		if (state === undefined) return true;
		const branches = (children[index + 1] ?? 0) > 1 || (children[parent + 1] ?? 0) > 1;
		foldable[index] = state || branches ? 1 : 0;
		if (state) hidden[index] = covered;
		return true;
	});
	return { order: kept, foldable, hidden };
}

/** How many children each node shows, one place on: place 0 counts the roots. */
export function countChildren(order: readonly TreeNode[], parents: Int32Array): Int32Array {
	const children = new Int32Array(parents.length + 1);
	for (const { index } of order) {
		const place = (parents[index] ?? NONE) + 1;
		children[place] = (children[place] ?? 0) + 1;
	}
	return children;
}
