/** The rows of a session's tree as it is drawn (behaviour.md §5): pure, linear, without recursion. */

import { shownBy, type TreeFilter } from "./tree/filter.js";
import { countChildren, type Folds, foldRows } from "./tree/folds.js";
import { leafPosition } from "./tree/leaf-position.js";
import { matching, queryWords } from "./tree/search.js";
import type { SessionTree, TreeNode } from "./tree.js";

export { TREE_FILTERS, type TreeFilter } from "./tree/filter.js";
export { isLeafEntry, LEAF_TYPE, leafPosition } from "./tree/leaf-position.js";

export interface TreeRow {
	readonly node: TreeNode;
	/** The row of the nearest ancestor that is shown, by its index; -1 without one. */
	readonly parent: number;
	/** Levels of indentation; each takes three columns of `prefix`. */
	readonly depth: number;
	/** The lines drawn before the row, "" at depth 0: "│  ├─ ". */
	readonly prefix: string;
	/** Whether there is a branch beneath, or a branch begins here, that folding would hide. */
	readonly foldable: boolean;
	readonly folded: boolean;
	/** How many entries a folded row hides: those that its filter shows, without the leaf. */
	readonly hidden: number;
	/** On the path from the root to the leaf. */
	readonly onBranch: boolean;
	/** Carries the mark of the leaf. */
	readonly isLeaf: boolean;
}

export interface TreeRowOptions {
	readonly filter: TreeFilter;
	/** Keys of folded rows, as `rowKey` gives them. */
	readonly folded?: ReadonlySet<string>;
	/** Shows only entries that hold every word of it. */
	readonly query?: string;
}

const NONE = -1;

/**
 * The rows of a tree, top to bottom: at each entry the branch with the leaf first, the others oldest first. Only the
 * children of a branch point are indented; several roots count as the children of one.
 *
 * An entry that is not shown leaves its descendants to the nearest ancestor that is. The leaf is shown whatever the
 * filter or a fold hides, so that it is always seen where the session is; where the last entry of the file only keeps
 * a switch and is hidden, that is its parent. A query shows what it finds and nothing else, folded or not.
 */
export function treeRows(tree: SessionTree, { filter, folded, query = "" }: TreeRowOptions): TreeRow[] {
	const { nodes } = tree;
	const words = queryWords(query);
	const onBranch = new Uint8Array(nodes.length);
	for (let at = tree.leaf; at !== null; at = at.parent) onBranch[at.index] = 1;

	const shown = new Uint8Array(nodes.length);
	const isShown = shownBy(filter, tree);
	for (const node of nodes) if (isShown(node)) shown[node.index] = 1;
	const leaf = markLeaf(tree, shown);
	if (words.length > 0) {
		const isMatch = matching(words, tree);
		for (const node of nodes) if (shown[node.index] === 1 && !isMatch(node)) shown[node.index] = 0;
	}

	const { order, parents } = shownInOrder(tree, shown, onBranch);
	const folds = foldRows(order, parents, leaf?.index ?? NONE, (node) =>
		words.length > 0 ? undefined : folded !== undefined && folded.size > 0 && folded.has(rowKey(tree, node)),
	);
	return draw(folds.order, parents, folds, onBranch, leaf);
}

/** What folded rows are remembered by: the entry's id or, for all but the last entry of one id, its place ("#12"). */
export function rowKey(tree: SessionTree, node: TreeNode): string {
	return tree.node(node.entry.id) === node ? node.entry.id : `#${node.index}`;
}

/** Shows the leaf; of one that only keeps a switch and is hidden, the position. Returns what is marked as the leaf. */
function markLeaf(tree: SessionTree, shown: Uint8Array): TreeNode | null {
	const { leaf } = tree;
	const marked = leaf !== null && shown[leaf.index] === 1 ? leaf : leafPosition(tree);
	if (marked !== null) shown[marked.index] = 1;
	return marked;
}

interface Shown {
	/** Parents before children, the branch with the leaf before its siblings. */
	readonly order: TreeNode[];
	/** For every node, by its index, that of its nearest ancestor that is shown. */
	readonly parents: Int32Array;
}

function shownInOrder(tree: SessionTree, shown: Uint8Array, onBranch: Uint8Array): Shown {
	const order: TreeNode[] = [];
	const parents = new Int32Array(shown.length).fill(NONE);
	const stack: TreeNode[] = [];
	const push = (siblings: readonly TreeNode[]) => {
		let first: TreeNode | undefined;
		for (let i = siblings.length - 1; i >= 0; i--) {
			const node = siblings[i] as TreeNode;
			if (onBranch[node.index] === 1) first = node;
			else stack.push(node);
		}
		if (first !== undefined) stack.push(first);
	};
	push(tree.roots);
	for (let node = stack.pop(); node !== undefined; ) {
		const { index, parent, children } = node;
		if (parent !== null)
			parents[index] = shown[parent.index] === 1 ? parent.index : (parents[parent.index] ?? NONE);
		if (shown[index] === 1) order.push(node);
		// Most entries have one child: it needs no place on the stack.
		if (children.length !== 1) push(children);
		node = children.length === 1 ? children[0] : stack.pop();
	}
	return { order, parents };
}

function draw(
	order: readonly TreeNode[],
	parents: Int32Array,
	{ foldable, hidden }: Folds,
	onBranch: Uint8Array,
	leaf: TreeNode | null,
): TreeRow[] {
	const children = countChildren(order, parents);
	const lastChild = new Int32Array(parents.length + 1);
	for (const { index } of order) lastChild[(parents[index] ?? NONE) + 1] = index;
	const rowOf = new Int32Array(parents.length);
	/** The lines that run on beside what is beneath each row. Joined texts share their parts, however deep they are. */
	const gutters: string[] = [];
	const rows: TreeRow[] = [];
	for (const node of order) {
		const { index } = node;
		const above = parents[index] ?? NONE;
		const parent = above === NONE ? NONE : (rowOf[above] ?? NONE);
		const gutter = parent === NONE ? "" : (gutters[parent] ?? "");
		const depth = parent === NONE ? 0 : (rows[parent]?.depth ?? 0);
		const branches = (children[above + 1] ?? 0) > 1;
		const last = lastChild[above + 1] === index;
		const hides = hidden[index] ?? 0;
		rowOf[index] = rows.length;
		gutters.push(branches ? gutter + (last ? "   " : "│  ") : gutter);
		rows.push({
			node,
			parent,
			depth: branches ? depth + 1 : depth,
			prefix: branches ? gutter + (last ? "└─ " : "├─ ") : gutter,
			foldable: foldable[index] === 1,
			folded: hides > 0,
			hidden: hides,
			onBranch: onBranch[index] === 1,
			isLeaf: node === leaf,
		});
	}
	return rows;
}
