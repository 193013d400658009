import { describe, expect, it } from "vitest";
import { buildSessionContext } from "../../src/session/context.js";
import { assistant, at, chain, entry, user } from "../support/entries.js";

const texts = (context: { messages: object[] }) =>
	context.messages.map((message) => {
		const { role, summary, content } = message as {
			role: string;
			summary?: string;
			content?: { text: string }[] | string;
		};
		return `${role}:${summary ?? (typeof content === "string" ? content : content?.[0]?.text)}`;
	});
const compaction = (id: string, parentId: string, firstKeptEntryId: string) =>
	entry("compaction", id, parentId, { summary: id, firstKeptEntryId, tokensBefore: 7 });

describe("buildSessionContext", () => {
	it("has the messages of the path to the leaf, or to the entry that is asked for", () => {
		const entries = [user("a", null), assistant("b", "a"), user("c", "b"), user("d", "b")];
		expect(texts(buildSessionContext(entries))).toEqual([
			"user:request a",
			"assistant:answer b",
			"user:request d",
		]);
		expect(texts(buildSessionContext(entries, "c")).at(-1)).toBe("user:request c");
		expect(texts(buildSessionContext(entries, "unknown")).at(-1)).toBe("user:request d");
		expect(buildSessionContext(entries, null)).toEqual({ messages: [], thinkingLevel: "off", model: null });
		expect(buildSessionContext([])).toEqual({ messages: [], thinkingLevel: "off", model: null });
		const byId = new Map(entries.map((e) => [e.id, e]));
		expect(buildSessionContext(entries, "c", byId)).toEqual(buildSessionContext(entries, "c"));
	});

	it("takes the model and the thinking level in force from the path", () => {
		const entries = [
			entry("model_change", "a", null, { provider: "lab", modelId: "m-0" }),
			entry("thinking_level_change", "b", "a", { thinkingLevel: "high" }),
			assistant("c", "b"),
			entry("thinking_level_change", "d", "c", { thinkingLevel: "low" }),
			entry("model_change", "e", "d", { provider: "other", modelId: "m-9" }),
		];
		const at = (leaf: string) => buildSessionContext(entries, leaf);
		expect(at("b")).toMatchObject({ thinkingLevel: "high", model: { provider: "lab", modelId: "m-0" } });
		expect(at("c")).toMatchObject({ thinkingLevel: "high", model: { provider: "lab", modelId: "m-1" } });
		expect(at("e")).toMatchObject({ thinkingLevel: "low", model: { provider: "other", modelId: "m-9" } });
	});

	it("begins with the newest compaction, then what it keeps, then what follows", () => {
		const entries = [
			user("a", null),
			assistant("b", "a"),
			compaction("k1", "b", "b"),
			user("c", "k1"),
			compaction("k2", "c", "b"),
			user("d", "k2"),
		];
		expect(texts(buildSessionContext(entries))).toEqual([
			"compactionSummary:k2",
			"assistant:answer b",
			"user:request c",
			"user:request d",
		]);
		expect(buildSessionContext(entries).messages[0]).toEqual({
			role: "compactionSummary",
			summary: "k2",
			tokensBefore: 7,
			timestamp: Date.parse(at(4)),
		});
	});

	it.each(["nowhere", "k", "side", "d"])(
		"keeps none of what is before a compaction that keeps from %s",
		(first) => {
			const entries = [user("a", null), user("side", "a"), compaction("k", "a", first), user("d", "k")];
			expect(texts(buildSessionContext(entries))).toEqual(["compactionSummary:k", "user:request d"]);
		},
	);

	it("has custom messages and branch summaries as messages, and no bookkeeping", () => {
		const entries = [
			entry("custom_message", "a", null, {
				customType: "x",
				content: "told",
				display: false,
				details: { n: 1 },
			}),
			entry("branch_summary", "b", "a", { summary: "tried", fromId: "z" }),
			entry("branch_summary", "c", "b", { summary: "", fromId: "z" }),
			entry("custom", "d", "c", { customType: "x", data: 1 }),
			entry("session_info", "e", "d", { name: "n" }),
			entry("agent_status", "f", "e", { status: { summary: "s" } }),
			entry("hologram", "g", "f"),
		];
		const timestamp = Date.parse(at(4));
		expect(buildSessionContext(entries).messages).toEqual([
			{ role: "custom", customType: "x", content: "told", display: false, details: { n: 1 }, timestamp },
			{ role: "branchSummary", summary: "tried", fromId: "z", timestamp },
		]);
	});

	it("folds sub-agents' usage into the answer, in memory only", () => {
		const answer = assistant("b", "a");
		const before = JSON.stringify(answer);
		const aggregateUsage = { input: 99 };
		const entries = [
			user("a", null),
			answer,
			entry("child_usage_attributed", "c", "b", { targetId: "b", aggregateUsage }),
		];
		expect(buildSessionContext(entries).messages[1]).toMatchObject({
			role: "assistant",
			usage: aggregateUsage,
		});
		expect(JSON.stringify(answer)).toBe(before);
	});

	it("ends where parents go round, and in a chain of any length", () => {
		expect(texts(buildSessionContext([user("x", "y"), user("y", "x")]))).toEqual([
			"user:request x",
			"user:request y",
		]);
		expect(buildSessionContext(chain(100_000)).messages).toHaveLength(100_000);
	});
});
