/** What one entry puts into a transcript, before it is seen together with its neighbours. */

import type { JsonObject, SessionEntry } from "../entries.js";
import { isJsonObject } from "../json.js";
import { textOf, timeOf } from "../message.js";
import type { ToolResult, TranscriptBlock } from "./blocks.js";
import { type ContentPart, contentParts, nameOfShape } from "./content.js";

/** A block without what its neighbours decide. */
export type BlockContent = TranscriptBlock extends infer Block
	? Block extends TranscriptBlock
		? Omit<Block, "key" | "id" | "entryIds" | "time" | "heading" | "gap">
		: never
	: never;

export type Draft =
	/** `speaker` has the floor with it; a `turn` begins anew even if the same speaker had it before. */
	| {
			readonly draft: "block";
			readonly content: BlockContent;
			readonly speaker?: string;
			readonly turn?: boolean;
	  }
	/** A call that waits for the result with its id; `alone` if its message makes no other. */
	| {
			readonly draft: "call";
			readonly content: BlockContent;
			readonly callId: unknown;
			readonly alone: boolean;
	  }
	| { readonly draft: "result"; readonly callId: unknown; readonly name: string; readonly result: ToolResult }
	/** A setting that is in force from here on. */
	| { readonly draft: "setting"; readonly name: string; readonly value: string };

/** When an entry was written, in Unix milliseconds, or its message if the entry does not say; else NaN. */
export function timeOfEntry(entry: SessionEntry): number {
	const time = timeOf(entry.timestamp);
	if (!Number.isNaN(time) || entry.type !== "message" || !isJsonObject(entry.message)) return time;
	const { timestamp } = entry.message;
	return typeof timestamp === "number" ? timestamp : Number.NaN;
}

/** The drafts of an entry, none for bookkeeping. */
export function draftsOf(entry: SessionEntry): Draft[] {
	switch (entry.type) {
		case "message":
			return messageDrafts(entry.message, entry);
		case "custom_message":
			return customDrafts(entry.customType, entry.content, entry.display);
		case "compaction":
			return compactionDrafts(entry.summary, entry.tokensBefore);
		case "branch_summary":
			return [apart({ kind: "branch-summary", summary: asText(entry.summary) })];
		case "model_change":
			return settingDrafts("model", [entry.provider, entry.modelId].filter(isText).join("/"));
		case "thinking_level_change":
			return settingDrafts("thinking", entry.thinkingLevel);
		case "service_tier_change":
			return settingDrafts("tier", entry.serviceTier);
		case "custom":
		case "label":
		case "session_info":
		case "session_state":
		case "agent_status":
		case "git_state":
		case "child_usage_attributed":
			return [];
		default:
			return [apart({ kind: "unknown", name: nameOfShape(entry), value: entry })];
	}
}

function messageDrafts(message: unknown, entry: SessionEntry): Draft[] {
	// Of an entry without its message, there is the entry to be shown.
	if (!isJsonObject(message))
		return [apart({ kind: "unknown", name: "message", value: message === undefined ? entry : message })];
	switch (message.role) {
		case "user":
			return turnDrafts("user", message.content, (text) => ({ kind: "user", text }));
		case "assistant":
			return assistantDrafts(message);
		case "toolResult":
			return [resultDraft(message, entry)];
		case "bashExecution":
			return [apart(bashContent(message))];
		case "custom":
			return customDrafts(message.customType, message.content, message.display);
		case "compactionSummary":
			return compactionDrafts(message.summary, message.tokensBefore);
		case "branchSummary":
			return [apart({ kind: "branch-summary", summary: asText(message.summary) })];
		case "system":
			return [apart({ kind: "notice", tone: "dim", text: "system prompt", detail: systemPrompt(message) })];
		default:
			return [apart({ kind: "unknown", name: nameOfShape({ role: message.role }), value: message })];
	}
}

/** A block that belongs to nobody's turn and ends the one before it. */
function apart(content: BlockContent): Draft {
	return { draft: "block", content, turn: true };
}

/** A turn of one entry; it is announced even when it is empty. */
function turnDrafts(speaker: string, content: unknown, ofText: (text: string) => BlockContent): Draft[] {
	const parts = contentParts(content);
	if (parts.length === 0) return [{ draft: "block", content: ofText(""), speaker, turn: true }];
	return parts.map((part, index) => partDraft(part, speaker, ofText, index === 0));
}

function partDraft(
	part: ContentPart,
	speaker: string,
	ofText: (text: string) => BlockContent,
	turn: boolean,
): Draft {
	switch (part.type) {
		case "text":
			return { draft: "block", content: ofText(part.text), speaker, turn };
		case "thinking":
			return { draft: "block", content: { kind: "thinking", text: part.text }, speaker, turn };
		case "image":
			return { draft: "block", content: { kind: "image", image: part.image }, speaker, turn };
		case "unknown":
			return {
				draft: "block",
				content: { kind: "unknown", name: part.name, value: part.value },
				speaker,
				turn,
			};
		case "toolCall":
			return {
				draft: "call",
				content: { kind: "tool", name: part.name, arguments: part.arguments, result: undefined },
				callId: part.id,
				alone: true,
			};
	}
}

function assistantDrafts(message: JsonObject): Draft[] {
	const parts = contentParts(message.content);
	const alone = parts.filter((part) => part.type === "toolCall").length === 1;
	const drafts = parts.map((part) => {
		const draft = partDraft(part, "assistant", (text) => ({ kind: "assistant", text }), false);
		return draft.draft === "call" ? { ...draft, alone } : draft;
	});
	const notice = endOf(message) ?? (drafts.length === 0 ? emptyAnswer : undefined);
	if (notice !== undefined) drafts.push({ draft: "block", content: notice, speaker: "assistant" });
	return drafts;
}

const emptyAnswer: BlockContent = { kind: "notice", tone: "dim", text: "(empty answer)" };

/** What is to be said about how an answer ended, if it did not end well. */
function endOf(message: JsonObject): BlockContent | undefined {
	const reason = isText(message.errorMessage) ? `: ${message.errorMessage}` : "";
	switch (message.stopReason) {
		case "error":
			return { kind: "notice", tone: "error", text: `error${reason || ": no reason was given"}` };
		case "aborted":
			return { kind: "notice", tone: "error", text: `aborted${reason}` };
		case "length":
			return { kind: "notice", tone: "warning", text: `cut short at the length limit${reason}` };
		default:
			return reason === "" ? undefined : { kind: "notice", tone: "error", text: `error${reason}` };
	}
}

function resultDraft(message: JsonObject, entry: SessionEntry): Draft {
	const parts = contentParts(message.content);
	const texts = parts.map((part) => {
		if (part.type === "text") return part.text;
		return part.type === "unknown" ? `[${part.name}]` : "";
	});
	const details = isJsonObject(message.details) ? message.details : {};
	return {
		draft: "result",
		callId: message.toolCallId,
		name: isText(message.toolName) ? message.toolName : "tool",
		result: {
			id: entry.id,
			text: texts.filter(isText).join("\n"),
			images: parts.flatMap((part) => (part.type === "image" ? [part.image] : [])),
			isError: message.isError === true,
			details,
			time: timeOfEntry(entry),
			duration: [details.durationMs, message.durationMs].find(isAmount) ?? Number.NaN,
		},
	};
}

function bashContent(message: JsonObject): BlockContent {
	return {
		kind: "bash",
		command: asText(message.command),
		output: asText(message.output),
		exitCode: typeof message.exitCode === "number" ? message.exitCode : undefined,
		cancelled: message.cancelled === true,
		truncated: message.truncated === true,
		excluded: message.excludeFromContext === true,
	};
}

function customDrafts(type: unknown, content: unknown, display: unknown): Draft[] {
	if (display === false) return [];
	const customType = isText(type) ? type : "custom";
	return turnDrafts(customType, content, (text) => ({ kind: "custom", customType, text }));
}

function compactionDrafts(summary: unknown, tokensBefore: unknown): Draft[] {
	const tokens = typeof tokensBefore === "number" ? tokensBefore : Number.NaN;
	return [apart({ kind: "compaction", summary: asText(summary), tokensBefore: tokens })];
}

function settingDrafts(name: string, value: unknown): Draft[] {
	return isText(value) ? [{ draft: "setting", name, value }] : [];
}

function systemPrompt(message: JsonObject): string {
	const sections = isJsonObject(message.sections) ? Object.values(message.sections) : [];
	return [textOf(message.content), ...sections].filter(isText).join("\n\n");
}

function isText(value: unknown): value is string {
	return typeof value === "string" && value !== "";
}

function asText(value: unknown): string {
	return typeof value === "string" ? value : "";
}

function isAmount(value: unknown): value is number {
	return typeof value === "number" && value >= 0;
}
