import { basename } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionEntry } from "../../src/session/entries.js";
import { readSessionSync } from "../../src/session/session.js";
import { SessionTree } from "../../src/session/tree.js";
import {
	fullText,
	nextBranch,
	panFor,
	rowLine,
	rowText,
	segmentStart,
} from "../../src/session/tree-lines.js";
import { TREE_FILTERS, type TreeRow, treeRows } from "../../src/session/tree-rows.js";
import { lineColumns, plainText } from "../../src/text/spans.js";
import { assistant, chain, entry, user } from "../support/entries.js";
import { realSessions } from "../support/stores.js";
import { anyEntries, calling, leafEntry, result } from "../support/trees.js";
import { hostileText } from "../text/hostile-text.js";

process.env.TZ = "UTC";

const now = Date.UTC(2026, 11, 1);

describe("every real session", () => {
	it.each(realSessions.map((path) => [basename(path, ".jsonl"), path]))("%s", async (name, path) => {
		const { tree } = readSessionSync(path);
		const views = TREE_FILTERS.map((filter) => {
			const lines = treeRows(tree, { filter }).map((row) => {
				const label = tree.label(row.node.entry.id);
				const labelTime = filter === "labeled-only" ? label?.timestamp : undefined;
				return plainText(rowLine(row, { columns: 100, now, label: label?.label, labelTime })).trimEnd();
			});
			return [`== ${filter}`, ...lines].join("\n");
		});
		await expect(`${views.join("\n\n")}\n`).toMatchFileSnapshot(`trees/${name}.txt`);
	});
});

/** The row of the last of some entries. */
function rowOf(...entries: SessionEntry[]): TreeRow {
	return treeRows(new SessionTree(entries), { filter: "all" }).at(-1)!;
}

const text = (...entries: SessionEntry[]) => {
	const { role, text } = rowText(rowOf(...entries).node);
	return role === "" ? text : `${role} | ${text}`;
};

const message = (fields: object) => entry("message", "m", null, { message: fields });

describe("a row says", () => {
	it.each<[string, SessionEntry[]]>([
		["user | request u", [user("u", null)]],
		["user | (no text)", [message({ role: "user", content: [] })]],
		[
			"user | look [image: image/png, 3 B]",
			[
				message({
					role: "user",
					content: [
						{ type: "text", text: "look" },
						{ type: "image", data: "AAAA", mimeType: "image/png" },
					],
				}),
			],
		],
		["assistant | [read: src/c.ts]", [calling("c", null)]],
		["assistant | [read: src/c.ts] (aborted)", [calling("c", null, { stopReason: "aborted" })]],
		[
			"assistant | (error: overloaded)",
			[message({ role: "assistant", content: [], stopReason: "error", errorMessage: "overloaded" })],
		],
		["assistant | (empty answer)", [message({ role: "assistant", content: [] })]],
		["[read: src/c.ts]", [calling("c", null), result("r", "c")]],
		["[read]", [result("r", null, "nobody")]],
		["[! make] ✗ exit 2", [message({ role: "bashExecution", command: "make", exitCode: 2 })]],
		["compaction: 48k tokens", [entry("compaction", "c", null, { tokensBefore: 48_000, summary: "s" })]],
		["compaction", [entry("compaction", "c", null)]],
		[
			"↩ branch summary | tried freezing time",
			[entry("branch_summary", "b", null, { summary: "## Goal\n\ntried freezing time\nmore" })],
		],
		['label | "here" on a1', [entry("label", "l", null, { targetId: "a1", label: "here" })]],
		["label | cleared on a1", [entry("label", "l", null, { targetId: "a1" })]],
		['name | "A name"', [entry("session_info", "i", null, { name: "A\nname" })]],
		["name | cleared", [entry("session_info", "i", null, { name: "" })]],
		["model | lab/m-1", [entry("model_change", "m", null, { provider: "lab", modelId: "m-1" })]],
		["leaf | moved here from a1", [leafEntry("s", null, "a1")]],
		["custom | x", [entry("custom", "c", null, { customType: "x", data: { secret: 1 } })]],
		["x | told", [entry("custom_message", "c", null, { customType: "x", content: "told", display: true })]],
		["unknown | from_the_future", [entry("from_the_future", "f", null, { hash: "secret" })]],
		["unknown | oracle", [message({ role: "oracle", content: "secret" })]],
	])("%s", (expected, entries) => {
		expect(text(...entries)).toBe(expected);
	});

	it("something on one line, whatever the entry", () => {
		const shapes = fc.record({
			type: fc.constantFrom("message", "compaction", "branch_summary", "label", "git_state", "custom", "x"),
			message: fc.record({
				role: fc.constantFrom("user", "assistant", "toolResult", "bashExecution", "custom", "x"),
				content: fc.anything(),
				toolCallId: fc.anything(),
				command: fc.anything(),
			}),
			summary: fc.anything(),
			targetId: fc.anything(),
			git: fc.anything(),
			data: fc.anything(),
			customType: fc.anything(),
		});
		fc.assert(
			fc.property(shapes, (shape) => {
				const row = rowOf(entry(shape.type, "e", null, shape));
				expect(plainText(rowLine(row, { columns: 100, now }))).not.toMatch(/[\n\r\t]/);
				expect(typeof fullText(row.node)).toBe("string");
			}),
		);
	});
});

describe("the full text of an entry", () => {
	it.each<[string, SessionEntry]>([
		["request u", user("u", null)],
		["[read: src/c.ts]", calling("c", null)],
		["content for r", result("r", null)],
		["## Goal\n\nall of it", entry("branch_summary", "b", null, { summary: "## Goal\n\nall of it" })],
		["make\n\nno rule", message({ role: "bashExecution", command: "make", output: "no rule" })],
		[
			"overloaded",
			message({ role: "assistant", content: [], stopReason: "error", errorMessage: "overloaded" }),
		],
		["model lab/m-1", entry("model_change", "m", null, { provider: "lab", modelId: "m-1" })],
		["hm", message({ role: "assistant", content: [{ type: "thinking", thinking: "hm" }] })],
		[
			"Now:\n\n[bash: a …]\na\nb",
			message({
				role: "assistant",
				content: [
					{ type: "text", text: "Now:" },
					{ type: "toolCall", id: "c", name: "bash", arguments: { command: "a\nb" } },
				],
			}),
		],
		["unknown from_the_future", entry("from_the_future", "f", null, { hash: "secret" })],
	])("%j", (expected, item) => {
		expect(fullText(rowOf(item).node)).toBe(expected);
	});
});

describe("a line", () => {
	it("is as drawn in the frames: fold mark, lines, role, text, branch, label, leaf", () => {
		const tree = new SessionTree([
			user("a", null, "Refactor the auth module"),
			calling("b", "a"),
			result("c", "b"),
			user("x", "c", "Actually, freeze time", 3),
			assistant("y", "x", "Frozen."),
			user("d", "c", "Use approach A", 4),
			assistant("e", "d", "Done."),
			user("f", "e", "now make it pass"),
		]);
		const draw = (row: TreeRow) =>
			plainText(
				rowLine(row, { columns: 70, now, label: row.node.entry.id === "d" ? "checkpoint-1" : undefined }),
			);
		const rows = treeRows(tree, { filter: "default", folded: new Set(["x"]) });
		expect(`\n${rows.map((row) => draw(row).trimEnd()).join("\n")}\n`).toMatchInlineSnapshot(`
			"
			  user       Refactor the auth module                    •
			⊟ [read: src/b.ts]                                       •
			⊟ ├─ user       Use approach A                       • [checkpoint-1]
			  │  assistant  Done.                                    •
			  │  user       now make it pass                         • ← leaf
			⊞ └─ user       Actually, freeze time  (1 entry)
			"
		`);
	});

	it("never takes more than its columns, and never shows what could drive a terminal", () => {
		fc.assert(
			fc.property(
				anyEntries,
				hostileText,
				fc.integer({ min: 0, max: 120 }),
				fc.integer({ min: 0, max: 60 }),
				(entries, hostile, columns, pan) => {
					const tree = new SessionTree([...entries, user("last", null, hostile)]);
					for (const row of treeRows(tree, { filter: "all", folded: new Set(["e1", "e2"]) })) {
						const options = {
							columns,
							pan,
							now,
							label: hostile,
							labelTime: hostile,
							words: ["request", "a"],
						};
						const line = rowLine(row, options);
						expect(lineColumns(line)).toBeLessThanOrEqual(columns);
						expect(plainText(line)).not.toMatch(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
					}
				},
			),
		);
	});

	it("keeps the leaf's mark and the count of what is folded when the text has no room", () => {
		const long = user("a", null, "word ".repeat(100));
		expect(plainText(rowLine(rowOf(long), { columns: 40, now }))).toMatch(/^ {2}user.*… +• ← leaf$/);
		const tree = new SessionTree([long, user("b", "a"), user("c", "a"), user("d", null)]);
		const [row] = treeRows(tree, { filter: "all", folded: new Set(["a"]) }).filter((row) => row.folded);
		expect(plainText(rowLine(row!, { columns: 40, now }))).toMatch(/^⊞ .*… {2}\(2 entries\)$/);
	});

	it("is pushed out to the left as far as a deep row needs", () => {
		const entries: SessionEntry[] = [user("r", null)];
		for (let i = 0; i < 40; i++)
			entries.push(user(`s${i}`, i === 0 ? "r" : `n${i - 1}`), user(`n${i}`, i === 0 ? "r" : `n${i - 1}`));
		const rows = treeRows(new SessionTree(entries), { filter: "all" });
		const deep = rows.findIndex((row) => row.isLeaf);
		const pan = panFor(rows[deep]!, 60);
		expect(pan % 3).toBe(0);
		expect(plainText(rowLine(rows[deep]!, { columns: 60, now, pan }))).toContain("request n39");
		expect(panFor(rows[1]!, 60)).toBe(0);
		expect(plainText(rowLine(rows[0]!, { columns: 60, now, pan: 5 }))).toMatch(/^⊟ {7}request r/);
	});

	it("highlights words as they are found", () => {
		const line = rowLine(rowOf(user("a", null, "The Token and the token")), {
			columns: 80,
			now,
			words: ["token"],
		});
		expect(line.filter((span) => span.underline).map((span) => span.text)).toEqual(["Token", "token"]);
	});
});

describe("jumping by branches", () => {
	const rows = treeRows(
		new SessionTree([
			...chain(3),
			user("old", "00000002", "x", 60),
			assistant("older", "old", "x", 61),
			user("new", "00000002", "x", 70),
			assistant("newer", "new", "x", 71),
		]),
		{ filter: "all" },
	);
	const ids = rows.map((row) => row.node.entry.id);
	const start = (id: string) => ids[segmentStart(rows, ids.indexOf(id))];
	const next = (id: string) => ids[nextBranch(rows, ids.indexOf(id))];

	it("goes to where the branch begins, and from there to where the one around it does", () => {
		expect(["newer", "new", "older", "00000002", "00000000"].map(start)).toEqual([
			"new",
			"00000000",
			"old",
			"00000000",
			"00000000",
		]);
	});

	it("goes to the next branch, and stays on the last", () => {
		expect(["00000000", "new", "newer", "older"].map(next)).toEqual(["new", "old", "old", "older"]);
	});
});
