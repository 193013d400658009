/** Looking into messages read from a file, whose shapes may be anything. */
import type { AssistantMessage, JsonObject, SessionEntry } from "./entries.js";
import { isJsonObject } from "./json.js";

/** The text of a message's content: a string, or its text blocks joined by a space. Never throws. */
export function textOf(content: unknown): string {
	if (typeof content === "string") return content;
	if (!Array.isArray(content)) return "";
	const texts: string[] = [];
	for (const block of content) {
		if (isJsonObject(block) && block.type === "text" && typeof block.text === "string")
			texts.push(block.text);
	}
	return texts.join(" ");
}

/** The message of a `message` entry as an object of unknown shape; undefined for other entries. */
export function messageOf(entry: SessionEntry): JsonObject | undefined {
	if (entry.type !== "message") return undefined;
	const message: unknown = entry.message;
	return isJsonObject(message) ? message : undefined;
}

/** The role of a `message` entry; undefined for other entries and for messages without one. */
export function roleOf(entry: SessionEntry): string | undefined {
	const role = messageOf(entry)?.role;
	return typeof role === "string" ? role : undefined;
}

/** Whether an entry is a message of the assistant. Says nothing of the message's other fields. */
export function isAssistant(entry: SessionEntry): boolean {
	return roleOf(entry) === "assistant";
}

/** Whether an entry takes part in the conversation, and so makes a branch. */
export function isConversational(entry: { type: string }): boolean {
	switch (entry.type) {
		case "message":
		case "custom_message":
		case "compaction":
		case "branch_summary":
			return true;
		default:
			return false;
	}
}

/** The provider and model an assistant message came from, if it says so. */
export function modelOf(
	message: JsonObject | AssistantMessage,
): { provider: string; modelId: string } | undefined {
	const { provider, model } = message;
	return typeof provider === "string" && typeof model === "string" ? { provider, modelId: model } : undefined;
}

/** Milliseconds of an ISO 8601 timestamp, or NaN for anything else. */
export function timeOf(timestamp: unknown): number {
	return typeof timestamp === "string" ? Date.parse(timestamp) : Number.NaN;
}
