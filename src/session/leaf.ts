/** Moving a session's leaf so that agents go on from there (behaviour.md §5): one appended entry, nothing removed. */
import { checkEntry } from "./annotations.js";
import { abandoned } from "./branch-choice.js";
import { branchFiles } from "./branch-files.js";
import { resolveDeps, type SessionDeps } from "./deps.js";
import { draftBelow } from "./entry-draft.js";
import { isConversational } from "./message.js";
import type { Session } from "./session.js";
import { appendEntries, type Change } from "./session-change.js";
import { isLeafEntry, LEAF_TYPE, leafPosition, withoutSwitches } from "./tree/leaf-position.js";
import type { SessionTree, TreeNode } from "./tree.js";

export interface LeafSummary {
	/** What was tried on the branch that is left. Markdown. */
	readonly text: string;
	/** Default: the files that the entries left behind read and changed. */
	readonly details?: unknown;
	/** True when an extension wrote the text. */
	readonly fromHook?: boolean;
}

export interface LeafSwitch {
	/** The new leaf; null before the first entry. */
	readonly leafId: string | null;
	/** The leaf that is left, null for none. Default: where the session is when the change is written. */
	readonly from?: string | null | undefined;
	readonly summary?: LeafSummary | undefined;
}

/**
 * Moves the leaf of the session at `path`: appends an inert entry below the new leaf, or the summary of the branch that
 * is left. Moving to where the session is already appends nothing, unless there is a summary.
 * Whether an agent has the session open is the caller's to ask.
 * @throws SessionError `no-such-entry`, and the codes of `appendEntries`; RangeError for a summary without text
 */
export function switchLeaf(
	path: string,
	{ leafId, from, summary }: LeafSwitch,
	deps: SessionDeps = {},
): Promise<Change> {
	if (summary !== undefined && summary.text.trim() === "") throw new RangeError("a summary needs text");
	const resolved = resolveDeps(deps);
	return appendEntries(
		path,
		({ tree }) => {
			for (const id of [leafId, from]) if (typeof id === "string") checkEntry(tree, id, path);
			const position = leafPosition(tree);
			const left = from === undefined ? (position?.entry.id ?? null) : from;
			const target = leafId === null ? null : withoutSwitches(tree.node(leafId) ?? null);
			const next = draftBelow(target?.entry.id ?? null, tree, resolved);
			if (summary !== undefined) {
				const { text, fromHook } = summary;
				const leftNode = left === null ? null : (tree.node(left) ?? null);
				const details = summary.details ?? branchFiles(abandoned(tree, leftNode, leafId).entries);
				const fields = { fromId: left ?? "root", summary: text, details };
				return [next({ type: "branch_summary", ...fields, ...(fromHook === undefined ? {} : { fromHook }) })];
			}
			if (target === position) return [];
			return [next({ type: "custom", customType: LEAF_TYPE, data: { from: left } })];
		},
		resolved,
	);
}

/** A switch that a file keeps. */
export interface KeptSwitch {
	/** The entry that keeps it. */
	readonly entryId: string;
	/** The leaf that was left: what undoing moves back to. Null before the first entry. */
	readonly from: string | null;
	/** Where it moved to. */
	readonly to: string | null;
}

/**
 * The switch that is undone next: the newest that was not undone itself. Undefined when there is none since the conversation
 * went on, or when what was left before is not known. Names and labels set since do not count.
 */
export function lastSwitch({ tree }: Pick<Session, "tree">): KeptSwitch | undefined {
	const standing: KeptSwitch[] = [];
	for (const node of tree.nodes) {
		const kept = keptSwitch(node, tree);
		if (kept === undefined) {
			if (isConversational(node.entry) || isLeafEntry(node.entry)) standing.length = 0;
			continue;
		}
		const before = standing.at(-1);
		if (before !== undefined && undoes(kept, before, tree)) standing.pop();
		else standing.push(kept);
	}
	return standing.at(-1);
}

/** What an entry says of a switch; undefined where it keeps none, or does not say where the session was before. */
function keptSwitch({ entry, parent }: TreeNode, tree: SessionTree): KeptSwitch | undefined {
	const to = withoutSwitches(parent)?.entry.id ?? null;
	let from: unknown;
	if (entry.type === "custom" && isLeafEntry(entry)) {
		from = (entry.data as { from?: unknown } | null | undefined)?.from;
	} else if (entry.type === "branch_summary") {
		// Some agents write the new parent there: that does not tell what was left.
		if (entry.fromId === (to ?? "root")) return undefined;
		from = entry.fromId === "root" ? null : entry.fromId;
	}
	const isKnown = from === null || (typeof from === "string" && tree.node(from) !== undefined);
	return isKnown ? { entryId: entry.id, from: from as string | null, to } : undefined;
}

/** Whether a switch leads back to where the one before came from, from where that led. */
function undoes(kept: KeptSwitch, before: KeptSwitch, tree: SessionTree): boolean {
	const message = (id: string | null) => {
		let at = id === null ? null : (tree.node(id) ?? null);
		while (at !== null && !isConversational(at.entry)) at = at.parent;
		return at;
	};
	const summary = tree.node(before.entryId)?.entry.type === "branch_summary";
	return (
		message(kept.to) === message(before.from) &&
		message(kept.from) === message(summary ? before.entryId : before.to)
	);
}
