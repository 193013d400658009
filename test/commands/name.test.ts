import { chmodSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { list } from "../../src/commands/list.js";
import { type NameOptions, name } from "../../src/commands/name.js";
import { readSessionSync } from "../../src/session/session.js";
import { commandHome } from "../support/command.js";
import { assistant, header, label, lines, user } from "../support/entries.js";

const content = lines(header(), user("a", null), assistant("b", "a"));

function made(text = content) {
	const home = commandHome();
	const path = home.write("s.jsonl", text);
	return {
		...home,
		path,
		name: (words: string[], options: NameOptions = {}) => home.run((io) => name(path, words, options, io)),
		now: () => readSessionSync(path),
	};
}

test("sets, prints, replaces and clears the name", async () => {
	const { name, path } = made();
	expect(await name([])).toMatchObject({ code: 0, out: "", err: "The session has no name.\n" });
	expect(await name(["Fix", "the", "login"])).toMatchObject({
		code: 0,
		out: "",
		err: 'Named "Fix the login".\n',
	});
	expect(await name([])).toMatchObject({ code: 0, out: "Fix the login\n" });
	expect(readFileSync(path, "utf8").startsWith(content)).toBe(true);
	expect(await name([], { clear: true })).toMatchObject({ code: 0, err: "The name is cleared.\n" });
	expect(await name([])).toMatchObject({ out: "" });
	const before = readFileSync(path);
	expect(await name([], { clear: true })).toMatchObject({ code: 0, err: "The session has no name.\n" });
	expect(readFileSync(path).equals(before)).toBe(true);
});

test("prints what changed as JSON", async () => {
	const { name, path, now } = made();
	const set = await name(["x"], { json: true });
	const entryId = now().tree.leaf?.entry.id;
	const session = { session: path, id: now().header.id };
	expect(set.json()).toEqual({ ...session, name: "x", entryId, leafId: entryId });
	expect(set.err).toBe("");
	expect((await name([], { json: true })).json()).toEqual({ ...session, name: "x" });
	expect((await name(["x"], { json: true })).json()).toMatchObject({ entryId: null, leafId: entryId });
	expect((await name([], { json: true, clear: true })).json()).toMatchObject({ name: null });
});

test("takes any text that can be read, and none that cannot", async () => {
	for (const [given, kept] of [
		["  padded  ", "padded"],
		["two\nlines", "two lines"],
		["tab\tbed", "tab bed"],
		["\x1b]0;title\x07 \x1b[31mred", "red"],
		["../x", "../x"],
		["-rf", "-rf"],
		["--clear", "--clear"],
		["n".repeat(10_240), "n".repeat(10_240)],
		["日本語 👩‍💻", "日本語 👩‍💻"],
	] as const) {
		const { name } = made();
		expect(await name([given])).toMatchObject({ code: 0 });
		expect((await name([])).out).toBe(`${kept}\n`);
	}
	for (const given of [[""], ["  "], ["\t", "\n"], ["\x1b[31m"], ["\u200b"]]) {
		const { name, path } = made();
		expect(await name(given)).toMatchObject({ code: 2, out: "" });
		expect(readFileSync(path, "utf8")).toBe(content);
	}
	expect(await made().name(["x"], { clear: true })).toMatchObject({ code: 2 });
});

test("does not move a session in the list", async () => {
	const home = commandHome("prime");
	const order = async () => {
		const { json } = await home.run((io) => list("", { all: true, json: true }, io));
		return (json().sessions as { path: string }[]).map(({ path }) => basename(path));
	};
	const before = await order();
	for (const file of [before.at(-1), before[5]]) {
		const path = join(home.sessionDir, String(file));
		expect((await home.run((io) => name(path, ["renamed"], {}, io))).code).toBe(0);
	}
	expect(await order()).toEqual(before);
	expect(before.length).toBeGreaterThan(10);
});

test("says of a session that an agent has open when it will be seen, and writes it all the same", async () => {
	const { open, path, name } = made();
	open(path);
	const { code, err } = await name(["x"]);
	expect(code).toBe(0);
	expect(err).toContain(`process ${process.pid}`);
	expect(err).toContain("when it next loads it");
	expect((await name([])).out).toBe("x\n");
});

test("refuses a newer version, what is no session, and what is not there", async () => {
	const newer = made(lines(header({ version: 4 }), user("a", null)));
	expect(await newer.name(["x"])).toMatchObject({ code: 3, err: expect.stringContaining("newer agent") });
	expect(readFileSync(newer.path, "utf8")).not.toContain("session_info");
	expect(await made("not a session\n").name(["x"])).toMatchObject({ code: 1 });
	const { run, home } = made();
	expect(await run((io) => name(join(home, "gone.jsonl"), ["x"], {}, io))).toMatchObject({ code: 1 });
	expect(await run((io) => name("nothing like it", ["x"], {}, io))).toMatchObject({ code: 1 });
});

test.skipIf(process.getuid?.() === 0)("says that a read-only file stays as it is", async () => {
	const { name, path } = made();
	chmodSync(path, 0o400);
	expect(await name(["x"])).toMatchObject({ code: 1, err: expect.stringContaining("permission denied") });
	expect(readFileSync(path, "utf8")).toBe(content);
});

test("upgrades an old version first, and leaves the original to the trash", async () => {
	const old = made(
		`${JSON.stringify(header({ version: undefined }))}\n${JSON.stringify({ type: "message", timestamp: "", message: { role: "user", content: "hi", timestamp: 1 } })}\n`,
	);
	expect(await old.name(["x"])).toMatchObject({ code: 0 });
	expect(old.now()).toMatchObject({ version: 3, outdated: false });
	expect(Object.keys(old.bytes())).toEqual(["s.jsonl"]);
});

test("leaves the time of a file alone when it only prints", async () => {
	const { name, path } = made(content + lines(label("l", "b", "a", "x")));
	const before = statSync(path);
	await name([]);
	expect(statSync(path)).toMatchObject({ mtimeMs: before.mtimeMs, ino: before.ino });
});
