import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionEntry } from "../../src/session/entries.js";
import { type TranscriptBlock, transcript, withoutThinking } from "../../src/session/transcript.js";

let next = 0;
/** An entry with a fresh id, five seconds after the one before. */
function entry(fields: object): SessionEntry {
	next++;
	const timestamp = new Date(Date.UTC(2026, 4, 3, 14, 0, next * 5)).toISOString();
	return { id: `e${next}`, parentId: null, timestamp, ...fields } as unknown as SessionEntry;
}
const message = (role: string, fields: object) => entry({ type: "message", message: { role, ...fields } });
const user = (content: unknown) => message("user", { content });
const assistant = (content: unknown, fields: object = {}) => message("assistant", { content, ...fields });
const text = (value: string) => ({ type: "text", text: value });
const call = (id: unknown, name = "bash", input: unknown = { command: "ls" }) => ({
	type: "toolCall",
	id,
	name,
	arguments: input,
});
const result = (toolCallId: unknown, fields: object = {}) =>
	message("toolResult", { toolCallId, toolName: "bash", content: [text("out")], isError: false, ...fields });

const kinds = (blocks: readonly TranscriptBlock[]) => blocks.map((block) => block.kind);

it("an entry without its message is shown as it is", () => {
	const without = entry({ type: "message" });
	expect(transcript([without, entry({ type: "message", message: null })])).toMatchObject([
		{ kind: "unknown", name: "message", value: without },
		{ kind: "unknown", name: "message", value: null },
	]);
});

describe("turns", () => {
	it("a speaker is announced once, and again behind another", () => {
		const blocks = transcript([
			user("a"),
			assistant([text("b"), call("1")]),
			result("1"),
			assistant([text("c")]),
			user("d"),
			user("e"),
			assistant([text("f")]),
		]);
		expect(blocks.map((block) => [block.kind, block.heading, block.gap])).toEqual([
			["user", "user", false],
			["assistant", "assistant", true],
			["tool", undefined, false],
			["assistant", undefined, true],
			["user", "user", true],
			["user", "user", true],
			["assistant", "assistant", true],
		]);
	});

	it("texts of one message are one block, images and thinking their own", () => {
		const blocks = transcript([
			user([text("a"), text("b"), { type: "image", data: "AAAA", mimeType: "image/png" }]),
			assistant([{ type: "thinking", thinking: "hm" }, text("c"), { type: "thinking", thinking: "" }]),
		]);
		expect(blocks).toMatchObject([
			{ kind: "user", text: "a\nb" },
			{ kind: "image", image: { mimeType: "image/png", bytes: 3 } },
			{ kind: "thinking", text: "hm", heading: "assistant" },
			{ kind: "assistant", text: "c" },
		]);
	});
});

it("a turn keeps its heading and labels when thinking is hidden", () => {
	const thinking = { type: "thinking", thinking: "hm" };
	const answer = assistant([thinking, call("1")]);
	const blocks = withoutThinking(
		transcript([
			user("a"),
			answer,
			result("1"),
			assistant([thinking, text("b")]),
			user("c"),
			assistant([thinking]),
			user("d"),
		]),
	);
	expect(blocks.map((block) => [block.kind, block.heading, block.gap])).toEqual([
		["user", "user", false],
		["tool", "assistant", true],
		["assistant", undefined, true],
		["user", "user", true],
		["user", "user", true],
	]);
	expect(blocks[1]?.entryIds).toContain(answer.id);
});

describe("tools", () => {
	it("results join their calls, wherever they stand", () => {
		const first = assistant([call("1"), call("2")]);
		const second = result("2", { content: [text("two")] });
		const blocks = transcript([first, second, result("1", { content: [text("one")], isError: true })]);
		expect(blocks).toMatchObject([
			{ kind: "tool", result: { text: "one", isError: true } },
			{ kind: "tool", result: { text: "two" } },
		]);
		expect(blocks[1]?.entryIds).toEqual([second.id]);
	});

	it("an id used again means the latest call", () => {
		const blocks = transcript([
			assistant([call("1")]),
			result("1", { content: [text("first")] }),
			assistant([call("1")]),
			result("1", { content: [text("second")] }),
		]);
		expect(blocks).toMatchObject([{ result: { text: "first" } }, { result: { text: "second" } }]);
	});

	it("a result without a call and a call without a result are shown", () => {
		const blocks = transcript([result("9"), assistant([call("1")])]);
		expect(blocks).toMatchObject([
			{ kind: "tool", arguments: undefined, result: { text: "out" } },
			{ kind: "tool", result: undefined },
		]);
	});
});

describe("everything else", () => {
	it("settings share a line, and say nothing twice", () => {
		const model = { type: "model_change", provider: "p", modelId: "m" };
		const blocks = transcript([
			entry(model),
			entry({ type: "thinking_level_change", thinkingLevel: "high" }),
			entry({ type: "service_tier_change", serviceTier: "default" }),
			user("a"),
			entry(model),
			entry({ type: "thinking_level_change", thinkingLevel: "low" }),
		]);
		expect(blocks).toMatchObject([
			{ kind: "notice", text: "model p/m · thinking high · tier default" },
			{ kind: "user" },
			{ kind: "notice", text: "thinking low", gap: true },
		]);
		expect(blocks[0]?.entryIds).toHaveLength(3);
	});

	it("commands, summaries, extensions and system prompts", () => {
		const blocks = transcript([
			message("system", { content: "", sections: { a: "You are", b: "an agent" } }),
			message("bashExecution", { command: "ls", output: "x", exitCode: 1, excludeFromContext: true }),
			entry({ type: "compaction", summary: "S", tokensBefore: 48_000 }),
			entry({ type: "branch_summary", summary: "B" }),
			entry({ type: "custom_message", customType: "ext", content: "hello", display: true }),
			entry({ type: "custom_message", customType: "ext", content: "secret", display: false }),
			message("custom", { customType: "old", content: [text("hi")], display: true }),
			message("compactionSummary", { summary: "C", tokensBefore: 5 }),
			message("branchSummary", { summary: "D" }),
		]);
		expect(blocks).toMatchObject([
			{ kind: "notice", text: "system prompt", detail: "You are\n\nan agent" },
			{ kind: "bash", command: "ls", exitCode: 1, excluded: true, cancelled: false },
			{ kind: "compaction", summary: "S", tokensBefore: 48_000 },
			{ kind: "branch-summary", summary: "B" },
			{ kind: "custom", customType: "ext", text: "hello", heading: "ext" },
			{ kind: "custom", customType: "old", text: "hi", heading: "old" },
			{ kind: "compaction", summary: "C" },
			{ kind: "branch-summary", summary: "D" },
		]);
	});

	it("how an answer ended is said when it did not end well", () => {
		const blocks = transcript([
			assistant([], { stopReason: "error", errorMessage: "overloaded" }),
			assistant([text("a")], { stopReason: "aborted", errorMessage: "Request was aborted." }),
			assistant([text("a")], { stopReason: "length" }),
			assistant([], { stopReason: "stop" }),
			assistant([], { stopReason: "error" }),
		]);
		expect(blocks.filter((block) => block.kind === "notice")).toMatchObject([
			{ tone: "error", text: "error: overloaded" },
			{ tone: "error", text: "aborted: Request was aborted." },
			{ tone: "warning", text: "cut short at the length limit" },
			{ tone: "dim", text: "(empty answer)" },
			{ tone: "error", text: "error: no reason was given" },
		]);
	});

	it("bookkeeping makes no block", () => {
		const types =
			"custom label session_info session_state agent_status git_state child_usage_attributed".split(" ");
		expect(transcript(types.map((type) => entry({ type })))).toEqual([]);
	});

	it("what is not known is named", () => {
		const blocks = transcript([
			entry({ type: "new_thing", secret: 1 }),
			message("newRole", {}),
			user([{ type: "video" }, 7]),
			entry({ type: "message", message: null }),
			message("assistant", { content: { odd: true } }),
		]);
		expect(blocks.map((block) => (block.kind === "unknown" ? block.name : block.kind))).toEqual([
			"new_thing",
			"newRole",
			"video",
			"number",
			"message",
			"object",
		]);
	});
});

describe("hostile shapes", () => {
	const part = fc.oneof(
		fc.anything(),
		fc.record({
			type: fc.constantFrom("text", "thinking", "toolCall", "image", "other", 5),
			text: fc.anything(),
			thinking: fc.anything(),
			id: fc.constantFrom("1", "2", null, undefined),
			name: fc.anything(),
			arguments: fc.anything(),
			data: fc.anything(),
			mimeType: fc.anything(),
		}),
	);
	const content = fc.oneof(fc.anything(), fc.array(part));
	const hostileMessage = fc.record({
		role: fc
			.constantFrom(
				"user assistant toolResult bashExecution custom branchSummary compactionSummary system x".split(" "),
			)
			.chain((roles) => fc.constantFrom(...roles, null)),
		content,
		toolCallId: fc.constantFrom("1", "2", undefined),
		details: fc.anything(),
		isError: fc.anything(),
		errorMessage: fc.anything(),
		stopReason: fc.constantFrom("stop", "error", "aborted", "length", 3),
		summary: fc.anything(),
		tokensBefore: fc.anything(),
		command: fc.anything(),
		output: fc.anything(),
		exitCode: fc.anything(),
		sections: fc.anything(),
		customType: fc.anything(),
		display: fc.anything(),
		timestamp: fc.anything(),
	});
	const hostileEntry = fc.record({
		type: fc.constantFrom(
			"message",
			"message",
			"custom_message",
			"compaction",
			"branch_summary",
			"model_change",
			"thinking_level_change",
			"label",
			"other",
		),
		id: fc.constantFrom("a", "b", "c", "d"),
		timestamp: fc.anything(),
		message: fc.oneof({ weight: 5, arbitrary: hostileMessage }, { weight: 1, arbitrary: fc.anything() }),
		content,
		customType: fc.anything(),
		display: fc.anything(),
		summary: fc.anything(),
		tokensBefore: fc.anything(),
		provider: fc.anything(),
		modelId: fc.anything(),
		thinkingLevel: fc.anything(),
	});

	it("never throw, and keys stay unique", () => {
		fc.assert(
			fc.property(fc.array(hostileEntry, { maxLength: 8 }), (entries) => {
				const blocks = transcript(entries as unknown as SessionEntry[]);
				expect(new Set(blocks.map((block) => block.key)).size).toBe(blocks.length);
				expect(transcript(entries as unknown as SessionEntry[])).toEqual(blocks);
			}),
			{ numRuns: 500 },
		);
	});

	it("a long chain takes linear time", () => {
		const entries = Array.from({ length: 100_000 }, (_unused, index) =>
			index % 2 === 0 ? assistant([call(String(index))]) : result(String(index - 1)),
		);
		expect(kinds(transcript(entries))).toHaveLength(50_000);
	});
});
