import type { JsonObject } from "../session/entries.js";
import { addUsage, type UsageTotals } from "../session/usage.js";

/** Sums what a session used while it is read: an entry that is there twice counts once, the last of them. */
export class UsageTally {
	readonly #own = new Map<number, UsageTotals>();
	readonly #attributed = new Map<number, UsageTotals>();

	/** The usage of an assistant message; absent or of another shape it counts as nothing. */
	add(entry: number, usage: JsonObject | undefined): void {
		this.#own.set(entry, totalsOf(usage));
	}

	/** The same for one that is summed up already. */
	addTotals(entry: number, usage: UsageTotals): void {
		this.#own.set(entry, usage);
	}

	/** `aggregateUsage` of a `child_usage_attributed` entry, in place of its target's own. */
	attribute(target: number, usage: JsonObject): void {
		this.#attributed.set(target, totalsOf(usage));
	}

	total(): UsageTotals {
		const total = totalsOf(undefined);
		for (const [entry, own] of this.#own) {
			const usage = this.#attributed.get(entry) ?? own;
			total.input += usage.input;
			total.output += usage.output;
			total.cacheRead += usage.cacheRead;
			total.cacheWrite += usage.cacheWrite;
			total.totalTokens += usage.totalTokens;
			total.cost += usage.cost;
		}
		return total;
	}
}

function totalsOf(usage: JsonObject | undefined): UsageTotals {
	const totals = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: 0 };
	if (usage) addUsage(totals, usage);
	return totals;
}
