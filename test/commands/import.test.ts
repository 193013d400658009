import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type ImportOptions, importFile } from "../../src/commands/import.js";
import { list } from "../../src/commands/list.js";
import { commandHome } from "../support/command.js";
import { assistant, header, lines, user } from "../support/entries.js";
import { realSessions, storesDir } from "../support/stores.js";

const content = `${lines(header(), user("a", null), assistant("b", "a"))}not json\n{"type":"message","id":"torn`;

function made(fixture?: "prime") {
	const home = commandHome(fixture);
	const from = join(home.home, "downloads");
	mkdirSync(from);
	return {
		...home,
		from,
		file: (name: string, text: string | Buffer = content) => {
			const path = join(from, name);
			writeFileSync(path, text);
			return path;
		},
		import: (path: string, options: ImportOptions = {}) => home.run((io) => importFile(path, options, io)),
	};
}

test("copies a file byte for byte, for its owner alone, and prints where it is", async () => {
	const home = made();
	const path = home.file("mine.jsonl");
	const { code, out, err } = await home.import("downloads/mine.jsonl");
	expect(code).toBe(0);
	expect(out).toBe(`${join(home.sessionDir, "mine.jsonl")}\n`);
	expect(err).toContain("lines are damaged");
	expect(home.bytes()).toEqual({ "mine.jsonl": content });
	expect(statSync(join(home.sessionDir, "mine.jsonl")).mode & 0o777).toBe(0o600);
	expect(readFileSync(path, "utf8")).toBe(content);
	const listed = (await home.run((io) => list("", { all: true, json: true }, io))).json();
	expect(listed).toMatchObject({ sessions: [{ path: join(home.sessionDir, "mine.jsonl") }] });
});

test("is never over another: the next free name, and that is said; so is an id that is there already", async () => {
	const home = made();
	const path = home.file("mine.jsonl");
	const before = home.write("mine.jsonl", lines(header({ id: "another" })));
	const first = await home.import(path);
	expect(first.out).toBe(`${join(home.sessionDir, "mine-1.jsonl")}\n`);
	expect(first.err).toContain("another");
	expect(first.err).not.toContain("same id");
	const second = await home.import(home.file("mine.jsonl", `${lines(header())}`), { json: true });
	expect(second.err).toContain("mine-1.jsonl has the same id");
	expect(second.json()).toMatchObject({
		session: join(home.sessionDir, "mine-2.jsonl"),
		source: path,
		renamed: true,
		copied: true,
		sameId: [join(home.sessionDir, "mine-1.jsonl")],
	});
	expect(readFileSync(before, "utf8")).toContain('"another"');
	expect(readdirSync(home.sessionDir).sort()).toEqual(["mine-1.jsonl", "mine-2.jsonl", "mine.jsonl"]);
});

test("a file that the store has, byte for byte, is not copied a second time", async () => {
	const home = made();
	const first = await home.import(home.file("mine.jsonl"));
	const before = home.bytes();
	for (const name of ["mine.jsonl", "other-name.jsonl"]) {
		const { code, out, err } = await home.import(home.file(name));
		expect({ code, out }).toEqual({ code: 0, out: first.out });
		expect(err).toBe("The store has this very session already; nothing was copied.\n");
	}
	const { json } = await home.import(home.file("mine.jsonl"), { json: true });
	const there = join(home.sessionDir, "mine.jsonl");
	expect(json()).toMatchObject({ session: there, copied: false, renamed: false, sameId: [there] });
	expect(home.bytes()).toEqual(before);
	symlinkSync(home.file("linked.jsonl"), join(home.from, "link.jsonl"));
	expect((await home.import(join(home.from, "link.jsonl"))).out).toBe(first.out);
});

test("names a file that is not named as sessions are by its id, if that can be a name", async () => {
	const home = made();
	for (const [name, id, wanted] of [
		["export.txt", "01a0", "01a0.jsonl"],
		[".jsonl", "01a1", "01a1.jsonl"],
		["evil", "../../evil", "imported.jsonl"],
		["hidden", ".hidden", "imported-1.jsonl"],
		[`${"n".repeat(248)}.jsonl`, "01a2", "01a2.jsonl"],
		["a[1] {x} 日本.jsonl", "01a3", "a[1] {x} 日本.jsonl"],
	] as const) {
		const { out } = await home.import(home.file(name, lines(header({ id }))));
		expect(basename(out.trimEnd())).toBe(wanted);
	}
});

test("refuses what is no session, is not there, or is in the store already", async () => {
	const home = made();
	for (const text of ["", "not json\n", lines(user("a", null)), "log\n".repeat(20_000)]) {
		expect(await home.import(home.file("x.jsonl", text))).toMatchObject({ code: 1, out: "" });
	}
	expect(await home.import(home.from)).toMatchObject({ code: 1 });
	expect(await home.import("gone.jsonl")).toMatchObject({
		code: 1,
		err: expect.stringContaining("no such file"),
	});
	const inside = [home.write("a.jsonl", content), home.write("--p--/b.jsonl", content)];
	const before = home.bytes();
	symlinkSync(home.sessionDir, join(home.home, "alias"));
	for (const path of [...inside, join(home.home, "alias", "a.jsonl")]) {
		expect(await home.import(path)).toMatchObject({ code: 1, err: expect.stringContaining("already") });
	}
	expect(home.bytes()).toEqual(before);
});

test("takes old and newer versions as they are, and says what is left behind", async () => {
	const home = made();
	for (const version of [undefined, 2, 4]) {
		const text = lines(header({ version }));
		const { out } = await home.import(home.file(`v${version}.jsonl`, text));
		expect(readFileSync(out.trimEnd(), "utf8")).toBe(text);
	}
	const artifacts = join(home.home, "session-artifacts", "01a9");
	mkdirSync(artifacts, { recursive: true });
	const { err } = await home.import(home.file("parent.jsonl", lines(header({ id: "01a9" }))));
	expect(err).toContain(`stay in ${artifacts}`);
	const sub = await home.import(home.file("sub.jsonl", lines(header({ id: "01aa", rlmDepth: 1 }))));
	expect(sub.err).toContain("sub-agent");
});

test("puts pi's sessions into the directory of their project", async () => {
	const home = made();
	const pi = realSessions.filter((path) => path.startsWith(join(storesDir, "pi-1.6.0")));
	for (const path of pi) {
		const { code, out } = await home.import(path, { sessionDir: join(home.home, ".pi/agent/sessions") });
		expect(code).toBe(0);
		expect(basename(dirname(out.trimEnd()))).toBe(basename(dirname(path)));
		expect(readFileSync(out.trimEnd()).equals(readFileSync(path))).toBe(true);
	}
	expect(pi.length).toBeGreaterThan(5);
});
