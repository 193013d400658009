import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { abandoned, choose } from "../../src/session/branch-choice.js";
import { SessionTree } from "../../src/session/tree.js";
import { leafPosition } from "../../src/session/tree-rows.js";
import { assistant, entry, user } from "../support/entries.js";
import { anyEntries, leafEntry } from "../support/trees.js";

const tree = new SessionTree([
	user("u1", null, "first"),
	assistant("a1", "u1"),
	user("u2", "a1", "second"),
	assistant("a2", "u2"),
	entry("custom_message", "x", "a1", { customType: "ext", content: "told\nagain", display: true }),
	entry("message", "pic", "a1", {
		message: {
			role: "user",
			content: [
				{ type: "text", text: "look" },
				{ type: "image", data: "AAAA", mimeType: "image/png" },
				{ type: "text", text: "at both" },
				{ type: "image", data: "AAAA", mimeType: "image/png" },
			],
		},
	}),
	entry("model_change", "end", "x"),
]);
const chosen = (id: string, of = tree) => choose(of, of.node(id)!);

describe("choosing", () => {
	it("the leaf does nothing", () => {
		expect(chosen("end")).toEqual({ kind: "already-here" });
	});

	it("a request goes back before it, with its text to edit", () => {
		expect(chosen("u2")).toEqual({ kind: "move", leafId: "a1", prompt: "second", images: 0 });
		expect(chosen("x")).toEqual({ kind: "move", leafId: "a1", prompt: "told\nagain", images: 0 });
		expect(chosen("pic")).toEqual({ kind: "move", leafId: "a1", prompt: "look\nat both", images: 2 });
	});

	it("the first request goes before all entries", () => {
		expect(chosen("u1")).toEqual({ kind: "move", leafId: null, prompt: "first", images: 0 });
	});

	it("any other entry goes there, with nothing to edit", () => {
		for (const id of ["a1", "a2"])
			expect(chosen(id)).toEqual({ kind: "move", leafId: id, prompt: "", images: 0 });
	});

	it("sees through entries that keep a switch", () => {
		const moved = new SessionTree([
			...tree.nodes.map((node) => node.entry),
			leafEntry("s1", "a1", "end"),
			user("u3", "s1", "third"),
			leafEntry("s2", "a2", "u3"),
			leafEntry("s3", "s2", "a2"),
		]);
		for (const id of ["s3", "s2", "a2"]) expect(chosen(id, moved)).toEqual({ kind: "already-here" });
		expect(chosen("u3", moved)).toMatchObject({ leafId: "a1", prompt: "third" });
		expect(chosen("s1", moved)).toMatchObject({ leafId: "a1", prompt: "" });
	});

	it("an entry whose id another has too is not possible", () => {
		const twins = new SessionTree([
			user("u", null),
			assistant("t", "u"),
			assistant("t", "u"),
			user("e", "u"),
		]);
		expect(choose(twins, twins.nodes[1]!)).toMatchObject({ kind: "unreachable" });
		expect(choose(twins, twins.nodes[2]!)).toMatchObject({ kind: "move", leafId: "t" });
	});
});

describe("what is left behind", () => {
	const left = (from: string, to: string | null) => {
		const { entries, ...counts } = abandoned(tree, tree.node(from)!, to);
		return { ids: entries.map((item) => item.id), ...counts };
	};

	it("reaches up to the common ancestor with the new leaf", () => {
		expect(left("a2", "end")).toEqual({ ids: ["u2", "a2"], messages: 2, requests: 1, files: 0 });
		expect(left("a2", "a1").ids).toEqual(["u2", "a2"]);
		expect(left("a2", null).ids).toEqual(["u1", "a1", "u2", "a2"]);
		expect(left("a1", "a2").ids).toEqual([]);
		expect(abandoned(tree, null, "a2").entries).toEqual([]);
	});

	it("counts requests, messages and changed files, and no entries that keep a switch", () => {
		const edit = { type: "toolCall", id: "c", name: "edit", arguments: { path: "a.ts", edits: [] } };
		const worked = new SessionTree([
			user("u", null),
			leafEntry("s", "u", "u"),
			user("v", "s"),
			entry("message", "w", "v", { message: { role: "assistant", content: [edit] } }),
			entry("agent_status", "st", "w"),
		]);
		const { entries, ...counts } = abandoned(worked, worked.leaf, "u");
		expect(entries.map((item) => item.id)).toEqual(["v", "w", "st"]);
		expect(counts).toEqual({ messages: 2, requests: 1, files: 1 });
	});

	it("is the old path without the new one, in any tree", () => {
		fc.assert(
			fc.property(anyEntries, fc.nat(), (entries, pick) => {
				const any = new SessionTree(entries);
				if (any.nodes.length === 0) return;
				const choice = choose(any, any.nodes[pick % any.nodes.length]!);
				if (choice.kind !== "move") return;
				const to = choice.leafId === null ? null : any.node(choice.leafId)!;
				const kept = new Set(to === null ? [] : any.branch(to));
				const old = leafPosition(any);
				const expected = (old === null ? [] : any.branch(old)).filter(
					(node) => !kept.has(node) && !(node.entry.type === "custom"),
				);
				expect(abandoned(any, old, choice.leafId).entries).toEqual(expected.map((node) => node.entry));
			}),
		);
	});
});
