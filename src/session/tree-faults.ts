/** What may be wrong with a session's graph. It is shown; it never keeps the session from being read. */
import type { SessionTree, TreeNode } from "./tree.js";

export type FaultKind =
	/** Two entries have one id: the last is found by it, both are in the tree. */
	| "duplicate-id"
	/** The parent is not in the file: the entry is a root. */
	| "missing-parent"
	/** The entry is its own ancestor: the earliest of the cycle is a root. */
	| "cycle"
	/** A label marks an entry that is not in the file. */
	| "missing-label-target"
	/** The first entry a compaction keeps is not on its path: it keeps none. */
	| "missing-first-kept";

export interface Fault {
	kind: FaultKind;
	/** Place of the entry among the entries, from 0. */
	index: number;
	/** The entry's id. */
	id: string;
	/** What is wrong, in a few words. */
	reason: string;
}

/** Labels and compactions that point at what is not there. */
export function missingReferences(tree: SessionTree): Fault[] {
	const faults: Fault[] = [];
	let isAbove: ((above: TreeNode, below: TreeNode) => boolean) | undefined;
	for (const node of tree.nodes) {
		const { entry, index } = node;
		if (entry.type === "label" && tree.node(entry.targetId) === undefined) {
			const reason = `it marks ${named(entry.targetId)}, which is missing`;
			faults.push({ kind: "missing-label-target", index, id: entry.id, reason });
		} else if (entry.type === "compaction") {
			const kept = tree.node(entry.firstKeptEntryId);
			isAbove ??= ancestry(tree);
			if (kept !== undefined && kept !== node && isAbove(kept, node)) continue;
			const reason = `its first kept entry ${named(entry.firstKeptEntryId)} is not before it`;
			faults.push({ kind: "missing-first-kept", index, id: entry.id, reason });
		}
	}
	return faults;
}

/** An id as a file holds it: not every value can be made a text. */
function named(id: unknown): string {
	return typeof id === "string" ? id : "(no id)";
}

/** A test for being an ancestor, in constant time: below a node lie the entries numbered after it up to its last. */
function ancestry(tree: SessionTree): (above: TreeNode, below: TreeNode) => boolean {
	const order = new Int32Array(tree.nodes.length);
	const last = new Int32Array(tree.nodes.length);
	const sequence: TreeNode[] = [];
	for (const node of tree.preorder()) {
		order[node.index] = sequence.length;
		last[node.index] = sequence.length;
		sequence.push(node);
	}
	for (const node of sequence.reverse()) {
		const parent = node.parent?.index;
		if (parent !== undefined) last[parent] = Math.max(last[parent] ?? 0, last[node.index] ?? 0);
	}
	const at = (numbers: Int32Array, node: TreeNode) => numbers[node.index] ?? 0;
	return (above, below) => at(order, above) <= at(order, below) && at(order, below) <= at(last, above);
}
