/** The tree of a session's entries: an index over them, built once, in linear time and without recursion. */
import type { SessionEntry } from "./entries.js";
import { isConversational, timeOf } from "./message.js";
import { type Fault, missingReferences } from "./tree-faults.js";
import { countBranches, cutCycles, ROOT } from "./tree-links.js";

export type { Fault, FaultKind } from "./tree-faults.js";
export { countBranches } from "./tree-links.js";

/** An entry in its place. Every entry of a session has exactly one node. */
export interface TreeNode {
	/** Place in the file among the entries, from 0. */
	readonly index: number;
	readonly entry: SessionEntry;
	/** Null for a root. */
	readonly parent: TreeNode | null;
	/** Oldest first, by timestamp; entries of one time in file order. */
	readonly children: readonly TreeNode[];
	/** Why the node is a root although its entry names a parent. */
	readonly gap?: "missing-parent" | "cycle";
}

/** The label in force on an entry. */
export interface Label {
	label: string;
	/** When it was set, ISO 8601. */
	timestamp: string;
}

interface MutableNode {
	index: number;
	entry: SessionEntry;
	parent: MutableNode | null;
	children: MutableNode[];
	gap?: "missing-parent" | "cycle";
}

export class SessionTree {
	readonly #nodes: MutableNode[] = [];
	readonly #byId = new Map<string, MutableNode>();
	readonly #roots: MutableNode[] = [];
	readonly #labels = new Map<string, Label>();
	readonly #faults: Fault[] = [];
	/** How many branches there were at so many entries: views ask at each frame. */
	#counted: { nodes: number; branches: number } | undefined;

	/** Entries in file order. Where two have one id, the last is found by it, and is the parent of its children. */
	constructor(entries: readonly SessionEntry[]) {
		for (const [index, entry] of entries.entries()) {
			if (this.#byId.has(entry.id)) this.#fault("duplicate-id", index, entry.id, "two entries have the id");
			const node: MutableNode = { index, entry, parent: null, children: [] };
			this.#nodes.push(node);
			this.#byId.set(entry.id, node);
			this.#label(entry);
		}
		this.#link();
		for (const fault of missingReferences(this)) this.#faults.push(fault);
	}

	/** In file order. */
	get nodes(): readonly TreeNode[] {
		return this.#nodes;
	}

	/** In file order: true roots, and entries whose parent is missing or below them. */
	get roots(): readonly TreeNode[] {
		return this.#roots;
	}

	/** The last entry of the file; null in a session without entries. */
	get leaf(): TreeNode | null {
		return this.#nodes.at(-1) ?? null;
	}

	/** What is wrong with the graph, in no particular order. */
	get faults(): readonly Fault[] {
		return this.#faults;
	}

	/** The labels in force, by the id of the entry they mark, also where no such entry exists. */
	get labels(): ReadonlyMap<string, Label> {
		return this.#labels;
	}

	/** How many ends the conversation has; see `countBranches`. */
	get branchCount(): number {
		if (this.#counted?.nodes !== this.#nodes.length) {
			const parents = this.#nodes.map((node) => node.parent?.index ?? ROOT);
			const conversational = this.#nodes.map((node) => (isConversational(node.entry) ? 1 : 0));
			this.#counted = { nodes: this.#nodes.length, branches: countBranches(parents, conversational) };
		}
		return this.#counted.branches;
	}

	node(id: string): TreeNode | undefined {
		return this.#byId.get(id);
	}

	label(id: string): Label | undefined {
		return this.#labels.get(id);
	}

	/** The path from the root to `node`, both included; to the leaf without an argument. */
	branch(node: TreeNode | null = this.leaf): TreeNode[] {
		const path: TreeNode[] = [];
		for (let at = node; at !== null; at = at.parent) path.push(at);
		return path.reverse();
	}

	/** The nearest node that is on the paths of both, one of them perhaps; null when they share no root. */
	commonAncestor(a: TreeNode | null, b: TreeNode | null): TreeNode | null {
		const above = new Set<TreeNode>();
		for (let at = a; at !== null; at = at.parent) above.add(at);
		for (let at = b; at !== null; at = at.parent) if (above.has(at)) return at;
		return null;
	}

	/** Every node once: parents before children, children in their order. */
	*preorder(): Generator<TreeNode> {
		const stack: TreeNode[] = this.#roots.toReversed();
		for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
			yield node;
			for (let i = node.children.length - 1; i >= 0; i--) stack.push(node.children[i] as TreeNode);
		}
	}

	/** Adds an entry at the end of the file; it becomes the leaf. Its id must be new and its parent known. */
	append(entry: SessionEntry): TreeNode {
		if (this.#byId.has(entry.id)) throw new RangeError(`entry ${entry.id} exists already`);
		const parent = entry.parentId === null ? null : this.#byId.get(entry.parentId);
		if (parent === undefined)
			throw new RangeError(`entry ${entry.id} names an unknown parent, ${entry.parentId}`);
		const node: MutableNode = { index: this.#nodes.length, entry, parent, children: [] };
		this.#nodes.push(node);
		this.#byId.set(entry.id, node);
		this.#label(entry);
		const siblings = parent === null ? this.#roots : parent.children;
		const before = siblings.at(-1);
		siblings.push(node);
		if (parent !== null && before !== undefined && timeToSort(node) < timeToSort(before))
			sortByTime(siblings);
		return node;
	}

	#link(): void {
		const parents = new Int32Array(this.#nodes.length);
		for (const node of this.#nodes) {
			const { id, parentId } = node.entry;
			const parent = parentId === null ? undefined : this.#byId.get(parentId);
			parents[node.index] = parent?.index ?? ROOT;
			if (parentId !== null && parent === undefined) {
				node.gap = "missing-parent";
				this.#fault("missing-parent", node.index, id, `its parent ${parentId} is missing`);
			}
		}
		for (const index of cutCycles(parents)) {
			const node = this.#nodes[index] as MutableNode;
			node.gap = "cycle";
			const isOwnParent = node.entry.parentId === node.entry.id;
			this.#fault("cycle", index, node.entry.id, isOwnParent ? "it is its own parent" : "it is below itself");
		}
		for (const node of this.#nodes) {
			const parent = this.#nodes[parents[node.index] ?? ROOT];
			if (parent === undefined) this.#roots.push(node);
			else {
				node.parent = parent;
				parent.children.push(node);
			}
		}
		for (const node of this.#nodes) if (node.children.length > 1) sortByTime(node.children);
	}

	#label(entry: SessionEntry): void {
		if (entry.type !== "label" || typeof entry.targetId !== "string") return;
		const { targetId, label, timestamp } = entry;
		if (typeof label === "string" && label.trim() !== "") this.#labels.set(targetId, { label, timestamp });
		else this.#labels.delete(targetId);
	}

	#fault(kind: Fault["kind"], index: number, id: string, reason: string): void {
		this.#faults.push({ kind, index, id, reason });
	}
}

/** Oldest first; file order on ties. */
function sortByTime(nodes: MutableNode[]): void {
	const times = new Map(nodes.map((node) => [node, timeToSort(node)]));
	nodes.sort((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0) || a.index - b.index);
}

/** A time that cannot be read counts as latest. */
function timeToSort(node: MutableNode): number {
	const time = timeOf(node.entry.timestamp);
	return Number.isNaN(time) ? Number.MAX_VALUE : time;
}
