import { cpSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { info } from "../../src/commands/info.js";
import { CommandError, type CommandIo } from "../../src/commands/io.js";
import { list } from "../../src/commands/list.js";
import { selectSession } from "../../src/commands/select.js";
import { show } from "../../src/commands/show.js";
import { openStore } from "../../src/commands/store-options.js";
import { columnsOf } from "../../src/text/columns.js";
import { header, lines, user } from "../support/entries.js";
import { writeHostileFiles } from "../support/hostile.js";
import { storesDir } from "../support/stores.js";

const sessionDir = join(storesDir, "prime/sessions");

function makeIo(more: Partial<CommandIo> = {}) {
	const written = { out: "", err: "" };
	const io: CommandIo = {
		out: (text) => {
			written.out += text;
		},
		err: (text) => {
			written.err += text;
		},
		env: {},
		cwd: "/home/dev/work/webapp",
		home: "/home/dev",
		now: Date.UTC(2026, 11, 2),
		isTerminal: false,
		columns: Number.POSITIVE_INFINITY,
		colours: false,
		...more,
	};
	return { io, written };
}

describe("list", () => {
	test("prints the shape that scripts rely on", async () => {
		const { io, written } = makeIo();
		expect(await list("", { sessionDir, json: true, all: true }, io)).toBe(0);
		const data = JSON.parse(written.out);
		expect(Object.keys(data)).toEqual(["sessionDir", "sessions", "unreadable"]);
		expect(data.sessions).toHaveLength(17);
		const named = data.sessions.find((session: { name?: string }) => session.name === "TUI named session");
		expect(named).toMatchObject({
			id: "01a22d7f-5dae-772b-bce0-91888e489e82",
			cwd: "/home/dev/work/webapp",
			state: "active",
			rlmDepth: 0,
			created: "2026-11-30T17:27:31.502Z",
			messageCount: 28,
			entryCount: 58,
			labels: ["tui label ✓"],
			version: 3,
			problems: [],
			open: false,
		});
		const other = data.sessions.find((session: { name?: string }) => session.name === undefined);
		expect(other).not.toHaveProperty("name");
		expect(data.sessions[0]).not.toHaveProperty("allMessagesText");
		expect(written.err).toBe("");
	});

	test("--text adds the text of all messages", async () => {
		const { io, written } = makeIo();
		await list("", { sessionDir, json: true, text: true, limit: 1 }, io);
		expect(typeof JSON.parse(written.out).sessions[0].allMessagesText).toBe("string");
	});

	test("shows this directory, or what was asked for, in the order that was asked for", async () => {
		const lines = async (options: object, query = "") => {
			const { io, written } = makeIo();
			await list(query, { sessionDir, ...options }, io);
			return written.out.split("\n").slice(0, -1);
		};
		expect(await lines({})).toHaveLength(10);
		expect(await lines({ all: true })).toHaveLength(17);
		expect(await lines({ cwd: "/home/dev/work/plain" })).toHaveLength(2);
		expect(await lines({ all: true, named: true })).toHaveLength(9);
		expect(await lines({ all: true, limit: 3 })).toHaveLength(3);
		expect(await lines({ all: true }, "header ideas")).toHaveLength(1);
		const bySize = await lines({ all: true, sort: "size" });
		expect(bySize[0]).toContain("Long pytool run");
		expect(await lines({ all: true, sort: "size", reverse: true })).toEqual([...bySize].reverse());
	});

	test("fits the terminal, and cuts nothing where there is none", async () => {
		const narrow = makeIo({ columns: 60, isTerminal: true });
		await list("", { sessionDir, all: true }, narrow.io);
		for (const line of narrow.written.out.split("\n")) expect(columnsOf(line)).toBeLessThanOrEqual(60);
		const piped = makeIo();
		await list("", { sessionDir, all: true }, piped.io);
		expect(piped.written.out).toContain("日本語の名前 🎌 with 'quotes' & <tags>");
		expect(piped.written.out).toContain("~/work/日本語プロジェクト");
	});

	test("a title of any length is cut between characters, and that is shown", async () => {
		const dir = mkdtempSync(join(tmpdir(), "prime-sessions-long-"));
		onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
		for (const before of ["", "x"])
			writeFileSync(
				join(dir, `long${before}.jsonl`),
				lines(header(), user("a", null, before + "🎉".repeat(9000))),
			);
		const { io, written } = makeIo();
		expect(await list("", { sessionDir: dir, all: true }, io)).toBe(0);
		expect(written.out.match(/🎉…/gu)).toHaveLength(2);
		expect(written.out).not.toMatch(/\p{Surrogate}/u);
	});

	test("an empty result says where there would be some", async () => {
		const { io, written } = makeIo({ cwd: "/nowhere" });
		expect(await list("", { sessionDir }, io)).toBe(0);
		expect(written).toMatchObject({ out: "", err: expect.stringContaining("17 in all directories (--all)") });
	});

	test("hostile files are named with their reasons, hide nothing, and nothing of them reaches the terminal", async () => {
		const dir = mkdtempSync(join(tmpdir(), "hostile-"));
		onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
		cpSync(sessionDir, dir, { recursive: true });
		writeHostileFiles(dir);
		const { io, written } = makeIo({ columns: 80 });
		expect(await list("", { sessionDir: dir, all: true }, io)).toBe(0);
		expect(written.out).toContain("TUI named session");
		expect(written.err).toContain("unreadable: ");
		expect(written.out + written.err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
	});
});

describe("selecting", () => {
	const select = (selector: string) => {
		const { io } = makeIo();
		return selectSession(selector, openStore({ sessionDir }, io), io);
	};

	test("takes ids, their ends, names, last, and paths", async () => {
		const id = "01a22d7f-5dae-772b-bce0-91888e489e82";
		for (const selector of [id, "91888e489e82", "TUI named session", join(sessionDir, `${id}.jsonl`)]) {
			expect((await select(selector)).id).toBe(id);
		}
		expect((await select("last")).name).toBe("Fix loop ✓");
	});

	test("a bare file name is the store's before it is the working directory's", async () => {
		const store = mkdtempSync(join(tmpdir(), "prime-sessions-select-"));
		const cwd = mkdtempSync(join(tmpdir(), "prime-sessions-select-"));
		onTestFinished(() => {
			for (const path of [store, cwd]) rmSync(path, { recursive: true });
		});
		writeFileSync(join(store, "s.jsonl"), lines(header({ id: "stored" }), user("a", null)));
		writeFileSync(join(cwd, "s.jsonl"), lines(header({ id: "beside" }), user("a", null)));
		const { io } = makeIo({ cwd });
		const location = openStore({ sessionDir: store }, io);
		expect((await selectSession("s.jsonl", location, io)).id).toBe("stored");
		expect((await selectSession("./s.jsonl", location, io)).id).toBe("beside");
	});

	test("a file of the working directory is a path; last:DIR is the newest of a directory", async () => {
		const { io } = makeIo({ cwd: join(storesDir, "pi-0.73.1/sessions/--home-dev-work-plain--") });
		const file = "2026-11-30T17-27-00-678Z_01a22d7e-e546-7721-96f8-8ad75311ade7.jsonl";
		const found = await selectSession(file, openStore({ sessionDir }, io), io);
		expect(found.id).toBe("01a22d7e-e546-7721-96f8-8ad75311ade7");
		expect((await select("last:/home/dev/work/plain/")).id).toBe("01a22d81-cf8d-77f4-afb8-eba6332c1aac");
		expect((await select("last:~/work/plain")).id).toBe("01a22d81-cf8d-77f4-afb8-eba6332c1aac");
	});

	test("several matches are listed, an unknown one suggests the nearest; both exit with 1", async () => {
		const fails = (selector: string) =>
			select(selector).then(
				() => undefined,
				(error: unknown) => error,
			);
		const several = await fails("01a22d7f");
		expect(several).toBeInstanceOf(CommandError);
		expect(several).toMatchObject({ exitCode: 1, message: expect.stringMatching(/may mean \d+ sessions/) });
		expect(await fails("TUI named sesion")).toMatchObject({
			exitCode: 1,
			message: expect.stringContaining("did you mean TUI named session"),
		});
		expect(await fails("")).toMatchObject({ exitCode: 1 });
		expect(await fails("./nothing.jsonl")).toMatchObject({ code: "not-found" });
	});
});

describe("info and show", () => {
	test("sub-agents are under their parent, and nowhere else", async () => {
		const { io, written } = makeIo();
		await info("Parent with children 2", { sessionDir }, io);
		expect(written.out).toMatch(/sub-agents +helper-one · 3 messages/);
		expect(written.out).toContain("helper-two · 3 messages");
		const all = makeIo();
		await list("", { sessionDir, all: true }, all.io);
		expect(all.written.out).not.toContain("helper-one");
	});

	test("sub-agents' sessions beside their parent's are under it too", async () => {
		const dir = mkdtempSync(join(tmpdir(), "beside-"));
		onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
		writeFileSync(join(dir, "p.jsonl"), lines(header({ id: "parent" }), user("a", null)));
		const child = header({ id: "child", parentSession: join(dir, "p.jsonl"), rlmDepth: 1 });
		writeFileSync(join(dir, "c.jsonl"), lines(child, user("a", null, "do this")));
		const { io, written } = makeIo();
		await info("parent", { sessionDir: dir, json: true }, io);
		const { subAgents, forks } = JSON.parse(written.out);
		expect({ subAgents, forks }).toMatchObject({ subAgents: [{ id: "child" }], forks: [] });
	});

	test("of very many sub-agents the rest is counted", async () => {
		const dir = mkdtempSync(join(tmpdir(), "many-"));
		onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
		writeFileSync(join(dir, "p.jsonl"), lines(header({ id: "parent" }), user("a", null)));
		for (let index = 0; index < 130; index++) {
			const child = header({ id: `child-${index}`, parentSession: join(dir, "p.jsonl"), rlmDepth: 1 });
			writeFileSync(join(dir, `c${index}.jsonl`), lines(child, user("a", null, `do ${index}`)));
		}
		const { io, written } = makeIo();
		await info("parent", { sessionDir: dir }, io);
		expect(written.out).toContain("… and 30 more");
	});

	test("forks and parents name the entry they left from", async () => {
		const parent = makeIo();
		await info("TUI named session", { sessionDir, json: true }, parent.io);
		const data = JSON.parse(parent.written.out);
		expect(data.forks).toHaveLength(1);
		expect(data.forks[0].leftAt).toMatch(/^[0-9a-f]{8}$/);
		const fork = makeIo();
		await info(data.forks[0].path, { sessionDir, json: true }, fork.io);
		expect(JSON.parse(fork.written.out).parent).toMatchObject({
			name: "TUI named session",
			leftAt: data.forks[0].leftAt,
		});
	});

	test("show prints the active branch, as text, Markdown, or what a model would get", async () => {
		const shown = async (options: object) => {
			const { io, written } = makeIo();
			expect(await show("TUI named session", { sessionDir, ...options }, io)).toBe(0);
			return written.out;
		};
		expect(await shown({})).toContain("post compaction question");
		expect(await shown({ markdown: true })).toMatch(/^# TUI named session/);
		const context = JSON.parse(await shown({ json: true }));
		expect(Object.keys(context)).toEqual(["messages", "thinkingLevel", "model"]);
		expect(context.messages.at(-1).content.at(-1).text).toContain("Here is the function");
		expect(await shown({ leaf: "4770d66a" })).not.toBe(await shown({}));
		await expect(
			show("TUI named session", { sessionDir, leaf: "ffffffff" }, makeIo().io),
		).rejects.toMatchObject({ exitCode: 1 });
	});

	test("looking changes nothing: neither bytes nor times", async () => {
		const path = join(sessionDir, "01a22d7f-5dae-772b-bce0-91888e489e82.jsonl");
		const before = statSync(path, { bigint: true });
		await info(path, { sessionDir }, makeIo().io);
		await show(path, { sessionDir }, makeIo().io);
		expect(statSync(path, { bigint: true })).toMatchObject({
			mtimeNs: before.mtimeNs,
			ctimeNs: before.ctimeNs,
			size: before.size,
		});
	});
});
