/** A branch of a session as what a reader sees: messages, tool calls with their results, summaries, notices. */
import type { SessionEntry } from "./entries.js";
import type { NoticeBlock, ToolBlock, ToolResult, TranscriptBlock } from "./transcript/blocks.js";
import { type BlockContent, type Draft, draftsOf, timeOfEntry } from "./transcript/drafts.js";

export type * from "./transcript/blocks.js";

/**
 * The blocks of a branch, root first. Pure, linear, and never throws on the shapes in a file: what it does not
 * know becomes an `unknown` block. Bookkeeping (names, labels, states, usage, an extension's own state, messages
 * not meant to be displayed) makes no block.
 */
export function transcript(branch: readonly SessionEntry[]): TranscriptBlock[] {
	const builder = new TranscriptBuilder();
	for (const entry of branch) {
		for (const draft of draftsOf(entry)) builder.add(draft, entry);
	}
	return builder.blocks;
}

/** The same blocks without thinking: what a turn begins with takes over its heading and labels. */
export function withoutThinking(blocks: readonly TranscriptBlock[]): TranscriptBlock[] {
	const kept: TranscriptBlock[] = [];
	let hidden: TranscriptBlock | undefined;
	for (const block of blocks) {
		if (block.kind === "thinking") {
			// Of several in a row the first has the heading.
			if (hidden === undefined || block.heading !== undefined) hidden = block;
			continue;
		}
		kept.push(hidden === undefined || block.heading !== undefined ? block : inPlaceOf(hidden, block));
		hidden = undefined;
	}
	return kept;
}

function inPlaceOf(hidden: TranscriptBlock, block: TranscriptBlock): TranscriptBlock {
	const { heading, gap } = hidden;
	const entryIds = [...hidden.entryIds, ...block.entryIds];
	return heading === undefined ? { ...block, entryIds } : { ...block, entryIds, heading, gap };
}

class TranscriptBuilder {
	readonly blocks: TranscriptBlock[] = [];
	/** Calls that wait for their result, by the id they gave: the place of their block. */
	readonly #calls = new Map<unknown, { readonly at: number; readonly alone: boolean }>();
	/** Who has the floor; undefined when the next speaker is announced in any case. */
	#speaker: string | undefined;
	/** Settings in force: entries that repeat one say nothing new. */
	readonly #settings = new Map<string, string>();
	#settingsAt = -1;
	readonly #keys = new Set<string>();
	#entry: SessionEntry | undefined;
	#blocksOfEntry = 0;

	add(draft: Draft, entry: SessionEntry): void {
		if (entry !== this.#entry) this.#blocksOfEntry = 0;
		this.#entry = entry;
		switch (draft.draft) {
			case "block":
				if (draft.turn) this.#speaker = undefined;
				this.#push(draft.content, entry, draft.speaker);
				break;
			case "call":
				this.#push(draft.content, entry, "assistant");
				this.#calls.set(draft.callId, { at: this.blocks.length - 1, alone: draft.alone });
				break;
			case "result":
				this.#result(draft.callId, draft.name, draft.result, entry);
				break;
			case "setting":
				this.#setting(draft.name, draft.value, entry);
		}
	}

	/** A result joins its call, the latest of that id; without one it stands for itself. */
	#result(callId: unknown, name: string, result: ToolResult, entry: SessionEntry): void {
		const waiting = this.#calls.get(callId);
		const call = waiting === undefined ? undefined : this.blocks[waiting.at];
		if (waiting === undefined || call?.kind !== "tool") {
			this.#push({ kind: "tool", name, arguments: undefined, result }, entry, "assistant");
			return;
		}
		this.#calls.delete(callId);
		// Of several calls at once the times do not tell how long each took.
		const passed = waiting.alone ? result.time - call.time : Number.NaN;
		const duration = Number.isNaN(result.duration) && passed >= 0 ? passed : result.duration;
		this.blocks[waiting.at] = {
			...call,
			result: { ...result, duration },
			entryIds: [...call.entryIds, entry.id],
		} satisfies ToolBlock;
	}

	/** Changes that follow each other share a line. */
	#setting(name: string, value: string, entry: SessionEntry): void {
		if (this.#settings.get(name) === value) return;
		this.#settings.set(name, value);
		const text = `${name} ${value}`;
		const last = this.blocks.at(-1);
		if (last?.kind !== "notice" || this.#settingsAt !== this.blocks.length - 1) {
			this.#settingsAt = this.blocks.length;
			this.#push({ kind: "notice", tone: "dim", text }, entry);
			return;
		}
		this.blocks[this.#settingsAt] = {
			...last,
			text: `${last.text} · ${text}`,
			entryIds: [...last.entryIds, entry.id],
		} satisfies NoticeBlock;
	}

	#push(content: BlockContent, entry: SessionEntry, speaker?: string): void {
		const first = this.#blocksOfEntry === 0;
		const announced = speaker !== undefined && speaker !== this.#speaker;
		const before = this.blocks.at(-1)?.kind;
		this.blocks.push({
			...content,
			key: this.#uniqueKey(first ? entry.id : `${entry.id}/${this.#blocksOfEntry}`),
			id: entry.id,
			entryIds: first ? [entry.id] : [],
			time: timeOfEntry(entry),
			...(announced ? { heading: speaker } : {}),
			gap: before !== undefined && (announced || standsApart(content.kind, before, speaker !== undefined)),
		});
		if (speaker !== undefined) this.#speaker = speaker;
		this.#blocksOfEntry++;
	}

	/** In a damaged file two entries may have one id. */
	#uniqueKey(wanted: string): string {
		let key = wanted;
		for (let copy = 2; this.#keys.has(key); copy++) key = `${wanted}#${copy}`;
		this.#keys.add(key);
		return key;
	}
}

/** Within a turn only text stands apart from what came before it; outside, lines of one kind stand together. */
function standsApart(
	kind: TranscriptBlock["kind"],
	before: TranscriptBlock["kind"],
	inTurn: boolean,
): boolean {
	switch (kind) {
		case "tool":
		case "image":
			return false;
		case "notice":
		case "unknown":
			return !inTurn && before !== kind;
		case "bash":
			return before !== kind;
		default:
			return true;
	}
}
