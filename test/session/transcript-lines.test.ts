import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionEntry } from "../../src/session/entries.js";
import { readSession } from "../../src/session/session.js";
import { transcript } from "../../src/session/transcript.js";
import {
	blockLines,
	isFoldable,
	type LineOptions,
	transcriptLines,
} from "../../src/session/transcript-lines.js";
import { transcriptMarkdown } from "../../src/session/transcript-markdown.js";
import { type Line, lineColumns, plainText } from "../../src/text/spans.js";
import { hostileText } from "../text/hostile-text.js";

process.env.TZ = "UTC";

const NOW = Date.UTC(2026, 11, 1);
const stores = new URL("../fixtures/stores/", import.meta.url).pathname;

/** Real sessions that between them hold every kind of block. */
const SESSIONS = {
	"tools-and-compactions": "prime/sessions/01a22d82-2d94-741d-b202-2ea0b339568d.jsonl",
	"sub-agents": "prime/sessions/01a22d84-3fd0-7599-aa72-56706c7860dd.jsonl",
	commands: "prime/sessions/01a22d80-94a0-75c2-a31e-b5b8cba68a58.jsonl",
	errors: "prime/sessions/01a22d80-a46c-755e-8898-f843158f83fa.jsonl",
	"system-prompt-and-image":
		"pi-1.6.0/sessions/--home-dev-work-plain--/2026-11-30T17-40-54-600Z_01a22d8b-9ec7-72fe-92e4-d62427117eed.jsonl",
	"label-and-branch-summary": "prime/sessions/01a22d7f-5dae-772b-bce0-91888e489e82.jsonl",
};

async function openSession(path: string) {
	const session = await readSession(stores + path);
	const blocks = transcript(session.tree.branch().map((node) => node.entry));
	return { blocks, labelOf: (id: string) => session.tree.label(id)?.label };
}

describe.each(Object.entries(SESSIONS))("%s", (name, path) => {
	it.each([40, 80])("looks as it did, %i columns", async (columns) => {
		const { blocks, labelOf } = await openSession(path);
		const options = { columns, now: NOW, labelOf, hint: "Enter opens" };
		const text = (open: boolean) =>
			transcriptLines(blocks, { ...options, open })
				.map((line) => plainText(line).trimEnd())
				.join("\n");
		await expect(text(false)).toMatchFileSnapshot(`transcripts/${name}-${columns}.txt`);
		if (columns === 80) await expect(text(true)).toMatchFileSnapshot(`transcripts/${name}-open.txt`);
	});

	it("looks as it did in markdown", async () => {
		const { blocks, labelOf } = await openSession(path);
		const document = transcriptMarkdown(blocks, { title: name, now: NOW, labelOf });
		await expect(document).toMatchFileSnapshot(`transcripts/${name}-markdown.txt`);
	});
});

const options: LineOptions = { columns: 50, open: false, now: NOW };
const entry = (fields: object) =>
	({ id: "a", parentId: null, timestamp: "2026-05-03T14:02:00.000Z", ...fields }) as unknown as SessionEntry;
const message = (role: string, fields: object) => entry({ type: "message", message: { role, ...fields } });
const draw = (entries: SessionEntry[], more: Partial<LineOptions> = {}) =>
	transcriptLines(transcript(entries), { ...options, ...more }).map(plainText);
const tool = (name: string, input: unknown, result?: object) => [
	message("assistant", { content: [{ type: "toolCall", id: "1", name, arguments: input }] }),
	...(result === undefined
		? []
		: [
				{
					...message("toolResult", {
						toolCallId: "1",
						toolName: name,
						content: [],
						isError: false,
						...result,
					}),
					timestamp: "2026-05-03T14:02:01.200Z",
				},
			]),
];
const text = (value: string) => [{ type: "text", text: value }];

describe("one block", () => {
	it("a heading has its time, and labels at the right edge", () => {
		const labelOf = () => "checkpoint-1";
		expect(draw([message("user", { content: "hello" })], { labelOf })).toEqual([
			"user  3 May 14:02                   [checkpoint-1]",
			"  hello",
		]);
		expect(draw([message("user", { content: "hello" })], { labelOf, columns: 24 })[0]).toBe(
			"user  3 Ma… [checkpoint…",
		);
		expect(
			draw(tool("bash", { command: "ls" }), { labelOf: (id) => (id === "a" ? "x\ny" : undefined) })[0],
		).toBe("assistant  3 May 14:02                       [x y]");
	});

	it("a label takes no room from text that has none to spare", () => {
		const long = "word ".repeat(20).trim();
		const turn = [message("user", { content: "a" }), message("assistant", { content: "short" })].map(
			(any, index) => ({
				...any,
				id: `e${index}`,
			}),
		);
		const answers = [long, "short"].map((content, index) => ({
			...message("assistant", { content }),
			id: `f${index}`,
		}));
		const lines = draw([...turn, ...answers], { labelOf: (id) => (id.startsWith("f") ? "here" : undefined) });
		expect(lines.slice(5)).toEqual([
			"",
			`${" ".repeat(44)}[here]`,
			"  word word word word word word word word word",
			"  word word word word word word word word word",
			"  word word",
			"",
			`  short${" ".repeat(37)}[here]`,
		]);
	});

	it("how long each of several calls took is not known", () => {
		const calls = ["1", "2"].map((id) => ({
			type: "toolCall",
			id,
			name: "bash",
			arguments: { command: id },
		}));
		const results = ["1", "2"].map((toolCallId, index) => ({
			...message("toolResult", {
				toolCallId,
				toolName: "bash",
				content: [],
				...(index === 1 ? { durationMs: 7 } : {}),
			}),
			timestamp: "2026-05-03T14:03:00.000Z",
		}));
		expect(draw([message("assistant", { content: calls }), ...results]).slice(1)).toEqual([
			"  ▸ [bash: 1] exit 0",
			"  ▸ [bash: 2] exit 0 · 7 ms",
		]);
	});

	it.each([
		["edit", { path: "src/a.ts" }, { details: { diff: " 1 a\n-2 b\n+2 c\n+3 d" } }, "[edit: src/a.ts] +2 −1"],
		["bash", { command: "npm test" }, { content: text("ok") }, "[bash: npm test] exit 0 · 1.2 s"],
		[
			"bash",
			{ command: "false\ntrue" },
			{ isError: true, content: text("Command exited with code 3") },
			"[bash: false …] ✗ exit 3 · 1.2 s",
		],
		[
			"bash",
			{ command: "sleep" },
			{ isError: true, content: text("Command timed out after 5 seconds") },
			"[bash: sleep] ✗ timed out · 1.2 s",
		],
		[
			"read",
			{ path: "a.ts", offset: 20, limit: 10 },
			{ content: text("a\nb\n") },
			"[read: a.ts:20-29] 2 lines",
		],
		[
			"read",
			{ path: "no" },
			{ isError: true, content: text("ENOENT: no such file") },
			"[read: no] ✗ ENOENT: no such file",
		],
		["write", { path: "a", content: "x\n" }, { content: text("Wrote") }, "[write: a] 1 line"],
		["grep", { pattern: "def", path: "src" }, { content: text("a\nb\nc") }, "[grep: def in src] 3 lines"],
		["find", { pattern: "*.py", path: "." }, { content: text("a") }, "[find: *.py] 1 line"],
		[
			"ipython",
			{ code: "\n\nx = 1\nprint(x)" },
			{ details: { durationMs: 9, status: "ok" } },
			"[ipython: x = 1 …] ok · 9 ms",
		],
		[
			"ipython",
			{ code: "1/0" },
			{ details: { status: "error", errorEname: "ZeroDivisionError", durationMs: 5 } },
			"[ipython: 1/0] ✗ ZeroDivisionError · 5 ms",
		],
		["web_search", { query: "ink" }, { content: text("a") }, "[web_search: ink] 1 line"],
		["todo", {}, undefined, "[todo] no result"],
		[
			"odd",
			"not an object",
			{ content: [{ type: "image", data: "", mimeType: "image/png" }] },
			"[odd: not an object] image/png",
		],
	])("%s %j", (name, input, result, expected) => {
		expect(draw(tool(name, input, result), { columns: 70 })[1]).toBe(`  ▸ ${expected}`);
	});

	it("a long title is cut, what came of it is not", () => {
		const lines = draw(tool("bash", { command: `npm ${"x".repeat(100)}` }, { content: text("ok") }));
		expect(lines[1]).toBe("  ▸ [bash: npm xxxxxxxxxxxxxxxxxx…] exit 0 · 1.2 s");
	});

	it("open, a tool shows what it was asked and what came back", () => {
		const open = { open: true };
		expect(draw(tool("bash", { command: "echo a" }, { content: text("a\n") }), open).slice(1)).toEqual([
			"  ▾ [bash: echo a] exit 0 · 1.2 s",
			"    echo a",
			"    │ a",
		]);
		expect(draw(tool("edit", { path: "a", oldText: "x", newText: "y\nz" }), open).slice(2)).toEqual([
			"    -x",
			"    +y",
			"    +z",
		]);
		expect(draw(tool("thing", { a: [1] }), open).slice(2)).toEqual([
			"    {",
			'      "a": [',
			"        1",
			"      ]",
			"    }",
		]);
	});

	it("long output is its beginning and its end", () => {
		const output = Array.from({ length: 1000 }, (_unused, index) => `line ${index}`).join("\n");
		const lines = draw(tool("bash", { command: "seq" }, { content: text(output) }), { open: true });
		expect(lines).toHaveLength(2 + 1 + 201);
		expect(lines).toContain("    │ … 800 lines …");
		expect(lines.at(-1)).toBe("    │ line 999");
		const huge = draw(tool("bash", { command: "x" }, { content: text("x".repeat(5_000_000)) }), {
			open: true,
		});
		expect(huge.some((line) => line.includes("… 4.7 MB …"))).toBe(true);
		expect(huge.length).toBeLessThan(2_000);
	});

	it("thinking beyond a few lines folds", () => {
		const thinking = (lines: number) =>
			message("assistant", {
				content: [
					{ type: "thinking", thinking: Array.from({ length: lines }, (_u, i) => `t${i}`).join("\n") },
				],
			});
		expect(draw([thinking(5)])).toHaveLength(6);
		expect(draw([thinking(9)]).slice(-2)).toEqual(["  ┊ t3", "  ┊ … 5 lines more …"]);
		expect(draw([thinking(9)], { open: true })).toHaveLength(10);
	});

	it("summaries", () => {
		const compaction = entry({ type: "compaction", summary: "## Goal\nShip", tokensBefore: 48_123 });
		expect(draw([compaction])).toEqual([`── compaction: 48k tokens → summary ${"─".repeat(14)}`]);
		expect(draw([compaction], { columns: 70, hint: "Enter opens" })).toEqual([
			`── compaction: 48k tokens → summary ${"─".repeat(19)} Enter opens ──`,
		]);
		expect(draw([compaction], { open: true }).slice(1)).toEqual(["  ## Goal", "", "  Ship"]);
		const long = draw([{ ...compaction, summary: "word ".repeat(400_000) } as SessionEntry], { open: true });
		expect(long.length).toBeLessThan(25_000);
		expect(long.find((line) => line.includes("…"))).toMatch(/… .* …/);
		const summary = entry({
			type: "branch_summary",
			summary:
				"The user explored a different conversation branch before returning here.\nSummary of that exploration:\n\n## Goal\n- **Freeze** time in `test`",
		});
		expect(draw([summary])).toEqual(["↩ branch summary: Freeze time in test"]);
		expect(draw([summary], { columns: 64, hint: "Enter opens" })).toEqual([
			`↩ branch summary: Freeze time in test${" ".repeat(16)}Enter opens`,
		]);
		expect(draw([entry({ type: "branch_summary", summary: null })])).toEqual([
			"↩ branch summary: (no summary)",
		]);
	});

	it("commands of the user", () => {
		const command = (fields: object) =>
			message("bashExecution", { command: "npm test", output: "a\nb\n", exitCode: 0, ...fields });
		expect(draw([command({})])).toEqual(["▸ ! npm test  exit 0"]);
		expect(draw([command({ exitCode: 3, excludeFromContext: true })])).toEqual([
			"▸ !! npm test  ✗ exit 3 · not in the context",
		]);
		expect(draw([command({ cancelled: true, exitCode: undefined })])).toEqual(["▸ ! npm test  ✗ cancelled"]);
		expect(draw([command({ truncated: true })], { open: true })).toEqual([
			"▾ ! npm test  exit 0",
			"  a",
			"  b",
			"  (the agent kept only the end of the output)",
		]);
	});

	it("errors are red and in words", () => {
		const [line] = transcriptLines(
			transcript([message("assistant", { content: [], stopReason: "error", errorMessage: "overloaded" })]),
			options,
		).slice(1);
		expect(line).toEqual([{ text: "  " }, { text: "error: overloaded", colour: "red" }]);
	});

	it("unknown things are one line that opens", () => {
		expect(draw([entry({ type: "new_thing", n: 1 })])).toEqual(["  ▸ [new_thing]"]);
		expect(draw([entry({ type: "new_thing", n: 1 })], { open: true })).toContain('      "n": 1');
	});

	it("a message of 20 MB is shortened", () => {
		const long = message("user", { content: "word ".repeat(4_000_000) });
		expect(draw([long]).length).toBeLessThan(1_000);
		expect(isFoldable(transcript([long])[0]!)).toBe(true);
	});
});

describe("whatever a session holds", () => {
	const anyText = fc.oneof(hostileText, fc.constantFrom("# a\n- b", "x".repeat(300), "", "\n\n"));
	const value = fc.oneof(anyText, fc.anything({ withBigInt: false }));
	const parts = fc.array(
		fc.oneof(
			anyText.map((any) => ({ type: "text", text: any })),
			anyText.map((any) => ({ type: "thinking", thinking: any })),
			fc
				.tuple(
					fc.constantFrom("bash", "edit", "read", "write", "ipython", "grep", "constructor", "\x1b[2J"),
					fc.dictionary(fc.constantFrom("path", "command", "code", "edits", "offset", "limit"), value),
				)
				.map(([name, input]) => ({ type: "toolCall", id: "1", name, arguments: input })),
			anyText.map((any) => ({ type: "image", data: "AAAA", mimeType: any })),
			fc.constant({ type: "\x9b31m\nx", deep: [1] }),
		),
		{ maxLength: 4 },
	);
	const anyEntry = fc.oneof(
		fc
			.record({
				role: fc.constantFrom("user", "assistant", "toolResult", "custom", "system"),
				content: parts,
				toolCallId: fc.constant("1"),
				isError: fc.boolean(),
				errorMessage: anyText,
				customType: anyText,
				details: fc.record({ diff: value, durationMs: value, errorEname: value, status: value }),
			})
			.map((any) => entry({ type: "message", message: any })),
		fc
			.record({ command: anyText, output: anyText, exitCode: fc.integer(), excludeFromContext: fc.boolean() })
			.map((any) => message("bashExecution", any)),
		anyText.map((summary) => entry({ type: "branch_summary", summary })),
		anyText.map((summary) => entry({ type: "compaction", summary, tokensBefore: 5 })),
		anyText.map((modelId) => entry({ type: "model_change", provider: "p", modelId })),
	);

	it("no line is too wide or dangerous, and folding shows no more than opening", () => {
		fc.assert(
			fc.property(
				fc.array(anyEntry, { maxLength: 4 }),
				fc.integer({ min: 12, max: 90 }),
				anyText,
				(entries, columns, label) => {
					for (const block of transcript(entries)) {
						const drawn = (open: boolean, more: Partial<LineOptions> = {}): Line[] =>
							blockLines(block, { columns, open, now: NOW, hint: "Enter opens", ...more });
						const labelOf = () => label;
						for (const line of [...drawn(false), ...drawn(true), ...drawn(false, { labelOf })]) {
							expect(lineColumns(line)).toBeLessThanOrEqual(columns);
							expect(plainText(line)).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
						}
						expect(drawn(true).length).toBeGreaterThanOrEqual(drawn(false).length);
						if (!isFoldable(block)) expect(drawn(true)).toEqual(drawn(false));
					}
					expect(transcriptMarkdown(transcript(entries), { now: NOW })).not.toMatch(
						/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/,
					);
				},
			),
			{ numRuns: 500 },
		);
	});
});
