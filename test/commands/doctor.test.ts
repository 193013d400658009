import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { type DoctorOptions, doctor } from "../../src/commands/doctor.js";
import { readSessionSync } from "../../src/session/session.js";
import { repair } from "../../src/store/doctor.js";
import { commandHome } from "../support/command.js";
import { assistant, entry, header, label, lines, user } from "../support/entries.js";
import { hostileFiles } from "../support/hostile.js";

const sound = lines(header(), user("a", null), assistant("b", "a"));
const damaged = `${sound}not json\n${lines(user("c", "gone"))}`;

function made(files: { [name: string]: string } = {}) {
	const home = commandHome();
	for (const [name, text] of Object.entries(files)) home.write(name, text);
	return {
		...home,
		doctor: (selectors: string[] = [], options: DoctorOptions = {}) =>
			home.run((io) => doctor(selectors, options, io)),
	};
}

test("is content with a sound store, an empty one, and one that is not there", async () => {
	const home = made({ "a.jsonl": sound, "--p--/b.jsonl": sound });
	expect(await home.doctor()).toMatchObject({ code: 0, out: "", err: "2 sound.\n" });
	expect(await made().doctor()).toMatchObject({ code: 0, err: "0 sound.\n" });
	expect(await home.doctor([], { sessionDir: "missing" })).toMatchObject({ code: 0 });
});

test("says what is damaged, by line and by entry, and what is no session", async () => {
	const home = made({ "a.jsonl": sound, "b.jsonl": damaged, "c.jsonl": "log\n", "d.jsonl": "" });
	mkdirSync(join(home.sessionDir, "e.jsonl"));
	symlinkSync("nowhere", join(home.sessionDir, "f.jsonl"));
	const before = home.bytes();
	const { code, out, err } = await home.doctor();
	expect(code).toBe(1);
	expect(out).toContain(`damaged  ${join(home.sessionDir, "b.jsonl")}\n  line 4: `);
	expect(out).toContain("\n  entry c: its parent gone is missing\n");
	for (const name of ["c", "d", "e", "f"])
		expect(out).toContain(`unreadable  ${join(home.sessionDir, name)}.jsonl\n  `);
	expect(err).toBe("1 sound, 1 damaged, 4 unreadable. --repair mends what is damaged.\n");
	expect(home.bytes()).toEqual(before);
});

test("prints all of it as JSON", async () => {
	const home = made({ "a.jsonl": sound, "b.jsonl": damaged, "c.jsonl": "log\n" });
	const { json, err } = await home.doctor([], { json: true });
	const path = join(home.sessionDir, "b.jsonl");
	const { problems, faults } = readSessionSync(path);
	const session = {
		session: path,
		id: String(header().id),
		version: 3,
		damaged: true,
		oldLines: false,
		linesOnly: false,
	};
	expect(json()).toEqual({
		sessionDir: home.sessionDir,
		checked: 3,
		sessions: [{ ...session, problems, faults }],
		unreadable: [
			{ path: join(home.sessionDir, "c.jsonl"), reason: expect.stringContaining("no session header") },
		],
	});
	expect(problems.length + faults.length).toBe(2);
	expect(err).toBe("");
});

test("says of lines of an older version in a file of the present one what is wrong with it", async () => {
	const { id: _, parentId: __, ...stray } = user("c", "b");
	const home = made({ "a.jsonl": `${sound}${lines(stray)}` });
	const { code, out } = await home.doctor();
	expect(code).toBe(1);
	expect(out).toBe(
		`damaged  ${join(home.sessionDir, "a.jsonl")}\n  some of its lines are of an older version\n`,
	);
	const { json } = await home.doctor([], { json: true });
	expect(json()).toMatchObject({ sessions: [{ damaged: true, oldLines: true, problems: [], faults: [] }] });
});

test("mends what is damaged, beside the original, which goes to the trash", async () => {
	const home = made({ "a.jsonl": sound, "b.jsonl": damaged });
	const path = join(home.sessionDir, "b.jsonl");
	expect(await home.doctor([], { repair: true })).toMatchObject({
		code: 0,
		out: expect.stringContaining("mended; the original is in the trash"),
		err: "1 sound, 1 mended.\n",
	});
	expect(readdirSync(home.sessionDir).sort()).toEqual(["a.jsonl", "b.jsonl"]);
	const { problems, faults, entries } = readSessionSync(path);
	expect({ problems, faults }).toEqual({ problems: [], faults: [] });
	expect(entries).toHaveLength(3);
	const trash = join(process.env.XDG_DATA_HOME ?? "", "Trash");
	const originals = readdirSync(join(trash, "files")).map((name) =>
		readFileSync(join(trash, "files", name), "utf8"),
	);
	expect(originals).toContain(damaged);
	const bytes = home.bytes();
	expect(await home.doctor([], { repair: true })).toMatchObject({ code: 0, err: "2 sound.\n" });
	expect(home.bytes()).toEqual(bytes);
});

test("says where the original is when the trash does not take it", async () => {
	const home = made({ "b.jsonl": damaged });
	const path = join(home.sessionDir, "b.jsonl");
	const trash = () => Promise.reject(new Error("no trash here"));
	expect(await repair(path, home, { trash })).toEqual({ kind: "mended", original: `${path}.damaged.bak` });
	expect(readFileSync(`${path}.damaged.bak`, "utf8")).toBe(damaged);
});

test("refuses to mend what an agent has open, or a newer agent wrote; mends the others", async () => {
	const newer = `${lines(header({ version: 4 }))}not json\n`;
	const home = made({ "b.jsonl": damaged, "c.jsonl": damaged, "d.jsonl": newer });
	home.open(join(home.sessionDir, "b.jsonl"));
	const { code, json } = await home.doctor([], { repair: true, json: true });
	expect(code).toBe(3);
	const repairs = (json().sessions as { session: string; repair: { kind: string } }[]).map(
		({ session, repair }) => [basename(session), repair.kind],
	);
	expect(repairs).toEqual([
		["b.jsonl", "refused"],
		["c.jsonl", "mended"],
		["d.jsonl", "refused"],
	]);
	expect(home.bytes()).toMatchObject({ "b.jsonl": damaged, "d.jsonl": newer });
});

test("looks at the sessions that are named, also at what is none", async () => {
	const home = made({ "a.jsonl": sound, "b.jsonl": damaged, "c.jsonl": "log\n" });
	expect(await home.doctor(["a.jsonl"])).toMatchObject({ code: 0, err: "1 sound.\n" });
	const path = join(home.sessionDir, "c.jsonl");
	expect(await home.doctor([path, path])).toMatchObject({ code: 1, err: "0 sound, 1 unreadable.\n" });
	expect(await home.doctor([path], { repair: true })).toMatchObject({ code: 1 });
	expect(await home.doctor([join(home.home, "gone.jsonl")])).toMatchObject({ code: 1 });
	expect(await home.doctor(["no such session"])).toMatchObject({ code: 1 });
	expect(home.bytes()).toMatchObject({ "b.jsonl": damaged, "c.jsonl": "log\n" });
});

test("an old version and references that point nowhere are no damage", async () => {
	const old = `${JSON.stringify(header({ version: 2 }))}\n`;
	const nowhere =
		sound + lines(label("l", "b", "zz", "x"), entry("compaction", "k", "l", { firstKeptEntryId: "zz" }));
	const home = made({ "a.jsonl": old, "b.jsonl": nowhere });
	const { code, out, err } = await home.doctor([], { repair: true });
	expect(code).toBe(0);
	expect(out).toContain("harmless");
	expect(out).toContain("it marks zz, which is missing");
	expect(err).toBe("2 sound.\n");
	expect(home.bytes()).toEqual({ "a.jsonl": old, "b.jsonl": nowhere });
});

test("lists no more than a screenful of one file", async () => {
	const home = made({ "a.jsonl": sound + "x\n".repeat(1000) });
	const { out } = await home.doctor();
	expect(out.split("\n").length).toBeLessThan(25);
	expect(out).toContain("… and 980 more");
});

describe("what a killed write left", () => {
	const DAY = 24 * 3600 * 1000;
	const makeLeftover = () => {
		const home = made({ "a.jsonl": sound });
		const path = home.write(".a.jsonl.0123abcd.tmp", "half");
		const run = (age: number, options: DoctorOptions = {}, selectors: string[] = []) =>
			home.run((io) => doctor(selectors, options, io), { now: statSync(path).ctimeMs + age });
		return { ...home, path, run };
	};

	test("is named, and is no damage", async () => {
		const { run, path } = makeLeftover();
		expect(await run(3 * DAY)).toMatchObject({
			code: 0,
			out: `leftover  ${path}\n  of a write that was cut short 3 days ago, 4 B\n`,
			err: "1 sound, 1 leftover. --repair moves leftovers older than a day to the trash.\n",
		});
		expect((await run(DAY / 2)).err).toBe("1 sound, 1 leftover.\n");
		expect((await run(3 * DAY, { json: true })).json()).toMatchObject({ leftovers: [{ path, bytes: 4 }] });
		expect((await run(3 * DAY, {}, ["a.jsonl"])).err).toBe("1 sound.\n");
	});

	test("goes to the trash with --repair, once it is a day old", async () => {
		const { run, path, bytes } = makeLeftover();
		expect(await run(DAY - 1000, { repair: true })).toMatchObject({
			code: 0,
			out: expect.stringContaining("stays: it may be in use until it is a day old\n"),
			err: "1 sound, 1 leftover.\n",
		});
		expect(Object.keys(bytes())).toContain(basename(path));
		expect(await run(DAY + 1000, { repair: true })).toMatchObject({
			code: 0,
			out: expect.stringContaining("  moved to the trash\n"),
			err: "1 sound, 1 leftover moved to the trash.\n",
		});
		expect(Object.keys(bytes())).toEqual(["a.jsonl"]);
	});
});

describe("of every hostile file", () => {
	const files = hostileFiles.filter(({ large }) => !large);
	test.each(files)(
		"$name: says something or nothing, and leaves nothing damaged that can be mended",
		async ({ content, error, readOnly }) => {
			const home = made();
			const path = join(home.sessionDir, "x.jsonl");
			if (typeof content === "function") content(path);
			else writeFileSync(path, content);
			const before = statSync(home.sessionDir).mtimeMs;
			const { code, out } = await home.doctor();
			expect(statSync(home.sessionDir).mtimeMs).toBe(before);
			expect(out).not.toMatch(/\x1b/);
			if (error !== undefined) expect(code).toBe(error === "not-found" ? code : 1);
			else if (readOnly === undefined && code === 1) {
				expect(await home.doctor([], { repair: true })).toMatchObject({ code: 0 });
				expect(await home.doctor()).toMatchObject({ code: 0 });
			}
		},
	);
});
