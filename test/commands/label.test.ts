import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type LabelOptions, label } from "../../src/commands/label.js";
import { readSessionSync } from "../../src/session/session.js";
import { commandHome } from "../support/command.js";
import { assistant, chain, header, lines, user } from "../support/entries.js";

const content = lines(header(), user("aa11", null), assistant("aa22", "aa11"), user("b", "aa22"));

function made(text = content) {
	const home = commandHome();
	const path = home.write("s.jsonl", text);
	return {
		...home,
		path,
		label: (entry: string, words: string[], options: LabelOptions = {}) =>
			home.run((io) => label(path, entry, words, options, io)),
		labels: () => Object.fromEntries(readSessionSync(path).tree.labels),
	};
}

test("sets, prints and clears the label of an entry, by its id or the beginning of it", async () => {
	const { label, labels, path } = made();
	expect(await label("aa1", [])).toMatchObject({ code: 0, out: "", err: "aa11 has no label.\n" });
	expect(await label("aa1", ["start", "here"])).toMatchObject({
		code: 0,
		err: 'Labelled aa11 "start here".\n',
	});
	expect(labels()).toMatchObject({ aa11: { label: "start here" } });
	expect(await label("aa11", [])).toMatchObject({ out: "start here\n" });
	expect(await label("aa11", [], { clear: true })).toMatchObject({ err: "The label of aa11 is cleared.\n" });
	expect(labels()).toEqual({});
	const before = readFileSync(path);
	expect(await label("aa11", [], { clear: true })).toMatchObject({ code: 0, err: "aa11 has no label.\n" });
	expect(readFileSync(path).equals(before)).toBe(true);
});

test("prints what changed as JSON", async () => {
	const { label, path } = made();
	const { json } = await label("b", ["x"], { json: true });
	const { header: head, tree } = readSessionSync(path);
	const leafId = tree.leaf?.entry.id;
	expect(json()).toEqual({ session: path, id: head.id, entryId: "b", label: "x", leafId });
	expect((await label("b", [], { json: true, clear: true })).json()).toMatchObject({
		entryId: "b",
		label: null,
	});
});

test("refuses an entry that is not there, or that several may be", async () => {
	const { label, path } = made();
	expect(await label("aa", ["x"])).toMatchObject({ code: 1, err: expect.stringContaining("2 entries") });
	for (const entry of ["zz", "", "A"]) expect(await label(entry, ["x"])).toMatchObject({ code: 1 });
	expect(await label("b", ["  "])).toMatchObject({ code: 2 });
	expect(await label("b", ["x"], { clear: true })).toMatchObject({ code: 2 });
	expect(readFileSync(path, "utf8")).toBe(content);
});

test("works on a chain of 30,000 entries, on an open session, and not on a newer version", async () => {
	const deep = made(lines(header(), ...chain(30_000)));
	deep.open(deep.path);
	const { code, err } = await deep.label("00007000", ["deep"]);
	expect(code).toBe(0);
	expect(err).toContain("when it next loads it");
	expect(deep.labels()).toMatchObject({ "00007000": { label: "deep" } });
	expect(await made(lines(header({ version: 9 }), user("a", null))).label("a", ["x"])).toMatchObject({
		code: 3,
	});
});
