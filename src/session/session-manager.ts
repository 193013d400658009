/**
 * The writing half of SessionManager (session-format.md): every append becomes the child of the leaf and the leaf
 * itself, and is in the file when the method returns. The static methods are in the store's room, which knows
 * where sessions are.
 */
import { checkEntry } from "./annotations.js";
import type {
	AgentStatus,
	AssistantMessage,
	BashExecutionMessage,
	CustomMessage,
	GitState,
	ImageContent,
	SessionState,
	SystemMessage,
	TextContent,
	ToolResultMessage,
	Usage,
	UserMessage,
} from "./entries.js";
import { SessionError } from "./errors.js";
import type { NewSessionOptions } from "./manager-state.js";
import { appendToState, startBranch, startFile, startSession } from "./manager-writes.js";
import { roleOf } from "./message.js";
import { ReadonlySessionManager } from "./readonly-session-manager.js";
import { normalizeName } from "./session-name.js";

/** What `appendMessage` takes. Summaries are entries of their own. */
export type AppendableMessage =
	| UserMessage
	| AssistantMessage
	| ToolResultMessage
	| CustomMessage
	| BashExecutionMessage
	| SystemMessage;

export class SessionManagerBase extends ReadonlySessionManager {
	/** Starts a new session in the same directory. Returns its file, which does not exist yet. */
	newSession(options: NewSessionOptions = {}): string | undefined {
		return startSession(this.state, options);
	}

	/** Goes over to another file, opened for work; one that does not exist is a new session's. */
	setSessionFile(sessionFile: string): void {
		startFile(this.state, sessionFile);
	}

	/** Appends a message. Summaries have methods of their own. */
	appendMessage(message: AppendableMessage): string {
		const role: unknown = message?.role;
		if (typeof role !== "string" || role === "branchSummary" || role === "compactionSummary") {
			throw new TypeError(`not a message that can be appended: its role is ${String(role)}`);
		}
		return this.#append("message", { message });
	}

	appendThinkingLevelChange(thinkingLevel: string): string {
		return this.#append("thinking_level_change", { thinkingLevel });
	}

	appendServiceTierChange(serviceTier: string): string {
		return this.#append("service_tier_change", { serviceTier });
	}

	appendModelChange(provider: string, modelId: string): string {
		return this.#append("model_change", { provider, modelId });
	}

	/** Appends a summary in place of everything on the path before `firstKeptEntryId`. */
	appendCompaction<T = unknown>(
		summary: string,
		firstKeptEntryId: string,
		tokensBefore: number,
		details?: T,
		fromHook?: boolean,
		customInstructions?: string,
	): string {
		const fields = { summary, firstKeptEntryId, tokensBefore, details, fromHook, customInstructions };
		return this.#append("compaction", fields);
	}

	/** Appends an extension's state; it is no part of the context. */
	appendCustomEntry(customType: string, data?: unknown): string {
		return this.#append("custom", { customType, data });
	}

	/** Appends text of an extension that is part of the context. */
	appendCustomMessageEntry<T = unknown>(
		customType: string,
		content: string | (TextContent | ImageContent)[],
		display: boolean,
		details?: T,
	): string {
		return this.#append("custom_message", { customType, content, display, details });
	}

	/**
	 * Folds what a sub-agent used into an assistant message.
	 * @throws SessionError `no-such-entry` when `targetId` is no assistant message of this session.
	 */
	appendChildUsageAttribution(
		targetId: string,
		childUsage: Usage,
		aggregateUsage: Usage,
		origin?: string,
	): string {
		return this.#append("child_usage_attributed", { targetId, childUsage, aggregateUsage, origin }, () => {
			const target = this.getEntry(targetId);
			if (target === undefined || roleOf(target) !== "assistant") {
				throw new SessionError("no-such-entry", `no assistant message ${targetId} to attribute usage to`);
			}
		});
	}

	/** Sets the display name; an empty one clears it. */
	appendSessionInfo(name: string): string {
		return this.#append("session_info", { name: normalizeName(name) });
	}

	/** Sets the lifecycle state. A text is short for a state of that status. */
	appendSessionState(state: SessionState | string): string {
		return this.#append("session_state", { state: typeof state === "string" ? { status: state } : state });
	}

	appendAgentStatus(status: AgentStatus): string {
		return this.#append("agent_status", { status });
	}

	appendGitState(git: GitState): string {
		return this.#append("git_state", { git });
	}

	/**
	 * Sets the label of an entry; undefined or empty clears it.
	 * @throws SessionError `no-such-entry`
	 */
	appendLabelChange(targetId: string, label: string | undefined): string {
		const text = normalizeName(label);
		const fields = { targetId, ...(text === "" ? {} : { label: text }) };
		return this.#append("label", fields, () =>
			checkEntry(this.state.session.tree, targetId, this.state.path),
		);
	}

	/**
	 * Moves the leaf; the next append is a child of `branchFromId`. Nothing is written.
	 * @throws SessionError `no-such-entry`
	 */
	branch(branchFromId: string): void {
		checkEntry(this.state.session.tree, branchFromId, this.state.path);
		this.state.leafId = branchFromId;
	}

	/** Moves the leaf before all entries; the next append is a root. Nothing is written. */
	resetLeaf(): void {
		this.state.leafId = null;
	}

	/**
	 * Moves the leaf and appends a summary of what is left behind. The entry's `fromId` is the leaf that was left.
	 * @throws SessionError `no-such-entry`
	 */
	branchWithSummary(
		branchFromId: string | null,
		summary: string,
		details?: unknown,
		fromHook?: boolean,
	): string {
		if (branchFromId !== null) checkEntry(this.state.session.tree, branchFromId, this.state.path);
		const left = this.state.leafId;
		this.state.leafId = branchFromId;
		try {
			return this.#append("branch_summary", { fromId: left ?? "root", summary, details, fromHook });
		} catch (error) {
			this.state.leafId = left;
			throw error;
		}
	}

	/**
	 * Makes a new session of the path to `leafId`, written at once, and goes over to it. Labels on the path stay.
	 * @returns the new file; undefined when the session is in memory only.
	 * @throws SessionError `no-such-entry`, and the codes of writing
	 */
	createBranchedSession(leafId: string): string | undefined {
		checkEntry(this.state.session.tree, leafId, this.state.path);
		return startBranch(this.state, leafId);
	}

	#append(type: string, fields: object, check: () => void = () => undefined): string {
		return appendToState(this.state, (next) => {
			check();
			return next({ type, ...fields });
		});
	}
}
