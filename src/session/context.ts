/** What a model is given of a session: the messages on the path from the root to the leaf (session-format.md). */
import type { AgentMessage, CompactionEntry, JsonObject, SessionEntry } from "./entries.js";
import { messageOf, modelOf, timeOf } from "./message.js";
import { SessionTree } from "./tree.js";
import { attributedUsage } from "./usage.js";

export interface SessionContext {
	messages: AgentMessage[];
	/** `off` when the path sets none. */
	thinkingLevel: string;
	/** The model of the newest model change or assistant message on the path; null when there is none. */
	model: { provider: string; modelId: string } | null;
}

/**
 * The context at `leafId`: the last entry when undefined or unknown, nothing when null. `byId` saves building an
 * index of `entries`. Messages are the entries' own objects, except where a sub-agent's usage is folded in.
 */
export function buildSessionContext(
	entries: readonly SessionEntry[],
	leafId?: string | null,
	byId?: ReadonlyMap<string, SessionEntry>,
): SessionContext {
	if (leafId === null) return contextOf([]);
	const index = byId ?? new Map(entries.map((entry) => [entry.id, entry]));
	const leaf = (leafId === undefined ? undefined : index.get(leafId)) ?? entries.at(-1);
	return contextOf(leaf === undefined ? [] : pathTo(leaf, index, entries), attributedUsage(entries));
}

/** The context of a path, root first. `attributions` as `attributedUsage` gives them for the whole session. */
export function contextOf(
	path: readonly SessionEntry[],
	attributions: ReadonlyMap<string, JsonObject> = new Map(),
): SessionContext {
	const context: SessionContext = { messages: [], thinkingLevel: "off", model: null };
	let compaction: CompactionEntry | undefined;
	for (const entry of path) {
		if (entry.type === "thinking_level_change") {
			if (typeof entry.thinkingLevel === "string") context.thinkingLevel = entry.thinkingLevel;
		} else if (entry.type === "model_change") {
			context.model = modelOf({ provider: entry.provider, model: entry.modelId }) ?? context.model;
		} else if (entry.type === "compaction") {
			compaction = entry;
		} else {
			const message = messageOf(entry);
			if (message?.role === "assistant") context.model = modelOf(message) ?? context.model;
		}
	}
	for (const entry of compaction === undefined ? path : keptBy(compaction, path)) {
		const message = toMessage(entry, attributions);
		if (message !== undefined) context.messages.push(message);
	}
	return context;
}

/** The newest compaction, what it keeps of the path before it, and all that follows. */
function keptBy(compaction: CompactionEntry, path: readonly SessionEntry[]): SessionEntry[] {
	const at = path.indexOf(compaction);
	const first = path.findIndex((entry) => entry.id === compaction.firstKeptEntryId);
	// Of an entry that is not on the path before the compaction nothing is kept; the tree reports it as a fault.
	const kept = first === -1 ? [] : path.slice(first, at).filter((entry) => entry.type !== "compaction");
	return [compaction, ...kept, ...path.slice(at + 1)];
}

/** The message an entry stands for, or undefined for entries that are none. */
function toMessage(
	entry: SessionEntry,
	attributions: ReadonlyMap<string, JsonObject>,
): AgentMessage | undefined {
	const timestamp = timeOf(entry.timestamp);
	switch (entry.type) {
		case "message": {
			const message = messageOf(entry);
			const usage = message?.role === "assistant" ? attributions.get(entry.id) : undefined;
			if (usage !== undefined) return { ...message, usage } as unknown as AgentMessage;
			return message === undefined ? undefined : entry.message;
		}
		case "custom_message": {
			const { customType, content, display, details } = entry;
			return { role: "custom", customType, content, display, details, timestamp };
		}
		case "branch_summary":
			if (!entry.summary) return undefined;
			return { role: "branchSummary", summary: entry.summary, fromId: entry.fromId, timestamp };
		case "compaction":
			return {
				role: "compactionSummary",
				summary: entry.summary,
				tokensBefore: entry.tokensBefore,
				timestamp,
			};
		default:
			return undefined;
	}
}

function pathTo(
	leaf: SessionEntry,
	byId: ReadonlyMap<string, SessionEntry>,
	entries: readonly SessionEntry[],
): SessionEntry[] {
	const path: SessionEntry[] = [];
	for (let at: SessionEntry | undefined = leaf; at !== undefined; ) {
		path.push(at);
		if (path.length > byId.size + 1) {
			// The parents go round: the tree knows where to cut.
			const tree = new SessionTree(entries);
			return tree.branch(tree.nodes.find((node) => node.entry === leaf) ?? null).map((node) => node.entry);
		}
		at = at.parentId ? byId.get(at.parentId) : undefined;
	}
	return path.reverse();
}
