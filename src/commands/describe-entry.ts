import type { TreeNode } from "../session/tree.js";
import { rowText } from "../session/tree-lines.js";
import { cut } from "../text/columns.js";

/** Who says what in an entry, in at most 60 columns. */
export function describeEntry(node: TreeNode): string {
	const { role, text } = rowText(node);
	return cut(role === "" ? text : `${role}: ${text}`, 60);
}
