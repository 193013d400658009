import { expect, test } from "vitest";
import { type TreeOptions, tree } from "../../src/commands/tree.js";
import { readSessionSync } from "../../src/session/session.js";
import { commandHome } from "../support/command.js";
import { assistant, chain, entry, header, label, lines, user } from "../support/entries.js";
import { realSessions } from "../support/stores.js";
import { leafEntry } from "../support/trees.js";

const content = lines(
	header({ id: "head" }),
	user("aa11", null, "first"),
	assistant("aa22", "aa11", "answer", 2),
	user("bb11", "aa22", "one way", 3),
	label("cc11", "bb11", "bb11", "mark", 4),
	user("dd11", "aa22", "other way", 5),
);

function made(text = content) {
	const home = commandHome();
	const path = home.write("s.jsonl", text);
	return {
		...home,
		path,
		tree: (options: TreeOptions = {}, over = {}) => home.run((io) => tree(path, options, io), over),
	};
}

test("draws the rows of the browser, each after the id of its entry", async () => {
	expect((await made().tree({}, { isTerminal: true, columns: 60 })).out).toMatchInlineSnapshot(`
		"aa11  user       first                            •
		aa22  assistant  answer                           •
		dd11  ├─ user       other way                     • ← leaf
		bb11  └─ user       one way                       [mark]
		"
	`);
	expect(
		(await made().tree({ filter: "user-only" })).out.split("\n").map((line) => line.slice(0, 4)),
	).toEqual(["aa11", "dd11", "bb11", ""]);
});

test("colours only where they are wanted", async () => {
	expect((await made().tree()).out).not.toContain("\x1b");
	expect((await made().tree({}, { colours: true })).out).toContain("\x1b[");
});

test("prints a small tree nested, children oldest first", async () => {
	const { tree, path } = made();
	const { entries } = readSessionSync(path);
	const [first, second, one, marker, other] = entries;
	expect((await tree({ json: true })).json()).toEqual({
		id: "head",
		leafId: "dd11",
		roots: [
			{
				entry: first,
				children: [
					{
						entry: second,
						children: [
							{
								entry: one,
								label: "mark",
								labelTimestamp: marker!.timestamp,
								children: [{ entry: marker, children: [] }],
							},
							{ entry: other, children: [] },
						],
					},
				],
			},
		],
	});
	expect(JSON.stringify((await tree({ json: true, filter: "default" })).json())).not.toContain("cc11");
});

test("prints any tree as a list, in the order of the drawing", async () => {
	const { json } = await made().tree({ json: true, flat: true });
	expect(json()).toEqual({
		id: "head",
		leafId: "dd11",
		entries: [
			{ id: "aa11", parentId: null, type: "message", depth: 0, isLeaf: false, onBranch: true },
			{ id: "aa22", parentId: "aa11", type: "message", depth: 1, isLeaf: false, onBranch: true },
			{ id: "dd11", parentId: "aa22", type: "message", depth: 2, isLeaf: true, onBranch: true },
			{
				id: "bb11",
				parentId: "aa22",
				type: "message",
				depth: 2,
				label: "mark",
				isLeaf: false,
				onBranch: false,
			},
			{ id: "cc11", parentId: "bb11", type: "label", depth: 3, isLeaf: false, onBranch: false },
		],
	});
});

test("holds every entry of every real session once", async () => {
	const home = commandHome();
	for (const path of realSessions) {
		const ids = readSessionSync(path).entries.map((item) => item.id);
		const { json } = await home.run((io) => tree(path, { json: true, flat: true }, io));
		expect((json().entries as { id: string }[]).map((item) => item.id).sort()).toEqual(ids.sort());
		const nested = await home.run((io) => tree(path, { json: true }, io));
		expect(nested.out.match(/"entry":/g)).toHaveLength(ids.length);
		nested.json();
	}
});

test("does not nest what is too deep, and lists it", async () => {
	const deep = made(lines(header(), ...chain(30_000)));
	const refused = await deep.tree({ json: true });
	expect(refused).toMatchObject({ code: 2, out: "" });
	expect(refused.err).toContain("--flat");
	const { json } = await deep.tree({ json: true, flat: true });
	expect((json().entries as { depth: number }[]).at(-1)).toMatchObject({ depth: 29_999 });
	expect((await deep.tree()).out.split("\n")).toHaveLength(30_001);
	expect(await deep.tree({ flat: true })).toMatchObject({ code: 2 });
});

test("shows of deep rows the innermost levels, in a line of bounded length", async () => {
	const ways = Array.from({ length: 3_000 }, (_, i) => [
		user(`a${i}`, i === 0 ? null : `a${i - 1}`),
		user(`b${i}`, i === 0 ? null : `a${i - 1}`),
	]).flat();
	const { out } = await made(lines(header(), ...ways)).tree();
	const rows = out.split("\n");
	expect(rows).toHaveLength(6_001);
	expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(120);
	expect(rows[5_000]).toMatch(/^\w+ +… │ .*[├└]─ user {7}request/);
});

test("says where nothing is shown, and what was left out", async () => {
	expect(await made(lines(header())).tree()).toMatchObject({
		code: 0,
		out: "",
		err: "The session has no entries.\n",
	});
	const moved = made(lines(header(), entry("model_change", "m", null), leafEntry("s", null, "m")));
	expect((await moved.tree()).err).toContain("Of 2 entries, default shows none");
	expect((await made(`${content}garbage\n`).tree()).err).toContain("1 damaged lines");
});
