/**
 * The shapes of a session file: its header, its entries and the messages they carry (session-format.md,
 * and what Prime Agent 0.8.0, pi 0.73.1, pi 1.6.0 and the v1 files of 2025 were seen to write).
 *
 * These are the shapes of well-formed data. Everything read from a file is hostile: a reader checks a field
 * before it relies on it, and fields and types not named here are kept as they are.
 */

/** The version this library reads and writes. */
export const CURRENT_SESSION_VERSION = 3;

/** A parsed JSON object of unknown shape. */
export type JsonObject = { [key: string]: unknown };

export interface TextContent {
	type: "text";
	text: string;
}

export interface ImageContent {
	type: "image";
	/** Base64. */
	data: string;
	mimeType: string;
}

export interface ThinkingContent {
	type: "thinking";
	thinking: string;
	thinkingSignature?: string;
}

export interface ToolCall {
	type: "toolCall";
	id: string;
	name: string;
	arguments: JsonObject;
}

/** Token counts, and cost in US dollars. v1 files have no `totalTokens`. */
export interface Usage {
	input: number;
	output: number;
	cacheRead: number;
	cacheWrite: number;
	totalTokens: number;
	cost: { input: number; output: number; cacheRead: number; cacheWrite: number; total: number };
}

export interface UserMessage {
	role: "user";
	content: string | (TextContent | ImageContent)[];
	/** Unix milliseconds. */
	timestamp: number;
}

export interface AssistantMessage {
	role: "assistant";
	content: (TextContent | ThinkingContent | ToolCall)[];
	api: string;
	provider: string;
	model: string;
	usage: Usage;
	stopReason: "stop" | "length" | "toolUse" | "error" | "aborted";
	errorMessage?: string;
	timestamp: number;
}

export interface ToolResultMessage {
	role: "toolResult";
	toolCallId: string;
	toolName: string;
	content: (TextContent | ImageContent)[];
	details?: unknown;
	isError: boolean;
	timestamp: number;
}

export interface BashExecutionMessage {
	role: "bashExecution";
	command: string;
	output: string;
	exitCode?: number;
	cancelled: boolean;
	truncated: boolean;
	fullOutputPath?: string;
	/** True for commands that stay out of the model's context. */
	excludeFromContext?: boolean;
	timestamp: number;
}

export interface CustomMessage {
	role: "custom";
	customType: string;
	content: string | (TextContent | ImageContent)[];
	/** Whether it is shown to the user. */
	display: boolean;
	details?: unknown;
	timestamp: number;
}

export interface BranchSummaryMessage {
	role: "branchSummary";
	summary: string;
	fromId: string;
	timestamp: number;
}

export interface CompactionSummaryMessage {
	role: "compactionSummary";
	summary: string;
	tokensBefore: number;
	timestamp: number;
}

/** pi 1.6 stores its system prompt as a message of the tree. */
export interface SystemMessage {
	role: "system";
	content: string;
	sections?: { [name: string]: string };
	timestamp: number;
}

export type AgentMessage =
	| UserMessage
	| AssistantMessage
	| ToolResultMessage
	| BashExecutionMessage
	| CustomMessage
	| BranchSummaryMessage
	| CompactionSummaryMessage
	| SystemMessage;

/** A repository state: of the header when the session began, or of a `git_state` entry. */
export interface GitState {
	repoUrl?: string;
	commit?: string;
	branch?: string;
}

/** The first record of a file. Not part of the tree. */
export interface SessionHeader {
	type: "session";
	/** Absent in version 1. */
	version?: number;
	id: string;
	/** ISO 8601. */
	timestamp: string;
	cwd: string;
	/** Path of the session this one was forked or spawned from. */
	parentSession?: string;
	/** 0 or absent: a session of the user's. Above 0: a sub-agent's. */
	rlmDepth?: number;
	git?: GitState;
}

export interface SessionEntryBase {
	type: string;
	/** Eight hex digits. */
	id: string;
	/** Null for a root. */
	parentId: string | null;
	/** ISO 8601. */
	timestamp: string;
}

/** A message of the conversation; part of the model's context. */
export interface SessionMessageEntry extends SessionEntryBase {
	type: "message";
	message: AgentMessage;
}

export interface ModelChangeEntry extends SessionEntryBase {
	type: "model_change";
	provider: string;
	modelId: string;
}

export interface ThinkingLevelChangeEntry extends SessionEntryBase {
	type: "thinking_level_change";
	thinkingLevel: string;
}

export interface ServiceTierChangeEntry extends SessionEntryBase {
	type: "service_tier_change";
	serviceTier: string;
}

/** A summary in place of everything before `firstKeptEntryId`; part of the context. */
export interface CompactionEntry<T = unknown> extends SessionEntryBase {
	type: "compaction";
	summary: string;
	firstKeptEntryId: string;
	tokensBefore: number;
	details?: T;
	/** True when an extension wrote it. */
	fromHook?: boolean;
	customInstructions?: string;
}

/** What was tried on a branch that was left; part of the context. */
export interface BranchSummaryEntry<T = unknown> extends SessionEntryBase {
	type: "branch_summary";
	/** The leaf that was left. Old files hold the new parent here: do not rely on it. */
	fromId: string;
	summary: string;
	details?: T;
	fromHook?: boolean;
}

/** State of an extension; never part of the context. */
export interface CustomEntry<T = unknown> extends SessionEntryBase {
	type: "custom";
	customType: string;
	data?: T;
}

/** Text an extension adds to the context. */
export interface CustomMessageEntry<T = unknown> extends SessionEntryBase {
	type: "custom_message";
	customType: string;
	content: string | (TextContent | ImageContent)[];
	display: boolean;
	details?: T;
}

/** Sets the label of `targetId`; without text it clears it. */
export interface LabelEntry extends SessionEntryBase {
	type: "label";
	targetId: string;
	label?: string;
}

/** Sets the session's name; an empty one clears it. */
export interface SessionInfoEntry extends SessionEntryBase {
	type: "session_info";
	name?: string;
}

export interface SessionState {
	/** `active`, `archived`, `crash`; old files also `sleep` and `hidden`, both read as `archived`. */
	status: string;
}

export interface SessionStateEntry extends SessionEntryBase {
	type: "session_state";
	state: SessionState;
}

export interface AgentStatus {
	summary: string;
	taskState?: string;
	basedOnMessageCount?: number;
}

export interface AgentStatusEntry extends SessionEntryBase {
	type: "agent_status";
	status: AgentStatus;
}

export interface GitStateEntry extends SessionEntryBase {
	type: "git_state";
	git: GitState;
}

/** A sub-agent's usage, folded into the assistant message `targetId`. */
export interface ChildUsageAttributionEntry extends SessionEntryBase {
	type: "child_usage_attributed";
	targetId: string;
	/** What one child used. */
	childUsage: Usage;
	/** What the target used with all its children. */
	aggregateUsage: Usage;
	origin?: string;
}

export type SessionEntry =
	| SessionMessageEntry
	| ModelChangeEntry
	| ThinkingLevelChangeEntry
	| ServiceTierChangeEntry
	| CompactionEntry
	| BranchSummaryEntry
	| CustomEntry
	| CustomMessageEntry
	| LabelEntry
	| SessionInfoEntry
	| SessionStateEntry
	| AgentStatusEntry
	| GitStateEntry
	| ChildUsageAttributionEntry;

/** A record of a file: the header, or an entry. */
export type FileEntry = SessionHeader | SessionEntry;
