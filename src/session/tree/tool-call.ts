/** The call a tool's result answers. */
import type { JsonObject } from "../entries.js";
import { isJsonObject } from "../json.js";
import { messageOf } from "../message.js";
import type { TreeNode } from "../tree.js";

/** Results follow their calls closely; a result without a call must not cost a walk to the root. */
const FARTHEST = 200;

/** The call that the tool result at `node` answers, the nearest of its id above; undefined when there is none. */
export function callOf(node: TreeNode): { name: string; arguments: JsonObject } | undefined {
	const id = messageOf(node.entry)?.toolCallId;
	let at = node.parent;
	for (let steps = 0; at !== null && steps < FARTHEST; steps++, at = at.parent) {
		const message = messageOf(at.entry);
		if (message?.role !== "assistant" || !Array.isArray(message.content)) continue;
		for (const block of message.content) {
			if (!isJsonObject(block) || block.type !== "toolCall" || block.id !== id) continue;
			const name = typeof block.name === "string" ? block.name : "tool";
			return { name, arguments: isJsonObject(block.arguments) ? block.arguments : {} };
		}
	}
	return undefined;
}
