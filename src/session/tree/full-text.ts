/** The whole text of an entry, for reading and copying. */
import type { JsonObject } from "../entries.js";
import { messageOf } from "../message.js";
import { contentParts } from "../transcript/content.js";
import { toolTitle } from "../transcript/tool-summary.js";
import { inputText } from "../transcript/tool-text.js";
import type { TreeNode } from "../tree.js";
import { rowText } from "./row-text.js";

/**
 * What was said, with what tools were asked; a summary; a tool's result; of other entries what their row says.
 * As it is in the file: whoever shows it sanitises it.
 */
export function fullText(node: TreeNode): string {
	const { role, text } = rowText(node);
	return wholeText(node) || (role === "" ? text : `${role} ${text}`);
}

function wholeText({ entry }: TreeNode): string {
	switch (entry.type) {
		case "compaction":
		case "branch_summary":
			return asText(entry.summary);
		case "custom_message":
			return contentText(entry.content);
		case "message":
			return messageText(messageOf(entry) ?? {});
		default:
			return "";
	}
}

function messageText(message: JsonObject): string {
	if (message.role === "bashExecution") {
		return [asText(message.command), asText(message.output)].filter((part) => part !== "").join("\n\n");
	}
	return asText(message.summary) || contentText(message.content) || asText(message.errorMessage);
}

function contentText(content: unknown): string {
	const parts = contentParts(content);
	const texts = parts.flatMap((part) => {
		if (part.type === "text") return [part.text];
		if (part.type !== "toolCall") return [];
		const asked = inputText(part.name, part.arguments, undefined)?.text;
		return [`${toolTitle(part.name, part.arguments)}${asked === undefined ? "" : `\n${asked}`}`];
	});
	const thoughts = parts.flatMap((part) => (part.type === "thinking" ? [part.text] : []));
	return (texts.length > 0 ? texts : thoughts).join("\n\n");
}

function asText(value: unknown): string {
	return typeof value === "string" ? value : "";
}
