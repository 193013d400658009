import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { CommandIo } from "../../src/commands/io.js";
import { type PruneCommandOptions, prune } from "../../src/commands/prune.js";
import { restoreCommand } from "../../src/commands/restore.js";
import { commandHome } from "../support/command.js";
import { at, header, label, lines, user } from "../support/entries.js";

const empty = (id: string, fields: object = {}) => lines(header({ id, ...fields }));
const text = (id: string, fields: object = {}) =>
	lines(header({ id, ...fields }), user("a", null, `of ${id}`));
const named = (name: string) =>
	lines({ type: "session_info", id: "n", parentId: null, timestamp: at(1), name });

function made(files: { [name: string]: string } = {}) {
	const home = commandHome();
	for (const [name, content] of Object.entries(files)) home.write(name, content);
	return {
		...home,
		prune: (options: PruneCommandOptions, over: Partial<CommandIo> = {}) =>
			home.run((io) => prune(options, io), over),
		names: () => Object.keys(home.bytes()).sort(),
	};
}

test("says what would go and what is spared, and touches nothing", async () => {
	const home = made({
		"empty.jsonl": empty("empty"),
		"named.jsonl": `${empty("named")}${named("kept")}`,
		"full.jsonl": text("full"),
	});
	const before = home.bytes();
	for (const options of [{}, { dryRun: true }]) {
		const { code, out, err } = await home.prune({ empty: true, ...options });
		expect(code).toBe(0);
		expect(out).toMatch(/^empty *\d+\w {2}0 {2}\d+ B {2}\(no messages\) {2}\/\S+ {2}no messages\n$/);
		expect(err).toMatch(
			/^Spared: 1 named\.\nnamed .*kept {2}\/\S+ {2}named\n1 session, \d+ B, would go to the trash; --yes does it\.\n$/,
		);
	}
	const { json } = await home.prune({ empty: true, json: true });
	const bytes = empty("empty").length;
	expect(json()).toEqual({
		dryRun: true,
		trashed: [
			{
				path: join(home.sessionDir, "empty.jsonl"),
				id: "empty",
				bytes,
				artifacts: [],
				reasons: ["no messages"],
			},
		],
		skipped: [{ path: join(home.sessionDir, "named.jsonl"), reason: "spared: named" }],
		bytes,
	});
	expect(home.bytes()).toEqual(before);
});

test("does with --yes what it said, and it can be brought back", async () => {
	const home = made({
		"a.jsonl": empty("a"),
		"b.jsonl": empty("b"),
		"parent.jsonl": empty("p"),
		"fork.jsonl": text("f", { parentSession: "/elsewhere/parent.jsonl" }),
		"labelled.jsonl": `${empty("l")}${lines(label("x", null, "y", "kept"))}`,
		"open.jsonl": empty("o"),
		"log.jsonl": "log\n",
		"nothing.jsonl": "",
	});
	home.open(join(home.sessionDir, "open.jsonl"));
	const before = home.bytes();
	const would = (await home.prune({ empty: true, damaged: true, json: true })).json();
	const did = await home.prune({ empty: true, damaged: true, yes: true, json: true });
	expect(did.code).toBe(0);
	expect(did.json()).toEqual({ ...would, dryRun: false });
	expect(
		(would.skipped as { path: string; reason: string }[])
			.map(({ path, reason }) => [path.slice(home.sessionDir.length + 1), reason])
			.sort(),
	).toEqual([
		["labelled.jsonl", "spared: labelled"],
		["log.jsonl", expect.stringContaining("no session: ")],
		["nothing.jsonl", "no session: empty file"],
		["open.jsonl", "spared: open"],
		["parent.jsonl", "spared: parent"],
	]);
	expect(home.names()).toEqual([
		"fork.jsonl",
		"labelled.jsonl",
		"log.jsonl",
		"nothing.jsonl",
		"open.jsonl",
		"parent.jsonl",
	]);
	await home.run((io) => restoreCommand([], { all: true }, io));
	expect(home.bytes()).toEqual(before);
});

test("rows begin with what selects the session, and repeat nothing", async () => {
	const home = made({
		"a.jsonl": text("01a22d84-4241-70aa-a0f8-4b51189ceae2"),
		"b.jsonl": text("01a22d84-4241-70aa-a0f8-4b51189ceae3"),
	});
	const { out } = await home.prune({ olderThan: "1d", fewerMessages: 5, unnamed: true });
	expect(out.split("\n").map((row) => row.split(/ {2,}/)[0])).toEqual(["189ceae2", "189ceae3", ""]);
	expect(out).not.toContain("last used");
	expect(out).not.toContain("1 message");
	expect(out).toMatch(/unnamed\n$/);
});

test("says what stays beside those that go", async () => {
	const home = made({ "a.jsonl": empty("a"), "b.jsonl": empty("b"), "a.jsonl.bak": "x", "b.jsonl.old": "y" });
	for (const options of [{}, { json: true }, { yes: true }])
		expect((await home.prune({ empty: true, ...options })).err).toContain(
			"2 files stay beside them: a.jsonl.bak, b.jsonl.old.",
		);
});

test("one is spoken of as one, several as several", async () => {
	const home = made({ "a.jsonl": empty("a"), "b.jsonl": empty("b"), "c.jsonl": text("c") });
	expect((await home.prune({ empty: true, yes: true })).err).toContain(
		"`prime-sessions restore` shows them.",
	);
	expect((await home.prune({ olderThan: "0d", yes: true })).err).toContain(
		"`prime-sessions restore` shows it.",
	);
});

test("what is spared goes when it is asked for", async () => {
	const home = made({
		"a.jsonl": `${empty("a")}${named("n")}`,
		"b.jsonl": `${empty("b")}${lines(label("x", null, "y", "l"))}`,
	});
	const { err } = await home.prune({ empty: true, includeNamed: true, includeLabelled: true, yes: true });
	expect(err).toMatch(/^Moved 2 sessions, \d+ B, to the trash/);
	expect(home.names()).toEqual([]);
});

test("a copy of a session goes, whatever its name; the longer stays", async () => {
	const whole = `${text("x")}${lines(user("b", "a"))}`;
	const home = made({ "copy.jsonl": text("x"), "whole.jsonl": whole, "other.jsonl": text("x2") });
	await home.prune({ duplicate: true, yes: true });
	expect(home.names()).toEqual(["other.jsonl", "whole.jsonl"]);
});

describe("is told", () => {
	test("what to look for, in words it knows", async () => {
		const home = made({ "a.jsonl": empty("a") });
		for (const options of [
			{ yes: true },
			{ includeNamed: true },
			{ olderThan: "soon" },
			{ largerThan: "big" },
			{ olderThan: "" },
			{ empty: true, yes: true, dryRun: true },
		])
			expect(await home.prune(options)).toMatchObject({ code: 2, out: "" });
		expect(home.names()).toEqual(["a.jsonl"]);
	});

	test("ages and sizes", async () => {
		const home = made({
			"a.jsonl": text("a"),
			"b.jsonl": lines(header({ id: "b" }), user("a", null, "x".repeat(3000))),
		});
		expect((await home.prune({ olderThan: "30d", largerThan: "2KB", json: true })).json()).toMatchObject({
			trashed: [{ id: "b" }],
		});
		expect((await home.prune({ olderThan: "2y", json: true })).json()).toMatchObject({ trashed: [] });
		expect((await home.prune({ olderThan: "0d", fewerMessages: 1, json: true })).json()).toMatchObject({
			trashed: [],
		});
	});
});

test("prunes 2,000 sessions in one go, and shows how far it is", async () => {
	const files = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`${n}.jsonl`, empty(`id-${n}`)]));
	const home = made({ ...files, "kept.jsonl": text("kept") });
	const shown: string[] = [];
	const { code, json } = await home.prune(
		{ empty: true, yes: true, json: true },
		{ progress: (line) => shown.push(line) },
	);
	expect([code, (json().trashed as unknown[]).length]).toEqual([0, 2_000]);
	expect(readdirSync(home.sessionDir)).toEqual(["kept.jsonl"]);
	const deleting = shown.filter((line) => line.startsWith("deleting"));
	expect(deleting[0]).toBe("deleting ░░░░░░░░░░░░░░░░░░░░ 1/2,000");
	expect(deleting.at(-1)).toBe("deleting ███████████████████░ 1,999/2,000");
	expect(shown.at(-1)).toBe("");
});
