/** What a session has used: tokens and cost of its assistant messages, sub-agents' usage folded in. */
import type { JsonObject, SessionEntry } from "./entries.js";
import { isJsonObject } from "./json.js";
import { messageOf } from "./message.js";

/** Tokens, and cost in US dollars. */
export interface UsageTotals {
	input: number;
	output: number;
	cacheRead: number;
	cacheWrite: number;
	totalTokens: number;
	cost: number;
}

/**
 * The usage that `child_usage_attributed` entries put in place of their target's own, by the target's id: the
 * newest of each. It applies in memory only; the target's bytes never change.
 */
export function attributedUsage(entries: readonly SessionEntry[]): Map<string, JsonObject> {
	const usages = new Map<string, JsonObject>();
	for (const entry of entries) {
		if (entry.type !== "child_usage_attributed" || typeof entry.targetId !== "string") continue;
		const usage: unknown = entry.aggregateUsage;
		if (isJsonObject(usage)) usages.set(entry.targetId, usage);
	}
	return usages;
}

/**
 * The sum over the assistant messages of `entries`: a whole file, or a branch, for which `attributions` are those of
 * the whole file. An entry that is there twice, by its id, counts once.
 */
export function sumUsage(
	entries: readonly SessionEntry[],
	attributions = attributedUsage(entries),
): UsageTotals {
	const totals: UsageTotals = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: 0 };
	const counted = new Set<string>();
	for (let i = entries.length - 1; i >= 0; i--) {
		const entry = entries[i];
		const message = entry === undefined ? undefined : messageOf(entry);
		if (entry === undefined || message?.role !== "assistant" || counted.has(entry.id)) continue;
		counted.add(entry.id);
		const usage = attributions.get(entry.id) ?? message.usage;
		if (isJsonObject(usage)) addUsage(totals, usage);
	}
	return totals;
}

/** Adds one usage, of any shape, to `totals`. What is no finite number counts as 0. */
export function addUsage(totals: UsageTotals, usage: JsonObject): void {
	const input = amount(usage.input);
	const output = amount(usage.output);
	const cacheRead = amount(usage.cacheRead);
	const cacheWrite = amount(usage.cacheWrite);
	totals.input += input;
	totals.output += output;
	totals.cacheRead += cacheRead;
	totals.cacheWrite += cacheWrite;
	// Version 1 had no totalTokens.
	totals.totalTokens +=
		usage.totalTokens === undefined ? input + output + cacheRead + cacheWrite : amount(usage.totalTokens);
	totals.cost += isJsonObject(usage.cost) ? amount(usage.cost.total) : 0;
}

function amount(value: unknown): number {
	return typeof value === "number" && Number.isFinite(value) ? value : 0;
}
