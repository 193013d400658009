import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type DeleteCommandOptions, deleteCommand } from "../../src/commands/delete.js";
import type { CommandIo } from "../../src/commands/io.js";
import { type RestoreCommandOptions, restoreCommand } from "../../src/commands/restore.js";
import { repair } from "../../src/store/doctor.js";
import { commandHome } from "../support/command.js";
import { header, label, lines, user } from "../support/entries.js";

const text = (id: string, fields: object = {}) =>
	lines(header({ id, cwd: "/w", ...fields }), user("a", null, `of ${id}`));

function made(...ids: string[]) {
	const home = commandHome();
	const paths = ids.map((id) => home.write(`${id}.jsonl`, text(id)));
	return {
		...home,
		paths,
		delete: (selectors: string[], options: DeleteCommandOptions = {}, over: Partial<CommandIo> = {}) =>
			home.run((io) => deleteCommand(selectors, options, io), over),
		restore: (selectors: string[] = [], options: RestoreCommandOptions = {}, over: Partial<CommandIo> = {}) =>
			home.run((io) => restoreCommand(selectors, options, io), over),
		artifacts(id: string) {
			const path = join(home.agentDir, "session-artifacts", id);
			mkdirSync(join(path, "sub-0000000a"), { recursive: true });
			writeFileSync(join(path, "sub-0000000a", "x.jsonl"), text(`sub-${id}`));
			return path;
		},
		names: () => Object.keys(home.bytes()).sort(),
	};
}

test("says what stays beside a session, before it asks, and where nobody is asked", async () => {
	const home = made("aaaa", "bbbb");
	home.write("aaaa.jsonl.bak", "theirs");
	const { err } = await home.delete(["aaaa"], {}, answering("n"));
	expect(err).toContain("aaaa.jsonl.bak stays beside it.");
	const done = await home.delete(["aaaa"], { yes: true });
	expect(done.err).toContain("aaaa.jsonl.bak stays beside it.");
	expect(home.names()).toEqual(["aaaa.jsonl.bak", "bbbb.jsonl"]);
	home.write("bbbb.jsonl.bak", "theirs");
	const json = await home.delete(["bbbb"], { yes: true, json: true });
	expect(json.err).toBe("bbbb.jsonl.bak stays beside it.\n");
});

/** Someone who answers, and what was asked. */
function answering(answer: string) {
	const asked: string[] = [];
	const ask = async (question: string) => {
		asked.push(question);
		return answer;
	};
	return { asked, ask };
}

describe("delete", () => {
	test("asks with the facts, and does it only for a yes", async () => {
		const home = made("aaaa", "bbbb");
		home.write("fork.jsonl", text("ffff", { parentSession: home.paths[0] }));
		home.artifacts("aaaa");
		for (const answer of ["", "n", "delete", "yep"]) {
			const { code, err } = await home.delete(["aaaa"], {}, answering(answer));
			expect([code, err.endsWith("Nothing was deleted.\n")]).toEqual([0, true]);
		}
		expect(home.names()).toEqual(["aaaa.jsonl", "bbbb.jsonl", "fork.jsonl"]);
		const { code, out, err } = await home.delete(["aaaa"], {}, answering(" Y "));
		expect({ code, out }).toEqual({ code: 0, out: "" });
		expect(err).toBe(
			[
				"Move to the trash?",
				"",
				"  of aaaa",
				`  /w · 1 message · ${text("aaaa").length} B · last used 11 months ago`,
				"  1 fork keeps its own copy of the conversation. 1 artifact file goes along.",
				"  fork: of ffff",
				"",
				`Moved "of aaaa" to the trash, ${text("aaaa").length + text("sub-aaaa").length} B; \`prime-sessions restore\` shows what is there.`,
				"",
			].join("\n"),
		);
		expect(home.names()).toEqual(["bbbb.jsonl", "fork.jsonl"]);
	});

	test("needs --yes where nobody can answer", async () => {
		const home = made("aaaa");
		expect(await home.delete(["aaaa"])).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
		expect(home.names()).toEqual(["aaaa.jsonl"]);
	});

	test("says as JSON what went and what stays; an open one ends with 3", async () => {
		const home = made("aaaa", "bbbb", "cccc");
		const [a = "", b = ""] = home.paths;
		const artifacts = home.artifacts("aaaa");
		home.open(b);
		const { code, json } = await home.delete(["aaaa", "bbbb", "aaaa"], { yes: true, json: true });
		expect(code).toBe(3);
		const bytes = text("aaaa").length + text("sub-aaaa").length;
		expect(json()).toEqual({
			trashed: [{ path: a, id: "aaaa", bytes, artifacts: [artifacts] }],
			skipped: [{ path: b, reason: `an agent has it open (process ${process.pid}); end that first` }],
			bytes,
		});
		expect(home.names()).toEqual(["bbbb.jsonl", "cccc.jsonl"]);
	});

	test("takes nothing where one is unknown, ambiguous or no session", async () => {
		const home = made("aaaa1", "aaaa2", "bbbb");
		const log = home.write("log.jsonl", "log\n");
		for (const bad of ["nothing", "aaaa", log]) {
			expect(await home.delete(["bbbb", bad], { yes: true })).toMatchObject({ code: 1 });
			expect(home.names()).toEqual(["aaaa1.jsonl", "aaaa2.jsonl", "bbbb.jsonl", "log.jsonl"]);
		}
	});

	test("of two files with one id, deletes the one whose path is given, by whatever way it leads there", async () => {
		const home = made("x");
		const other = home.write("other.jsonl", text("x"));
		const artifacts = home.artifacts("x");
		expect(await home.delete(["x"], { yes: true })).toMatchObject({ code: 1 });
		symlinkSync(home.sessionDir, join(home.home, "way"));
		expect(await home.delete([join(home.home, "way", "other.jsonl")], { yes: true })).toMatchObject({
			code: 0,
		});
		expect([existsSync(other), home.names(), existsSync(artifacts)]).toEqual([false, ["x.jsonl"], true]);
		await home.delete([join(home.home, "way", "x.jsonl")], { yes: true });
		expect(existsSync(artifacts)).toBe(false);
	});

	test("for good only for the word, or for both flags, and never what is open", async () => {
		const home = made("aaaa", "bbbb", "cccc");
		for (const answer of ["", "y", "yes", "DELETE"])
			expect(await home.delete(["aaaa"], { permanent: true }, answering(answer))).toMatchObject({ code: 0 });
		expect(home.names()).toEqual(["aaaa.jsonl", "bbbb.jsonl", "cccc.jsonl"]);
		const { asked, ask } = answering("delete");
		expect(await home.delete(["aaaa"], { permanent: true }, { ask })).toMatchObject({
			code: 0,
			err: expect.stringMatching(/Nothing brings this back[\s\S]*Deleted "of aaaa" for good/),
		});
		expect(asked).toEqual(["Type delete to delete for good, anything else keeps everything: "]);
		home.open(home.paths[1] ?? "");
		const both = { permanent: true, yes: true, json: true };
		const { code, json } = await home.delete(["bbbb", "cccc"], both);
		expect([code, json()]).toMatchObject([
			3,
			{ deleted: [{ id: "cccc" }], skipped: [{ path: home.paths[1] }] },
		]);
		expect((await home.restore([], { json: true })).json()).toEqual({ trashed: [] });
	});

	test("what a session says cannot reach the terminal", async () => {
		const home = made();
		home.write(
			"a.jsonl",
			lines(header({ id: "aaaa", cwd: "/\u001b[2J" }), user("a", null, "\u001b[31mred\u202e")),
		);
		const { err } = await home.delete(["aaaa"], {}, answering("y"));
		expect(err).not.toMatch(/[\u001b\u202e]/);
	});
});

describe("restore", () => {
	test("without arguments lists what is there, newest first", async () => {
		const home = made("aaaa1111");
		const name = {
			type: "session_info",
			id: "n",
			parentId: "a",
			timestamp: "2026-01-01T12:00:00.000Z",
			name: "named",
		};
		const path = home.write("b.jsonl", `${text("bbbb2222")}${lines(name)}`);
		expect(await home.restore()).toMatchObject({
			code: 0,
			out: "",
			err: "Nothing of this store is in the trash.\n",
		});
		const size = readFileSync(path).length;
		await home.delete(["bbbb2222"], { yes: true });
		expect((await home.restore([], { json: true })).json()).toEqual({
			trashed: [
				{
					id: "bbbb2222",
					name: "named",
					path,
					deletedAt: expect.stringMatching(/^\d{4}-.*Z$/),
					sizeBytes: size,
				},
			],
		});
		const { out } = await home.restore();
		expect(out).toMatch(
			new RegExp(`^bbbb2222 +\\w+ +${size} B {2}named {2}~/.prime/agent/sessions/b.jsonl\n$`),
		);
		expect(
			(await home.restore([], {}, { columns: 50, isTerminal: true })).out.trimEnd().length,
		).toBeLessThanOrEqual(50);
	});

	test("by id, name, path, file name and last", async () => {
		const home = made("aaaa", "bbbb", "cccc");
		const before = home.bytes();
		for (const selector of [
			"aaaa",
			home.paths[0] ?? "",
			"aaaa.jsonl",
			".prime/agent/sessions/aaaa.jsonl",
			"last",
		]) {
			await home.delete(["aaaa"], { yes: true });
			expect(await home.restore([selector]), selector).toEqual(
				expect.objectContaining({ code: 0, out: `${home.paths[0]}\n`, err: "1 restored.\n" }),
			);
			expect(home.bytes()).toEqual(before);
		}
		await home.delete(["aaaa", "bbbb", "cccc"], { yes: true });
		expect(await home.restore(["aaaa", "unknown"])).toMatchObject({
			code: 1,
			err: expect.stringContaining("unknown"),
		});
		expect(home.names()).toEqual([]);
		expect(await home.restore([], { all: true })).toMatchObject({ code: 0, err: "3 restored.\n" });
		expect(home.bytes()).toEqual(before);
		expect(await home.restore(["aaaa"], { all: true })).toMatchObject({ code: 2 });
	});

	test("of one path the one deleted last; of several paths none", async () => {
		const home = made("aaaa");
		await home.delete(["aaaa"], { yes: true });
		home.write("b.jsonl", text("aaaa"));
		await home.delete(["aaaa"], { yes: true });
		const { code, err } = await home.restore(["aaaa"]);
		expect([code, err]).toEqual([
			1,
			expect.stringMatching(/may mean 2 sessions in the trash; give the path:\n.*\n.*/),
		]);
		expect(await home.restore(["b.jsonl"])).toMatchObject({ code: 0 });
	});

	test("never over another: says so, and with --rename takes the next name", async () => {
		const home = made("aaaa");
		const [path = ""] = home.paths;
		await home.delete(["aaaa"], { yes: true });
		home.write("aaaa.jsonl", text("other"));
		const alternative = path.replace(".jsonl", "-1.jsonl");
		const refused = await home.restore([path]);
		expect(refused).toMatchObject({ code: 1, out: "" });
		expect(refused.err).toContain(`--rename restores it as ${alternative}`);
		const { json } = await home.restore([path], { json: true });
		expect(json()).toEqual({ restored: [], skipped: [{ path, reason: expect.any(String), alternative }] });
		const done = await home.restore([path], { json: true, rename: true });
		expect(done.json()).toEqual({
			restored: [{ session: alternative, from: path, id: "aaaa", artifacts: [] }],
			skipped: [],
		});
		expect(home.bytes()).toEqual({ "aaaa.jsonl": text("other"), "aaaa-1.jsonl": text("aaaa") });
	});

	test("into another directory", async () => {
		const home = made("aaaa");
		await home.delete(["aaaa"], { yes: true });
		const { out } = await home.restore(["last"], { to: "elsewhere" });
		expect(out).toBe(`${join(home.home, "elsewhere", "aaaa.jsonl")}\n`);
	});
});

describe("the original of a file that was mended", () => {
	async function mended() {
		const home = made();
		const path = home.write("a.jsonl", `${text("aaaa")}broken\n`);
		expect(await repair(path, home)).toMatchObject({ kind: "mended" });
		return { ...home, path };
	}

	test("is listed as such, and restoring it says that no list shows it", async () => {
		const home = await mended();
		expect((await home.restore()).out).toContain("of aaaa (original of a mended file)");
		const original = `${home.path}.damaged.bak`;
		expect(await home.restore(["aaaa"])).toMatchObject({
			code: 0,
			out: `${original}\n`,
			err: `${original}: the original of a mended file; only files that end with .jsonl are listed\n1 restored.\n`,
		});
	});

	test("is not taken for the session that was deleted", async () => {
		const home = await mended();
		for (const selector of ["aaaa", "last"]) {
			await home.delete(["aaaa"], { yes: true });
			expect(await home.restore([selector])).toMatchObject({ code: 0, out: `${home.path}\n` });
		}
		writeFileSync(home.path, `${text("aaaa")}broken\n`);
		await home.delete(["aaaa"], { yes: true });
		await home.restore(["aaaa"]);
		await repair(home.path, home);
		expect(await home.restore(["last"])).toMatchObject({ out: `${home.path}.damaged.bak\n` });
	});
});

test("labels survive the trip, byte for byte", async () => {
	const home = made();
	home.write("a.jsonl", `${text("aaaa")}${lines(label("l", "a", "a", "kept"))}broken\n`);
	const before = home.bytes();
	await home.delete(["aaaa"], { yes: true });
	await home.restore(["last"]);
	expect(home.bytes()).toEqual(before);
});
