import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type ForkCommandOptions, fork } from "../../src/commands/fork.js";
import { readSessionSync } from "../../src/session/session.js";
import { nameOf } from "../../src/session/session-name.js";
import { projectDirectoryName } from "../../src/store/session-directory.js";
import { commandHome } from "../support/command.js";
import { assistant, chain, deepLine, entry, header, label, lines, user } from "../support/entries.js";
import { realSessions, storesDir } from "../support/stores.js";

const content = lines(
	header(),
	user("a1", null),
	assistant("b1", "a1"),
	label("l1", "b1", "a1", "start"),
	entry("git_state", "g1", "l1", { git: { branch: "main" } }),
	user("c1", "g1"),
	user("d1", "b1", "another branch"),
);

function made(name = "s.jsonl", text = content) {
	const home = commandHome();
	const path = home.write(name, text);
	return {
		...home,
		path,
		fork: (options: ForkCommandOptions = {}) => home.run((io) => fork(path, options, io)),
	};
}

test("takes along values nested more deeply than calls can be", async () => {
	const deep = deepLine("custom_message", "d", "a");
	const { fork } = made("s.jsonl", lines(header(), user("a", null)) + deep);
	const { code, out } = await fork();
	expect(code).toBe(0);
	expect(readFileSync(out.trimEnd(), "utf8")).toContain(deep);
});

test("makes a file of the active branch, prints its path, and leaves the source as it is", async () => {
	const { fork, path, sessionDir } = made();
	const { code, out, err } = await fork();
	expect(code).toBe(0);
	expect(err).toContain("A new session of 4 entries");
	const session = readSessionSync(out.trimEnd());
	expect(dirname(out)).toBe(sessionDir);
	expect(session.header).toMatchObject({ parentSession: path, cwd: "/w", rlmDepth: 0 });
	expect(session.header.id).not.toBe(readSessionSync(path).header.id);
	expect(session.tree.branch().map(({ entry }) => entry.type)).toEqual([
		"message",
		"message",
		"message",
		"label",
	]);
	expect(session.tree.label("a1")?.label).toBe("start");
	expect(readFileSync(path, "utf8")).toBe(content);
});

test("ends the branch at an entry, in another directory, with a name", async () => {
	const { fork, home } = made();
	mkdirSync(join(home, "elsewhere"));
	const { json } = await fork({ at: "c", cwd: "elsewhere", name: " try\tagain ", json: true });
	const made1 = readSessionSync(String(json().session));
	expect(json()).toEqual({
		session: made1.path,
		id: made1.header.id,
		parent: join(home, ".prime/agent/sessions/s.jsonl"),
		entryId: "c1",
		leafId: made1.tree.leaf?.entry.id,
		cwd: join(home, "elsewhere"),
		name: "try again",
	});
	expect(nameOf(made1.entries)).toBe("try again");
	// What was known of the other repository is left out.
	expect(made1.entries.map(({ type }) => type)).toEqual([
		"message",
		"message",
		"message",
		"label",
		"session_info",
	]);
	expect(made1.faults).toEqual([]);
});

test("keeps what is known of the repository within it", async () => {
	const { fork } = made();
	const { out } = await fork({ at: "c1" });
	expect(readSessionSync(out.trimEnd()).entries.map(({ type }) => type)).toContain("git_state");
});

test("refuses an unknown entry, a directory that is not there, an empty name, a newer version", async () => {
	const { fork, bytes } = made();
	expect(await fork({ at: "zz" })).toMatchObject({ code: 1 });
	expect(await fork({ cwd: "missing" })).toMatchObject({
		code: 1,
		err: expect.stringContaining("no such directory"),
	});
	expect(await fork({ name: " " })).toMatchObject({ code: 2 });
	expect(Object.keys(bytes())).toEqual(["s.jsonl"]);
	expect(await made("n.jsonl", lines(header({ version: 4 }), user("a", null))).fork()).toMatchObject({
		code: 3,
	});
});

test("puts a fork of a session in a project's directory there, or in that of its own", async () => {
	const { fork, home, sessionDir } = made("--w--/2026-01-01T12-00-00-000Z_01a0.jsonl");
	expect(dirname((await fork()).out)).toBe(join(sessionDir, "--w--"));
	const elsewhere = join(home, "with space");
	mkdirSync(elsewhere);
	const { out } = await fork({ cwd: elsewhere });
	expect(dirname(out)).toBe(join(sessionDir, projectDirectoryName(elsewhere)));
});

test("gives directories of projects the names that pi gives them", () => {
	const sessions = realSessions.filter((path) => path.startsWith(join(storesDir, "pi-1.6.0")));
	for (const path of sessions) {
		expect(path).toContain(`/${projectDirectoryName(readSessionSync(path).header.cwd)}/`);
	}
	expect(sessions.length).toBeGreaterThan(5);
});

test("puts a fork of a sub-agent's session among the sessions", async () => {
	const { fork, sessionDir } = made("../session-artifacts/x/sub-0a1b2c3d/s.jsonl");
	expect(dirname((await fork()).out)).toBe(sessionDir);
});

test("copies a chain of 30,000 entries", async () => {
	const { fork } = made("s.jsonl", lines(header(), ...chain(30_000)));
	expect((await fork()).err).toContain("30000 entries");
});
