import { describe, expect, it } from "vitest";
import { readSessionSync } from "../../src/session/session.js";
import { attributedUsage, sumUsage } from "../../src/session/usage.js";
import { assistant, entry, user } from "../support/entries.js";
import { realSessions } from "../support/stores.js";

const attributed = (id: string, targetId: string, input: number) =>
	entry("child_usage_attributed", id, null, {
		targetId,
		aggregateUsage: { input, output: 1, totalTokens: 20, cost: { total: 2 } },
	});

describe("usage", () => {
	it("is the sum of the assistant's messages", () => {
		const total = sumUsage([user("a", null), assistant("b", "a"), assistant("c", "b")]);
		expect(total).toEqual({
			input: 20,
			output: 10,
			cacheRead: 4,
			cacheWrite: 2,
			totalTokens: 36,
			cost: 0.66,
		});
	});

	it("has the newest attribution of sub-agents' usage in place of the message's own", () => {
		const entries = [
			assistant("b", null),
			attributed("1", "b", 50),
			attributed("2", "b", 70),
			attributed("3", "lost", 9),
		];
		expect(sumUsage(entries)).toEqual({
			input: 70,
			output: 1,
			cacheRead: 0,
			cacheWrite: 0,
			totalTokens: 20,
			cost: 2,
		});
	});

	it("of a branch has the attributions of the whole file", () => {
		const entries = [assistant("b", null), assistant("side", null), attributed("1", "b", 50)];
		expect(sumUsage([entries[0]!], attributedUsage(entries)).input).toBe(50);
		expect(sumUsage([entries[1]!], attributedUsage(entries)).input).toBe(10);
	});

	it("counts an entry that is there twice once, and what is no number as nothing", () => {
		expect(sumUsage([assistant("b", null), assistant("b", null)]).input).toBe(10);
		const odd = (usage: unknown) => entry("message", "x", null, { message: { role: "assistant", usage } });
		expect(sumUsage([odd({ input: "9", output: Number.POSITIVE_INFINITY, cost: 4 })])).toMatchObject({
			input: 0,
			output: 0,
			cost: 0,
		});
		expect(sumUsage([odd(null)]).totalTokens).toBe(0);
	});

	it("of version 1, which had no total, is added up", () => {
		const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 };
		expect(
			sumUsage([entry("message", "x", null, { message: { role: "assistant", usage } })]).totalTokens,
		).toBe(10);
	});

	it("of the real session with sub-agents has their share", () => {
		const sessions = realSessions.map((path) => readSessionSync(path).entries);
		const parent = sessions.find((entries) => entries.some((e) => e.type === "child_usage_attributed"))!;
		expect(sumUsage(parent).cost).toBeGreaterThan(sumUsage(parent, new Map()).cost);
	});
});
