import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { list } from "../../src/commands/list.js";
import { type MigrateOptions, migrate } from "../../src/commands/migrate.js";
import { migrateAtStart } from "../../src/commands/migrate-at-start.js";
import { openStore, type StoreOptions } from "../../src/commands/store-options.js";
import { readSessionSync } from "../../src/session/session.js";
import { commandHome } from "../support/command.js";
import { header, lines } from "../support/entries.js";
import { session } from "../support/project-store.js";

const v1 = `${JSON.stringify(header({ version: undefined, id: "v1" }))}\n${JSON.stringify({ type: "message", timestamp: "", message: { role: "user", content: "hi", timestamp: 1 } })}\n`;

function made() {
	const home = commandHome();
	home.write("--p--/s.jsonl", session("s"));
	home.write("--p--/equal.jsonl", session("equal"));
	home.write("equal.jsonl", session("equal"));
	home.write("--q--/old.jsonl", v1);
	home.write("--q--/notes.txt", "mine");
	return home;
}

test("moves and upgrades, says what and what stays, and has nothing left to do", async () => {
	const home = made();
	const { code, out, err } = await home.run((io) => migrate({}, io));
	expect(code).toBe(0);
	const at = (name: string) => join(home.sessionDir, name);
	expect(out.split("\n").sort()).toEqual(
		[
			"",
			`moved ${at("--p--/s.jsonl")} -> ${at("s.jsonl")}`,
			`moved ${at("--q--/old.jsonl")} -> ${at("old.jsonl")}`,
			`removed ${at("--p--")}, empty`,
			`trashed ${at("--p--/equal.jsonl")}, equal to ${at("equal.jsonl")}`,
			`upgraded ${at("old.jsonl")} from version 1`,
		].sort(),
	);
	expect(err).toBe(
		`stays: ${at("--q--/notes.txt")}: not a session file\n2 moved, 1 upgraded, 1 equal to another and trashed, 1 left.\n`,
	);
	expect(Object.keys(home.bytes()).sort()).toEqual([
		"--q--/notes.txt",
		"equal.jsonl",
		"old.jsonl",
		"s.jsonl",
	]);
	expect(readSessionSync(at("old.jsonl"))).toMatchObject({ version: 3, outdated: false });
	const bytes = home.bytes();
	expect(await home.run((io) => migrate({}, io))).toMatchObject({ code: 0, out: "" });
	expect(home.bytes()).toEqual(bytes);
});

test("says the same beforehand with --dry-run, as JSON too, and does nothing", async () => {
	const home = made();
	const before = home.bytes();
	const text = await home.run((io) => migrate({ dryRun: true }, io));
	expect(text.err).toContain("Nothing is done yet; it would be: 2 moved, 1 upgraded");
	expect(text.out).toMatch(/^would move /m);
	for (const line of text.out.trimEnd().split("\n"))
		expect(line).toMatch(/^would (move|trash|remove|upgrade) \//);
	const told = await home.run((io) => migrate({ dryRun: true, json: true }, io));
	expect(home.bytes()).toEqual(before);
	const done = await home.run((io) => migrate({ json: true }, io));
	const { upgraded, ...others } = done.json();
	expect(told.json()).toMatchObject({ ...others, dryRun: true });
	expect(Object.keys(done.json())).toEqual([
		"sessionDir",
		"dryRun",
		"moved",
		"artifacts",
		"trashed",
		"removed",
		"skipped",
		"upgraded",
	]);
	expect(upgraded).toEqual([{ path: join(home.sessionDir, "old.jsonl"), version: 1 }]);
	expect(done.json().skipped).toEqual([
		{ path: join(home.sessionDir, "--q--/notes.txt"), reason: "not a session file" },
	]);
	expect(done.err).toBe("");
});

test("refuses what an agent has open, and does the rest", async () => {
	const home = made();
	home.open(join(home.sessionDir, "--q--/old.jsonl"));
	const { code, err } = await home.run((io) => migrate({}, io));
	expect(code).toBe(3);
	expect(err).toContain("an agent has it open");
	expect(home.bytes()).toMatchObject({ "--q--/old.jsonl": v1, "s.jsonl": session("s") });
});

test("leaves newer versions and damaged files as they are, but for their place", async () => {
	const home = commandHome();
	const files = {
		"new.jsonl": lines(header({ version: 4 })),
		"odd.jsonl": lines(header({ version: "3" })),
		"log.jsonl": "log\n",
	};
	for (const [name, text] of Object.entries(files)) home.write(name, text);
	expect(await home.run((io) => migrate({}, io))).toMatchObject({
		code: 0,
		out: "",
		err: "There is nothing to move or to upgrade.\n",
	});
	expect(home.bytes()).toEqual(files);
});

test("says where there is nothing to do", async () => {
	const home = commandHome();
	home.write("s.jsonl", session("s"));
	home.write("--q--/notes.txt", "mine");
	for (const dryRun of [true, false]) {
		expect((await home.run((io) => migrate({ dryRun }, io))).err).toBe(
			`stays: ${join(home.sessionDir, "--q--/notes.txt")}: not a session file\nThere is nothing to move or to upgrade; 1 left.\n`,
		);
	}
});

test("says of pi's store what pi will make of it and how that is undone, before anything moves", async () => {
	const home = commandHome();
	const sessionDir = join(home.home, ".pi", "agent", "sessions");
	home.write("../../../.pi/agent/sessions/--p--/s.jsonl", session("s"));
	const warned: boolean[] = [];
	const run = (options: MigrateOptions) =>
		home.run((io) => {
			const err = (text: string) => {
				if (text.startsWith("These are pi's")) warned.push(existsSync(join(sessionDir, "--p--/s.jsonl")));
				io.err(text);
			};
			return migrate({ sessionDir, ...options }, { ...io, err });
		});
	expect((await run({ dryRun: true })).err).toContain("pi lists only those in per-project directories");
	const { code, err } = await run({});
	expect(code).toBe(0);
	expect(err).toMatch(/To undo it, .*move each file back/);
	expect(existsSync(join(sessionDir, "s.jsonl"))).toBe(true);
	// There is nothing left that pi could lose.
	expect((await run({})).err).toBe("There is nothing to move or to upgrade.\n");
	expect(warned).toEqual([true, true]);
});

test("list moves what older releases left behind, in the default store only, and says so on stderr", async () => {
	const home = made();
	const before = home.bytes();
	const run = (options: StoreOptions, env: NodeJS.ProcessEnv = {}) =>
		home.run((io) => list("", { all: true, json: true, ...options }, io), { env });
	for (const [options, env] of [
		[{ sessionDir: home.sessionDir }, {}],
		[{}, { PRIME_AGENT_SESSION_DIR: home.sessionDir }],
		[{}, { PRIME_AGENT_CODING_AGENT_SESSION_DIR: home.sessionDir }],
	] as const) {
		const { json, err } = await run(options, env);
		expect(json().sessions).toHaveLength(4);
		expect(err).toBe("");
		expect(home.bytes()).toEqual(before);
	}
	const { json, err } = await run({});
	expect(json().sessions).toHaveLength(3);
	expect(err).toBe(
		"2 sessions moved out of per-project directories, 1 equal copy put into the trash, 1 left (`prime-sessions migrate --dry-run` says why).\n",
	);
	// Old versions are upgraded on request only.
	expect(home.bytes()).toMatchObject({ "old.jsonl": v1, "s.jsonl": session("s") });
	expect((await run({})).err).toBe("");
});

test("at the start of the browser nothing is said where nothing moved", async () => {
	const home = made();
	const start = () =>
		home.run(async (io) => {
			io.out((await migrateAtStart(openStore({}, io), io)) ?? "");
			return 0;
		});
	expect((await start()).out).toContain("2 sessions moved");
	expect((await start()).out).toBe("");
});
