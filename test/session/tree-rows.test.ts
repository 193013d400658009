import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutSwitches } from "../../src/session/tree/leaf-position.js";
import { SessionTree, type TreeNode } from "../../src/session/tree.js";
import {
	leafPosition,
	rowKey,
	TREE_FILTERS,
	type TreeRow,
	type TreeRowOptions,
	treeRows,
} from "../../src/session/tree-rows.js";
import { assistant, entry, label, user } from "../support/entries.js";
import { anyEntries, calling, leafEntry, result } from "../support/trees.js";

/** A row as one reads it: fold mark, lines, id, marks. */
function drawn(tree: SessionTree, options: Partial<TreeRowOptions> = {}): string[] {
	return treeRows(tree, { filter: "default", ...options }).map((row) => {
		const mark = row.folded ? "+" : row.foldable ? "-" : " ";
		const hidden = row.hidden > 0 ? ` (${row.hidden})` : "";
		return `${mark}${row.prefix}${row.node.entry.id}${row.onBranch ? " •" : ""}${row.isLeaf ? " leaf" : ""}${hidden}`;
	});
}

/** Two ways on from b; the one that was tried last holds the leaf. */
const forked = new SessionTree([
	user("a", null),
	assistant("b", "a"),
	user("c", "b", "the old way", 3),
	assistant("d", "c", "old answer", 4),
	user("e", "b", "the new way", 5),
	assistant("f", "e", "new answer", 6),
	user("g", "f", "go on", 7),
]);

describe("drawing", () => {
	it("keeps a chain flat, indents the children of a branch point, and puts the branch with the leaf first", () => {
		expect(drawn(forked)).toEqual([" a •", "-b •", "-├─ e •", " │  f •", " │  g • leaf", "-└─ c", "    d"]);
	});

	it("draws several roots as the children of one branch point", () => {
		const tree = new SessionTree([user("a", null, "x", 3), user("b", null, "y", 2), assistant("c", "a")]);
		expect(drawn(tree)).toEqual([" ├─ a •", " │  c • leaf", " └─ b"]);
	});

	it("orders branches without the leaf by their time, in the file's order on ties", () => {
		const tree = new SessionTree([
			user("a", null),
			user("late", "a", "x", 9),
			user("tie1", "a", "x", 5),
			user("tie2", "a", "x", 5),
			user("leaf", "a", "x", 7),
		]);
		expect(drawn(tree)).toEqual(["-a •", " ├─ leaf • leaf", " ├─ tie1", " ├─ tie2", " └─ late"]);
	});

	it("runs gutters down beside what is beneath, level by level", () => {
		const tree = new SessionTree([
			user("a", null),
			user("b", "a", "x", 2),
			user("b1", "b", "x", 3),
			user("b2", "b", "x", 4),
			user("b2x", "b2", "x", 5),
			user("b2y", "b2", "x", 6),
			user("c", "a", "x", 7),
		]);
		expect(drawn(tree)).toEqual([
			"-a •",
			" ├─ c • leaf",
			"-└─ b",
			"    ├─ b1",
			"-   └─ b2",
			"       ├─ b2x",
			"       └─ b2y",
		]);
	});
});

describe("filters", () => {
	const kinds = new SessionTree([
		entry("model_change", "model", null),
		user("u", "model"),
		calling("call", "u"),
		result("res", "call"),
		assistant("as", "res"),
		entry("label", "lab", "as", { targetId: "u", label: "start" }),
		entry("compaction", "comp", "lab"),
		entry("branch_summary", "sum", "comp", { summary: "s" }),
		entry("custom_message", "ext", "sum", { customType: "x", content: "c", display: true }),
		entry("message", "bash", "ext", { message: { role: "bashExecution", command: "ls" } }),
		calling("stopped", "bash", { stopReason: "aborted" }),
		calling("failed", "stopped", { stopReason: "error" }),
		entry("from_the_future", "future", "failed"),
		...[
			"thinking_level_change",
			"service_tier_change",
			"session_info",
			"child_usage_attributed",
			"session_state",
			"agent_status",
			"git_state",
			"custom",
		].map((type, i) => entry(type, type, i === 0 ? "future" : "thinking_level_change")),
		user("end", "future", "the end", 50),
	]);
	const ids = (filter: TreeRowOptions["filter"]) =>
		treeRows(kinds, { filter }).map((row) => row.node.entry.id);
	const told = ["u", "res", "as", "comp", "sum", "ext", "bash", "stopped", "failed", "end"];

	it("show the conversation, without tools, of the user alone, what is labelled, or all", () => {
		expect(ids("default")).toEqual(told);
		expect(ids("no-tools")).toEqual(told.filter((id) => id !== "res"));
		expect(ids("user-only")).toEqual(["u", "end"]);
		expect(ids("labeled-only")).toEqual(["u", "end"]);
		expect(ids("all").sort()).toEqual(kinds.nodes.map((node) => node.entry.id).sort());
	});

	it("leave what is beneath a hidden entry to the nearest ancestor that is shown", () => {
		const tree = new SessionTree([
			user("a", null),
			entry("custom", "state", "a"),
			user("b", "state", "x", 5),
			user("c", "state", "y", 6),
		]);
		expect(drawn(tree)).toEqual(["-a •", " ├─ c • leaf", " └─ b"]);
		expect(drawn(tree, { filter: "all" })).toEqual([" a •", "-state •", " ├─ c • leaf", " └─ b"]);
	});

	it("show a labelled entry where only labelled ones are asked for, whatever it is", () => {
		const tree = new SessionTree([calling("c", null), label("l", "c", "c", "here"), user("u", "l")]);
		expect(drawn(tree, { filter: "labeled-only" })).toEqual([" c •", " u • leaf"]);
		expect(drawn(tree)).toEqual([" u • leaf"]);
	});
});

describe("the leaf", () => {
	it("is shown whatever the filter", () => {
		const tree = new SessionTree([user("u", null), calling("c", "u"), entry("agent_status", "s", "c")]);
		for (const filter of TREE_FILTERS) expect(drawn(tree, { filter }).at(-1)).toBe(" s • leaf");
	});

	it("is the entry moved to, where the last entry of the file only keeps a switch", () => {
		const entries = [user("u", null), calling("c", "u"), assistant("a", "c"), leafEntry("s", "c", "a")];
		const tree = new SessionTree(entries);
		expect(drawn(tree)).toEqual([" u •", " c • leaf", " a"]);
		expect(drawn(tree, { filter: "all" })).toEqual([" u •", "-c •", " ├─ s • leaf", " └─ a"]);
		const again = new SessionTree([...entries, leafEntry("t", "s", "c")]);
		expect(leafPosition(again)?.entry.id).toBe("c");
		expect(drawn(again)).toEqual([" u •", " c • leaf", " a"]);
	});

	it("is nowhere before the first entry", () => {
		const tree = new SessionTree([user("u", null), leafEntry("s", null, "u")]);
		expect(leafPosition(tree)).toBe(null);
		expect(drawn(tree)).toEqual([" u"]);
		expect(treeRows(new SessionTree([]), { filter: "all" })).toEqual([]);
	});
});

describe("folds", () => {
	const fold = (...ids: string[]) => drawn(forked, { folded: new Set(ids) });

	it("hide what is beneath and count it", () => {
		expect(fold("c")).toEqual([" a •", "-b •", "-├─ e •", " │  f •", " │  g • leaf", "+└─ c (1)"]);
	});

	it("leave the leaf where it can be seen", () => {
		expect(fold("e")).toEqual([" a •", "-b •", "+├─ e • (1)", " │  g • leaf", "-└─ c", "    d"]);
		expect(fold("b")).toEqual([" a •", "+b • (4)", " g • leaf"]);
		expect(fold("b", "e", "c")).toEqual(fold("b"));
	});

	it("hold in every filter, and not in a search", () => {
		expect(drawn(forked, { folded: new Set(["a"]), filter: "user-only" })).toEqual(["+a • (2)", " g • leaf"]);
		expect(drawn(forked, { folded: new Set(["a", "b", "c", "e"]), query: "answer" })).toEqual([
			" b •",
			" ├─ f •",
			" └─ d",
		]);
	});

	it("know entries of one id apart", () => {
		const tree = new SessionTree([
			user("a", null),
			user("twin", "a", "first", 2),
			user("twin", "a", "second", 3),
			user("under", "twin", "x", 4),
			user("leaf", "a", "x", 5),
		]);
		const [, first, second] = tree.nodes;
		expect([rowKey(tree, first!), rowKey(tree, second!)]).toEqual(["#1", "twin"]);
		expect(drawn(tree, { folded: new Set(["twin"]) })).toEqual([
			"-a •",
			" ├─ leaf • leaf",
			" ├─ twin",
			"+└─ twin (1)",
		]);
	});
});

describe("a search", () => {
	const find = (query: string) =>
		treeRows(searched, { filter: "default", query }).map((row) => row.node.entry.id);
	const searched = new SessionTree([
		user("u", null, "Das M\u00e4dchen f\u00fcttert KATZEN"),
		calling("c", "u"),
		result("r", "c"),
		label("l", "r", "u", "Milestone"),
		entry("message", "b", "l", { message: { role: "bashExecution", command: "make", output: "no rule" } }),
		entry("compaction", "comp", "b", { summary: "the goal", tokensBefore: 1 }),
	]);

	it("finds all words in any order, in any text, without case, composed or not", () => {
		expect(find("katzen ma\u0308dchen")).toEqual(["u"]);
		expect(find("milestone")).toEqual(["u"]);
		expect(find("milestone katzen")).toEqual(["u"]);
		expect(find("content")).toEqual(["r"]);
		expect(find("read: src/c")).toEqual(["r"]);
		expect(find("rule MAKE")).toEqual(["b"]);
		expect(find("goal")).toEqual(["comp"]);
		expect(find("  ")).toHaveLength(4);
	});

	it("does not find what is no text: ids, types of blocks, times", () => {
		for (const word of ["call-c", "2026", "toolResult", "xyz"]) expect(find(word)).toEqual([]);
		const found = treeRows(searched, { filter: "all", query: "src/c.ts" }).map((row) => row.node.entry.id);
		expect(found).toEqual(["c", "r"]);
	});
});

const options = fc.record({
	filter: fc.constantFrom(...TREE_FILTERS),
	folds: fc.array(fc.nat(60), { maxLength: 8 }),
	query: fc.constantFrom("", "", "", "e", "request", "ANSWER 1", "src", "nothing has this"),
});

function check(tree: SessionTree, rows: readonly TreeRow[]): void {
	const places = new Map(rows.map((row, at) => [row.node, at]));
	expect(places.size).toBe(rows.length);
	const nearest = (node: TreeNode): number => {
		for (let up = node.parent; up !== null; up = up.parent) {
			const at = places.get(up);
			if (at !== undefined) return at;
		}
		return -1;
	};
	const siblings = new Map<number, number[]>();
	for (const [at, row] of rows.entries()) {
		expect(row.parent).toBe(nearest(row.node));
		expect(row.parent).toBeLessThan(at);
		siblings.set(row.parent, [...(siblings.get(row.parent) ?? []), at]);
	}
	for (const [at, row] of rows.entries()) {
		// The lines from the row outwards: a connector where it is one of several, then a gutter for each such ancestor.
		const parts: string[] = [];
		for (let up = at; up !== -1; up = rows[up]!.parent) {
			const group = siblings.get(rows[up]!.parent)!;
			if (group.length === 1) continue;
			const last = group.at(-1) === up;
			parts.unshift(up === at ? (last ? "└─ " : "├─ ") : last ? "   " : "│  ");
		}
		expect(row.prefix).toBe(parts.join(""));
		expect(row.depth).toBe(parts.length);
		expect(row.folded).toBe(row.hidden > 0);
	}
	expect(rows.filter((row) => row.isLeaf).length).toBeLessThanOrEqual(1);
	expect(rows.filter((row) => row.onBranch).map((row) => row.node)).toEqual(
		tree.branch().filter((node) => places.has(node)),
	);
}

describe("any tree", () => {
	it("is drawn right under any filter, folds and query", () => {
		fc.assert(
			fc.property(anyEntries, options, (entries, { filter, folds, query }) => {
				const tree = new SessionTree(entries);
				const folded = new Set(folds.flatMap((n) => (tree.nodes[n] ? [rowKey(tree, tree.nodes[n])] : [])));
				const rows = treeRows(tree, { filter, folded, query });
				check(tree, rows);
				const position = leafPosition(tree);
				if (query === "" && position !== null) {
					// Where the entry that keeps a switch is shown it is the leaf, and a fold may hide what it moved to.
					const leaves = rows.filter((row) => row.isLeaf).map((row) => withoutSwitches(row.node));
					expect(leaves).toEqual([position]);
				}
				const open = treeRows(tree, { filter, query });
				const hidden = rows.reduce((sum, row) => sum + row.hidden, 0);
				expect(rows.length + hidden).toBe(open.length);
				if (query !== "") expect(rows).toEqual(open);
			}),
		);
	});

	it("holds every entry once in the view of all", () => {
		fc.assert(
			fc.property(anyEntries, (entries) => {
				const tree = new SessionTree(entries);
				const shown = treeRows(tree, { filter: "all" }).map((row) => row.node.index);
				expect(shown.sort((a, b) => a - b)).toEqual(tree.nodes.map((node) => node.index));
			}),
		);
	});
});
