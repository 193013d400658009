import fc from "fast-check";
import { expect, it } from "vitest";
import { serialiseBranch } from "../../src/session/serialise-branch.js";
import { readSessionSync } from "../../src/session/session.js";
import { assistant, entry, user } from "../support/entries.js";
import { realSessions } from "../support/stores.js";

const thinking = entry("message", "t", null, {
	message: {
		role: "assistant",
		content: [
			{ type: "thinking", thinking: "secret thoughts" },
			{ type: "toolCall", id: "c", name: "bash", arguments: { command: "npm test" } },
		],
	},
});
const output = (text: string) =>
	entry("message", "r", null, {
		message: {
			role: "toolResult",
			toolCallId: "c",
			toolName: "bash",
			content: [{ type: "text", text }],
			isError: true,
		},
	});

it("writes a branch in the order of the conversation, without thinking", () => {
	const text = serialiseBranch([
		entry("model_change", "m", null, { provider: "lab", modelId: "m" }),
		user("a", null, "fix it"),
		thinking,
		output("2 failed"),
		assistant("b", "a", "Done."),
		entry("branch_summary", "s", null, { summary: "tried before" }),
		entry("compaction", "k", null, { summary: "long ago" }),
	]);
	expect(text).toBe(
		[
			"User: fix it",
			"Tool [bash: npm test]\nnpm test\nFailed: 2 failed",
			"Assistant: Done.",
			"Summary of another branch that was left: tried before",
			"Summary of what came before: long ago",
		].join("\n\n"),
	);
});

it("cuts long results, their middle first", () => {
	const text = serialiseBranch([thinking, output(`begins ${"line\n".repeat(5_000)} ends`)], {
		toolCharacters: 400,
	});
	expect(text.length).toBeLessThan(600);
	expect(text).toMatch(/begins[\s\S]*left out[\s\S]*ends/);
});

it("keeps the newest where the whole is too long, and says that it did", () => {
	const entries = Array.from({ length: 1000 }, (_, i) =>
		user(`u${i}`, null, `request ${i} ${"x".repeat(100)}`),
	);
	const text = serialiseBranch(entries, { maxCharacters: 5_000 });
	expect(text.length).toBeLessThan(5_200);
	expect(text).toMatch(/^\(The 95\d oldest of 1,000 parts are left out\.\)/);
	expect(text).toContain("request 999");
	expect(text).not.toContain("request 10 ");
	expect(text.indexOf("request 998")).toBeLessThan(text.indexOf("request 999"));
});

it("never takes more than its room, whatever the branch", () => {
	fc.assert(
		fc.property(
			fc.array(fc.string({ maxLength: 300 }), { maxLength: 20 }),
			fc.integer({ min: 1, max: 500 }),
			(texts, room) => {
				const text = serialiseBranch(
					texts.map((said, i) => user(`u${i}`, null, said)),
					{ maxCharacters: room },
				);
				expect(text.length).toBeLessThan(room + 120);
			},
		),
	);
	const huge = serialiseBranch([user("a", null, "y".repeat(20_000_000))]);
	expect(huge.length).toBeLessThan(200_200);
});

it("writes every real session", () => {
	for (const path of realSessions) {
		const text = serialiseBranch(
			readSessionSync(path)
				.tree.branch()
				.map((node) => node.entry),
		);
		expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
	}
});
