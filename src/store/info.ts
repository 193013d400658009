import type { AgentStatus, GitState } from "../session/entries.js";
import type { Problem } from "../session/jsonl.js";
import type { UsageTotals } from "../session/usage.js";

/**
 * What a list shows of a session (behaviour.md §3), without its entries. Text is as the file holds it: hostile,
 * to be sanitised where it is shown.
 */
export interface SessionInfo {
	/** Absolute path: a session's address. Two files may carry one id. */
	path: string;
	/** Of the header: a session's identity. Often not the file's name. */
	id: string;
	/** The directory the session ran in. It may be gone. */
	cwd: string;
	/** Its newest name, on one line; absent when it has none or was cleared. */
	name?: string;
	/** Names it had before, newest first, each once. Searched, not shown. */
	oldNames: string[];
	/** `active`, `archived`, `crash`, or what an agent newer than this wrote. */
	state?: string;
	/** The file it was forked or spawned from, as its header says. It may have moved or be gone. */
	parentSessionPath?: string;
	/** 0: a session of the user's. Above 0: a sub-agent's. */
	rlmDepth: number;
	created: Date;
	/** Of the newest user or assistant message; touching the file does not move it. */
	modified: Date;
	/** `message` entries. */
	messageCount: number;
	/** The first user message with text, whole; "(no messages)" where there is none. */
	firstMessage: string;
	/** The beginnings of the user messages after the first, two at most: for a title that tells. */
	nextMessages: string[];
	/** User and assistant text, joined by spaces. Only when asked for. */
	readonly allMessagesText?: string;
	/** The newest status an agent noted. */
	agentStatus?: AgentStatus;
	/** Bytes. */
	sizeBytes: number;
	entryCount: number;
	/** Ends of the conversation: 1 where nothing branched, 0 without a conversation. */
	branchCount: number;
	/** Texts of the labels set now, in the order of their entries. */
	labels: string[];
	/** The newest model, as `provider/model`. */
	model?: string;
	/** Every model that answered, as `provider/model`, in order of first use. */
	models: string[];
	/** Of the whole file, with what sub-agents used. */
	usage: UsageTotals;
	/** Newest state of the repository that the session noted. */
	git?: GitState;
	/** Of the format, as on disk. Above 3 it is read-only here. */
	version: number;
	/** What could not be read, the first hundred. */
	problems: Problem[];
	/** How many there are in all. */
	problemCount: number;
	/** True while an agent has the session open. */
	open?: boolean;
}

/** What `firstMessage` says of a session without any. */
export const NO_MESSAGES = "(no messages)";
