/** Which entries each view of the tree shows (behaviour.md §5). */
import type { SessionEntry } from "../entries.js";
import { isJsonObject } from "../json.js";
import { isConversational, messageOf, roleOf } from "../message.js";
import type { SessionTree, TreeNode } from "../tree.js";

/** In the order in which they are cycled. */
export const TREE_FILTERS = ["default", "no-tools", "user-only", "labeled-only", "all"] as const;

export type TreeFilter = (typeof TREE_FILTERS)[number];

/** A test for being shown by a filter. The leaf, which is always shown, is the caller's to add. */
export function shownBy(filter: TreeFilter, tree: SessionTree): (node: TreeNode) => boolean {
	switch (filter) {
		case "all":
			return () => true;
		case "labeled-only":
			return ({ entry }) => tree.label(entry.id) !== undefined;
		case "user-only":
			return ({ entry }) => roleOf(entry) === "user";
		// A type this version does not know may hold anything: only `all` shows it.
		case "no-tools":
			return ({ entry }) =>
				isConversational(entry) && roleOf(entry) !== "toolResult" && !onlyCallsTools(entry);
		case "default":
			return ({ entry }) => isConversational(entry) && !onlyCallsTools(entry);
		default:
			return filter satisfies never;
	}
}

/** Whether an answer is nothing but tool calls, whose results are shown. One that failed has something to say. */
function onlyCallsTools(entry: SessionEntry): boolean {
	const message = messageOf(entry);
	if (message?.role !== "assistant" || !Array.isArray(message.content)) return false;
	if (message.stopReason === "error" || message.stopReason === "aborted") return false;
	let calls = false;
	for (const block of message.content) {
		if (!isJsonObject(block)) return false;
		if (block.type === "text") {
			if (typeof block.text !== "string" || block.text.trim() !== "") return false;
		} else if (block.type === "toolCall") calls = true;
		else if (block.type !== "thinking") return false;
	}
	return calls;
}
