import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SessionEntry } from "../../src/session/entries.js";
import { countBranches, SessionTree, type TreeNode } from "../../src/session/tree.js";
import { assistant, at, chain, entry, label, user } from "../support/entries.js";

/** Entries `0`, `1`, … whose parents are the given numbers; null for a root, a number out of range for a lost one. */
const graph = (parents: readonly (number | null)[]): SessionEntry[] =>
	parents.map((parent, i) => user(String(i), parent === null ? null : String(parent), "x", 1));

/** Who is whose parent by the rules of behaviour.md §2, found the slow way. */
function expectedParents(parents: readonly (number | null)[]): number[] {
	const links = parents.map((parent) => (parent !== null && parent < parents.length ? parent : -1));
	for (let i = 0; i < links.length; i++) {
		const seen = new Set<number>();
		let below = links[i]!;
		while (below !== -1 && below !== i && !seen.has(below)) {
			seen.add(below);
			below = links[below]!;
		}
		// In file order, so the first that meets itself is the earliest of its cycle.
		if (below === i) links[i] = -1;
	}
	return links;
}

function check(parents: readonly (number | null)[]): void {
	const tree = new SessionTree(graph(parents));
	const links = expectedParents(parents);
	expect(tree.nodes.map((node) => node.parent?.index ?? -1)).toEqual(links);
	expect(tree.roots.map((node) => node.index)).toEqual(links.flatMap((link, i) => (link === -1 ? [i] : [])));
	const walked = [...tree.preorder()];
	expect(walked.map((node) => node.index).sort((a, b) => a - b)).toEqual(parents.map((_, i) => i));
	for (const node of walked) {
		const path = tree.branch(node);
		expect(new Set(path).size).toBe(path.length);
		expect(path.at(-1)).toBe(node);
		expect(path[0]!.parent).toBeNull();
		for (const child of node.children) expect(child.parent).toBe(node);
		const named = parents[node.index];
		const gap =
			named === null || node.parent !== null
				? undefined
				: named! < parents.length
					? "cycle"
					: "missing-parent";
		expect(node.gap).toBe(gap);
	}
}

describe("the tree of any parents", () => {
	it("holds every entry once and ends, for all graphs of up to five entries", () => {
		for (let size = 0; size <= 5; size++) {
			const choices = size + 2;
			for (let n = 0; n < choices ** size; n++) {
				const parents = Array.from({ length: size }, (_, i) => Math.floor(n / choices ** i) % choices);
				check(parents.map((parent) => (parent === size + 1 ? null : parent)));
			}
		}
	});

	it("holds every entry once and ends, for random graphs of a thousand", () => {
		const parent = fc.oneof(fc.nat(1100), fc.constant(null));
		fc.assert(
			fc.property(fc.array(parent, { minLength: 1000, maxLength: 1000 }), (parents) => check(parents)),
			{ numRuns: 20 },
		);
	});

	it("is the same when it grows by appending as when it is built at once", () => {
		const parents = fc
			.array(fc.nat(), { maxLength: 30 })
			.map((ns) => ns.map((n, i) => (n % (i + 1) === i ? null : n % (i + 1))));
		fc.assert(
			fc.property(parents, fc.array(fc.nat(59), { minLength: 30, maxLength: 30 }), (links, minutes) => {
				const entries = graph(links).map((e, i) => ({ ...e, timestamp: at(minutes[i]!) }));
				const grown = new SessionTree([]);
				for (const e of entries) grown.append(e);
				const shape = (tree: SessionTree) =>
					[...tree.preorder()].map((node) => [node.index, node.parent?.index]);
				expect(shape(grown)).toEqual(shape(new SessionTree(entries)));
			}),
		);
	});

	it("takes no part of its time for each other entry", () => {
		const tree = new SessionTree(chain(200_000));
		expect(tree.branch()).toHaveLength(200_000);
		expect(tree.branchCount).toBe(1);
		const star = new SessionTree([user("r", null), ...chain(100_000).map((e) => ({ ...e, parentId: "r" }))]);
		expect(star.branchCount).toBe(100_000);
	});
});

describe("SessionTree", () => {
	it("orders children by time, then by their place in the file; an unreadable time comes last", () => {
		const tree = new SessionTree([
			user("r", null),
			user("late", "r", "", 9),
			{ ...user("odd", "r"), timestamp: "soon" },
			user("early", "r", "", 2),
			user("tie", "r", "", 2),
		]);
		expect(tree.roots[0]!.children.map((node) => node.entry.id)).toEqual(["early", "tie", "late", "odd"]);
	});

	it("finds the last of two entries with one id, and keeps both", () => {
		const tree = new SessionTree([
			user("a", null),
			user("b", "a", "first"),
			user("b", "a", "second"),
			assistant("c", "b"),
		]);
		expect(tree.node("b")!.index).toBe(2);
		expect(tree.branch().map((node) => node.index)).toEqual([0, 2, 3]);
		expect([...tree.preorder()]).toHaveLength(4);
		expect(tree.faults).toMatchObject([{ kind: "duplicate-id", index: 2, id: "b" }]);
	});

	it("has the newest label of each entry, and none where it was cleared", () => {
		const tree = new SessionTree([
			user("a", null),
			user("b", "a"),
			label("1", "b", "a", "old", 1),
			label("2", "1", "a", "new", 2),
			label("3", "2", "b", "gone", 3),
			label("4", "3", "b"),
			label("5", "4", "b", "  "),
			label("6", "5", "lost", "x", 6),
		]);
		expect(tree.label("a")).toEqual({ label: "new", timestamp: at(2) });
		expect([...tree.labels.keys()]).toEqual(["a", "lost"]);
		expect(tree.faults).toMatchObject([{ kind: "missing-label-target", id: "6" }]);
	});

	it("finds the nearest common ancestor, or none", () => {
		const tree = new SessionTree([
			user("a", null),
			user("b", "a"),
			user("c", "b"),
			user("d", "a"),
			user("x", null),
		]);
		const common = (one: string, other: string) =>
			tree.commonAncestor(tree.node(one)!, tree.node(other)!)?.entry.id;
		expect([common("c", "d"), common("c", "b"), common("d", "d"), common("c", "x")]).toEqual([
			"a",
			"b",
			"d",
			undefined,
		]);
		expect(tree.commonAncestor(null, tree.node("a")!)).toBeNull();
	});

	it("reports a compaction that keeps from an entry that is not before it", () => {
		const keep = (id: string, parentId: string, first: string) =>
			entry("compaction", id, parentId, { summary: "s", firstKeptEntryId: first, tokensBefore: 1 });
		const tree = new SessionTree([
			user("a", null),
			user("b", "a"),
			user("side", "a"),
			keep("good", "b", "a"),
			keep("itself", "good", "itself"),
			keep("beside", "itself", "side"),
			keep("below", "beside", "end"),
			user("end", "below"),
		]);
		expect(tree.faults.map((fault) => fault.id)).toEqual(["itself", "beside", "below"]);
	});

	it("takes only entries with a new id and a known parent", () => {
		const tree = new SessionTree([user("a", null)]);
		expect(() => tree.append(user("a", null))).toThrow(RangeError);
		expect(() => tree.append(user("b", "lost"))).toThrow(RangeError);
		expect(tree.leaf!.entry.id).toBe("a");
		expect(new SessionTree([]).leaf).toBeNull();
	});
});

describe("countBranches", () => {
	it("counts the ends of the conversation, whatever bookkeeping follows them", () => {
		//        0 ─ 1 ─ 2(label)
		//            └ 3(label) ─ 4
		expect(countBranches([-1, 0, 1, 1, 3], [1, 1, 0, 0, 1])).toBe(1);
		expect(countBranches([-1, 0, 0, 2], [1, 1, 1, 0])).toBe(2);
		expect(countBranches([-1, 0], [0, 0])).toBe(0);
		expect(countBranches([1, 0, 2], [1, 1, 1])).toBe(2);
		expect(countBranches([], [])).toBe(0);
	});

	it("agrees with looking below every entry", () => {
		const isBelow = (node: TreeNode, above: TreeNode) => {
			for (let up = node.parent; up !== null; up = up.parent) if (up === above) return true;
			return false;
		};
		fc.assert(
			fc.property(
				fc.array(fc.tuple(fc.integer({ min: -1, max: 20 }), fc.boolean()), { maxLength: 20 }),
				(picks) => {
					const parents = picks.map(([parent]) => (parent < picks.length ? parent : -1));
					const tree = new SessionTree(graph(parents.map((parent) => (parent === -1 ? null : parent))));
					const talk = picks.map(([, conversational]) => (conversational ? 1 : 0));
					const ends = tree.nodes.filter(
						(node) => talk[node.index] && !tree.nodes.some((n) => talk[n.index] && isBelow(n, node)),
					);
					expect(countBranches(parents, talk)).toBe(ends.length);
				},
			),
		);
	});
});
