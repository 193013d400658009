import type { JsonObject } from "../../session/entries.js";
import { addUsage, type UsageTotals } from "../../session/usage.js";

/** Numbers a usage is made of. */
const WIDTH = 6;

/** Sums what a session used while it is read: an entry that is there twice counts once, the last of them. */
export class UsageTally {
	/** One usage after another. */
	readonly #amounts: number[] = [];
	/** By the number of an entry's id, where its usage begins; -1 for none. */
	readonly #places: number[] = [];
	readonly #attributed = new Map<number, UsageTotals>();

	/** The usage of an assistant message; absent or of another shape it counts as nothing. */
	add(entry: number, usage: JsonObject | undefined): void {
		this.addTotals(entry, totalsOf(usage));
	}

	/** The same for one that is summed up already. It is copied. */
	addTotals(entry: number, usage: UsageTotals): void {
		const { input, output, cacheRead, cacheWrite, totalTokens, cost } = usage;
		while (this.#places.length <= entry) this.#places.push(-1);
		this.#places[entry] = this.#amounts.length;
		this.#amounts.push(input, output, cacheRead, cacheWrite, totalTokens, cost);
	}

	/** `aggregateUsage` of a `child_usage_attributed` entry, in place of its target's own. */
	attribute(target: number, usage: JsonObject): void {
		this.#attributed.set(target, totalsOf(usage));
	}

	total(): UsageTotals {
		for (const [target, usage] of this.#attributed) {
			if ((this.#places[target] ?? -1) >= 0) this.addTotals(target, usage);
		}
		const sums = new Array<number>(WIDTH).fill(0);
		for (const place of this.#places) {
			if (place < 0) continue;
			for (let i = 0; i < WIDTH; i++) sums[i] = (sums[i] ?? 0) + (this.#amounts[place + i] ?? 0);
		}
		const [input = 0, output = 0, cacheRead = 0, cacheWrite = 0, totalTokens = 0, cost = 0] = sums;
		return { input, output, cacheRead, cacheWrite, totalTokens, cost };
	}
}

function totalsOf(usage: JsonObject | undefined): UsageTotals {
	const totals = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: 0 };
	if (usage) addUsage(totals, usage);
	return totals;
}
