/** What a transcript is made of. Texts are as they are in the file; whoever draws them sanitises them. */
import type { JsonObject } from "../entries.js";

interface BlockBase {
	/** Unique in a transcript, and the same when the session is read again: what a view remembers a block by. */
	readonly key: string;
	/** The entry the block shows, or the first of them. */
	readonly id: string;
	/** The entries that begin in this block; their labels are drawn on it. An entry begins in at most one block. */
	readonly entryIds: readonly string[];
	/** Unix milliseconds; NaN when the entry has no valid time. */
	readonly time: number;
	/** Who speaks, on the first block of a turn: "user", "assistant", an extension's type. */
	readonly heading?: string;
	/** Whether a blank line stands before the block. */
	readonly gap: boolean;
}

export interface ImageInfo {
	readonly mimeType: string;
	/** Size of the picture, not of its base64. */
	readonly bytes: number;
}

export interface UserBlock extends BlockBase {
	readonly kind: "user";
	readonly text: string;
}

export interface AssistantBlock extends BlockBase {
	readonly kind: "assistant";
	readonly text: string;
}

export interface ThinkingBlock extends BlockBase {
	readonly kind: "thinking";
	readonly text: string;
}

export interface ToolResult {
	readonly id: string;
	readonly text: string;
	readonly images: readonly ImageInfo[];
	readonly isError: boolean;
	readonly details: JsonObject;
	/** Unix milliseconds, or NaN. */
	readonly time: number;
	/** Milliseconds the call took, or NaN where neither the file nor the times of its entries tell. */
	readonly duration: number;
}

/** A tool call with its result; either may be missing. */
export interface ToolBlock extends BlockBase {
	readonly kind: "tool";
	readonly name: string;
	/** Undefined for a result whose call is not on the branch. */
	readonly arguments: JsonObject | undefined;
	/** Undefined for a call that was never answered. */
	readonly result: ToolResult | undefined;
}

/** A command the user ran with `!`. */
export interface BashBlock extends BlockBase {
	readonly kind: "bash";
	readonly command: string;
	readonly output: string;
	readonly exitCode: number | undefined;
	readonly cancelled: boolean;
	readonly truncated: boolean;
	/** Kept out of the model's context (`!!`). */
	readonly excluded: boolean;
}

export interface CompactionBlock extends BlockBase {
	readonly kind: "compaction";
	readonly summary: string;
	readonly tokensBefore: number;
}

export interface BranchSummaryBlock extends BlockBase {
	readonly kind: "branch-summary";
	readonly summary: string;
}

/** A message of an extension that is meant to be seen. */
export interface CustomBlock extends BlockBase {
	readonly kind: "custom";
	readonly customType: string;
	readonly text: string;
}

export interface ImageBlock extends BlockBase {
	readonly kind: "image";
	readonly image: ImageInfo;
}

/** A line beside the conversation: a change of model, an error, a system prompt. */
export interface NoticeBlock extends BlockBase {
	readonly kind: "notice";
	readonly tone: "dim" | "warning" | "error";
	readonly text: string;
	/** What opening the block shows. */
	readonly detail?: string;
}

/** An entry, a role or a piece of content that this version does not know. */
export interface UnknownBlock extends BlockBase {
	readonly kind: "unknown";
	/** Its type or role. */
	readonly name: string;
	readonly value: unknown;
}

export type TranscriptBlock =
	| UserBlock
	| AssistantBlock
	| ThinkingBlock
	| ToolBlock
	| BashBlock
	| CompactionBlock
	| BranchSummaryBlock
	| CustomBlock
	| ImageBlock
	| NoticeBlock
	| UnknownBlock;
