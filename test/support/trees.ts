/** Trees of any shape, of every kind of entry. */
import fc from "fast-check";
import type { SessionEntry } from "../../src/session/entries.js";
import { assistant, at, entry, label, user } from "./entries.js";

const toolCall = (id: string, name: string, args: object) => ({
	type: "toolCall",
	id,
	name,
	arguments: args,
});

export function calling(id: string, parentId: string | null, fields: object = {}): SessionEntry {
	return entry("message", id, parentId, {
		message: {
			role: "assistant",
			content: [
				{ type: "thinking", thinking: "hm" },
				toolCall(`call-${id}`, "read", { path: `src/${id}.ts` }),
			],
			stopReason: "toolUse",
			...fields,
		},
	});
}

export function result(id: string, parentId: string | null, callId = `call-${parentId}`): SessionEntry {
	return entry("message", id, parentId, {
		message: {
			role: "toolResult",
			toolCallId: callId,
			toolName: "read",
			content: [{ type: "text", text: `content for ${id}` }],
			isError: false,
		},
	});
}

export function leafEntry(id: string, parentId: string | null, from: string | null): SessionEntry {
	return entry("custom", id, parentId, { customType: "prime-sessions.leaf", data: { from } });
}

const KINDS: ((id: string, parentId: string | null, n: number) => SessionEntry)[] = [
	(id, parentId, n) => user(id, parentId, `request ${n}`, n % 50),
	(id, parentId, n) => assistant(id, parentId, `answer ${n}`, n % 50),
	(id, parentId) => calling(id, parentId),
	(id, parentId) => calling(id, parentId, { stopReason: "aborted" }),
	(id, parentId) => result(id, parentId),
	(id, parentId, n) => label(id, parentId, `e${n % 10}`, n % 3 === 0 ? undefined : `mark ${n}`, n % 50),
	(id, parentId) => leafEntry(id, parentId, null),
	(id, parentId) =>
		entry("compaction", id, parentId, { summary: "s", firstKeptEntryId: "e0", tokensBefore: 48_000 }),
	(id, parentId) => entry("branch_summary", id, parentId, { summary: "tried", fromId: "e0" }),
	(id, parentId) => entry("model_change", id, parentId, { provider: "lab", modelId: "m" }),
	(id, parentId) =>
		entry("custom_message", id, parentId, { customType: "ext", content: "told", display: true }),
	(id, parentId) => entry("from_the_future", id, parentId, { secret: "hash" }),
	(id, parentId) => entry("message", id, parentId, { message: 7 }),
];

/**
 * Entries in file order. Parents are mostly near and before; sometimes none, missing, further down, or of an id that
 * two entries have.
 */
export const anyEntries: fc.Arbitrary<SessionEntry[]> = fc
	.array(
		fc.record({
			kind: fc.nat(KINDS.length - 1),
			back: fc.oneof(
				{ weight: 8, arbitrary: fc.integer({ min: 1, max: 4 }) },
				fc.integer({ min: -3, max: 40 }),
			),
			n: fc.nat(99),
			twin: fc.integer({ min: 0, max: 20 }),
		}),
		{ maxLength: 60 },
	)
	.map((picks) =>
		picks.map(({ kind, back, n, twin }, i) => {
			const id = twin === 0 && i > 0 ? `e${i - 1}` : `e${i}`;
			const parentId = i - back < 0 ? (back > 30 ? "missing" : null) : `e${i - back}`;
			const made = (KINDS[kind] as (typeof KINDS)[0])(id, parentId, n);
			return { ...made, timestamp: at(n % 50) };
		}),
	);
