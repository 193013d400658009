import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type BranchOptions, branch } from "../../src/commands/branch.js";
import { readSessionSync } from "../../src/session/session.js";
import { leafPosition } from "../../src/session/tree-rows.js";
import { commandHome } from "../support/command.js";
import { assistant, chain, entry, header, lines, user } from "../support/entries.js";
import { type FakeAgentOptions, makeFakeAgent } from "../support/fake-agent.js";

const edit = entry("message", "dd11", "cc11", {
	message: {
		role: "assistant",
		content: [
			{
				type: "toolCall",
				id: "c",
				name: "edit",
				arguments: { path: "x.ts", edits: [{ oldText: "a", newText: "b" }] },
			},
		],
	},
});
const content = lines(
	header({ id: "head" }),
	user("aa11", null, "first"),
	assistant("bb11", "aa11", "the answer"),
	user("cc11", "bb11", "second\nrequest"),
	edit,
);

function made(text = content, agent?: FakeAgentOptions) {
	const home = commandHome();
	const path = home.write("s.jsonl", text);
	const fake = makeFakeAgent(home.home, agent);
	const env = { HOME: home.home, PATH: `${fake.bin}:${process.env.PATH}` };
	return {
		...home,
		path,
		fake,
		branch: (to: string, options: BranchOptions = {}, over = {}) =>
			home.run((io) => branch(path, to, options, io), { env, ...over }),
		position: () => leafPosition(readSessionSync(path).tree)?.entry.id ?? null,
		last: () => JSON.parse(readFileSync(path, "utf8").trimEnd().split("\n").at(-1)!),
		isUnchanged: () => readFileSync(path, "utf8") === text,
	};
}

test("moves the leaf to an answer, and says what is left behind", async () => {
	const { branch, position } = made();
	expect(await branch("bb")).toEqual({
		code: 0,
		out: "",
		err: "The session goes on at bb11 (assistant: the answer); 2 entries left behind (1 request, 1 file changed).\n",
		json: expect.any(Function),
	});
	expect(position()).toBe("bb11");
});

test("goes back before a request and prints its text for editing", async () => {
	const { branch, position } = made();
	expect(await branch("cc11")).toMatchObject({ code: 0, out: "second\nrequest\n" });
	expect(position()).toBe("bb11");
	expect(await branch("aa11")).toMatchObject({
		out: "first\n",
		err: expect.stringContaining("before the first entry"),
	});
	expect(position()).toBe(null);
});

test("names the images of a request, and keeps a terminal from what a request may hold", async () => {
	const message = {
		role: "user",
		content: [
			{ type: "text", text: "look\x1b[2J" },
			{ type: "image", data: "AAAA", mimeType: "image/png" },
		],
	};
	const text = lines(header(), entry("message", "u", null, { message }), assistant("a", "u"));
	expect(await made(text).branch("u", {}, { isTerminal: true })).toMatchObject({
		out: "look\n",
		err: expect.stringContaining("1 image of the request cannot be taken along"),
	});
	expect((await made(text).branch("u")).out).toBe("look\x1b[2J\n");
});

test("says that the session is there already", async () => {
	const { branch, isUnchanged } = made();
	expect(await branch("dd11")).toMatchObject({ code: 0, err: "The session is at dd11 already.\n" });
	expect((await branch("dd11", { json: true })).json()).toMatchObject({
		entryId: "dd11",
		written: null,
		leafId: "dd11",
	});
	expect(isUnchanged()).toBe(true);
});

test("prints what changed as JSON", async () => {
	const { branch, path, last } = made();
	const { json, err } = await branch("cc", { json: true });
	expect(json()).toEqual({
		session: path,
		id: "head",
		entryId: "cc11",
		position: "bb11",
		from: "dd11",
		written: last().id,
		leafId: last().id,
		prompt: "second\nrequest",
		images: 0,
		summary: null,
	});
	expect(err).toBe("");
});

test("keeps a summary of what is left: a text, or an outline", async () => {
	const own = made();
	expect(await own.branch("bb11", { summary: " tried\x1b[31m x " })).toMatchObject({
		err: expect.stringContaining("Summary: tried x"),
	});
	expect(own.last()).toMatchObject({
		type: "branch_summary",
		parentId: "bb11",
		fromId: "dd11",
		summary: "tried x",
		details: { readFiles: [], modifiedFiles: ["x.ts"] },
	});
	const outlined = made();
	await outlined.branch("bb11", { outline: true });
	expect(outlined.last().summary).toMatch(/^1 request, 1 file changed: second request\n/);
	await outlined.branch("dd11", { outline: true });
	expect(outlined.last()).toMatchObject({ type: "branch_summary", parentId: "dd11" });
});

test("has the agent summarise, with a focus", async () => {
	const { branch, last, fake, home } = made(content, { behaviour: "answer", answer: "It **broke**.\n" });
	const progress: string[] = [];
	const options = { summarize: "the clock" };
	expect(await branch("bb11", options, { progress: (line: string) => progress.push(line) })).toMatchObject({
		code: 0,
	});
	expect(last()).toMatchObject({ type: "branch_summary", parentId: "bb11", summary: "It **broke**." });
	const { argv, typed, cwd } = fake.record();
	expect(argv.slice(0, 3)).toEqual(["--no-session", "--no-tools", "-p"]);
	expect(argv[3]).toContain("the clock");
	expect(typed).toBe("User: second\nrequest\n\nTool [edit: x.ts]\n-a\n+b");
	expect(cwd).toBe(home);
	expect(progress[0]).toMatch(/^Summarising with prime-agent/);
	expect(progress.at(-1)).toBe("");
});

test("summarises with the configured program", async () => {
	const { branch, last, home, fake } = made(content, { name: "llm", behaviour: "answer", answer: "short" });
	const config = join(home, ".config", "prime-sessions", "config.json");
	mkdirSync(join(config, ".."), { recursive: true });
	writeFileSync(config, JSON.stringify({ summarise: ["llm", "-m", "small"] }));
	await branch("bb11", { summarize: true });
	expect(last()).toMatchObject({ summary: "short" });
	expect(fake.record().argv).toEqual(["-m", "small"]);
	expect(fake.record().typed).toMatch(/^The text above[\s\S]*User: second/);
});

test("changes nothing when the summary fails or is interrupted", async () => {
	const failing = made(content, { behaviour: "fail", code: 1, stderr: "no key" });
	expect(await failing.branch("bb11", { summarize: true })).toMatchObject({
		code: 1,
		err: "prime-agent failed: no key; nothing was changed\n",
	});
	expect(failing.isUnchanged()).toBe(true);
	expect(await failing.branch("bb11", { summarize: true }, { env: { PATH: "" } })).toMatchObject({
		code: 127,
	});
	const slow = made(content, { behaviour: "hang" });
	const listeners = process.listenerCount("SIGINT");
	const interrupt = (line: string) => {
		if (line !== "" && slow.fake.wasRun()) process.emit("SIGINT");
	};
	expect(await slow.branch("bb11", { summarize: true }, { progress: interrupt })).toMatchObject({
		code: 130,
		err: "cancelled; nothing was changed\n",
	});
	expect(slow.isUnchanged()).toBe(true);
	expect(process.listenerCount("SIGINT")).toBe(listeners);
});

test("does not ask the agent where nothing was said", async () => {
	const text = lines(header(), user("a", null), assistant("b", "a"), entry("agent_status", "s", "b"));
	const { branch, fake, last } = made(text, { behaviour: "answer", answer: "x" });
	expect(await branch("b", { summarize: true })).toMatchObject({ code: 0 });
	expect(fake.wasRun()).toBe(false);
	expect(last()).toMatchObject({ type: "custom", parentId: "b", data: { from: "s" } });
});

test("works on a chain of 30,000 entries", async () => {
	const { branch, position, last } = made(lines(header(), ...chain(30_000)));
	expect(await branch("00000007", { outline: true })).toMatchObject({ code: 0 });
	expect(position()).toBe(last().id);
	expect(last()).toMatchObject({ parentId: "00000007", fromId: "0000752f" });
	expect(last().summary.length).toBeLessThan(10_000);
});

test("refuses a session that an agent has open, a newer version, and what makes no sense", async () => {
	const opened = made();
	opened.open(opened.path);
	expect(await opened.branch("bb11")).toMatchObject({
		code: 3,
		err: expect.stringContaining(`process ${process.pid}`),
	});
	expect(opened.isUnchanged()).toBe(true);
	expect(
		await made(lines(header({ version: 9 }), user("u", null), user("v", "u"))).branch("u"),
	).toMatchObject({ code: 3 });
	const { branch, isUnchanged } = made();
	expect(await branch("bb11", { outline: true, summarize: true })).toMatchObject({ code: 2 });
	expect(await branch("bb11", { summary: "\x1b[0m " })).toMatchObject({ code: 2 });
	expect(await branch("zz")).toMatchObject({ code: 1 });
	expect(isUnchanged()).toBe(true);
});
