import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, realpathSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { makeFakeAgent } from "../support/fake-agent.js";
import { makeStory, type Story } from "../support/story.js";

const PROGRAM = fileURLToPath(new URL("../../bin/prime-sessions.js", import.meta.url));
/** A session of the story's store that ran in its `webapp`. */
const ID = "01a22d7f-5dae-772b-bce0-91888e489e82";

/** Runs `prime-sessions resume …` without a terminal. */
function run(story: Story, args: string[], env: { [name: string]: string } = {}) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
		cwd: story.webapp,
		env: { PATH: `${story.agent.bin}:${process.env.PATH}`, HOME: story.home, ...env },
		encoding: "utf8",
		input: "",
	});
	return { status, stdout, stderr };
}

const pathOf = (story: Story) => join(story.sessionDir, `${ID}.jsonl`);

test("--print is JSON and runs nothing", () => {
	const story = makeStory({ behaviour: "end" });
	const { status, stdout, stderr } = run(story, ["resume", ID, "--print", "--", "fix", "--that", "flag"]);
	expect(JSON.parse(stdout)).toEqual({
		argv: ["prime-agent", "--resume", pathOf(story), "fix --that flag"],
		cwd: realpathSync(story.webapp),
		env: {},
	});
	expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
	expect(story.agent.wasRun()).toBe(false);
});

test("the agent is that of the flag, then the configuration, then the store", () => {
	const story = makeStory();
	const argv = (...args: string[]) => JSON.parse(run(story, args).stdout).argv;
	expect(argv("--agent", "pi", "resume", ID, "--print", "--", "hi")).toEqual([
		"pi",
		"--session",
		pathOf(story),
		"hi",
	]);
	expect(argv("resume", ID, "--print", "--agent", "pi")).toEqual(["pi", "--session", pathOf(story)]);
	const config = join(story.home, ".config", "prime-sessions");
	mkdirSync(config, { recursive: true });
	writeFileSync(join(config, "config.json"), '{"agent": ["run", "-f", "{path}", "{prompt}"]}');
	expect(argv("resume", ID, "--print")).toEqual(["run", "-f", pathOf(story)]);
	const pi = join(story.home, ".pi", "agent", "sessions", "--w--");
	mkdirSync(pi, { recursive: true });
	copyFileSync(pathOf(story), join(pi, `2026-11-30T17-27-59-491Z_${ID}.jsonl`));
	writeFileSync(join(config, "config.json"), "{");
	const { stdout, stderr } = run(story, ["--session-dir", join(pi, ".."), "resume", "last", "--print"]);
	expect(JSON.parse(stdout).argv).toEqual([
		"pi",
		"--session",
		join(pi, `2026-11-30T17-27-59-491Z_${ID}.jsonl`),
	]);
	expect(stderr).toMatch(/^Ignoring .*config\.json: it is not valid JSON; using the defaults\.\n$/);
});

test("runs the agent by path, in the session's directory, and ends with its code", () => {
	const story = makeStory({ behaviour: "fail", code: 17, stderr: "no model" });
	const { status, stderr } = run(story, ["resume", ID, "--", "go on"]);
	expect(status).toBe(17);
	expect(stderr).toMatch(/^no model\nprime-agent ended after .* with code 17; see above\.\n$/);
	expect(story.agent.record()).toMatchObject({
		argv: ["--resume", pathOf(story), "go on"],
		cwd: realpathSync(story.webapp),
	});
});

test("a line that was cut short is ended before the agent appends to it", () => {
	const story = makeStory({ behaviour: "end" });
	const cut = readFileSync(pathOf(story)).subarray(0, -30);
	writeFileSync(pathOf(story), cut);
	utimesSync(pathOf(story), 0, 0);
	const { status, stderr } = run(story, ["resume", ID]);
	expect(status).toBe(0);
	expect(stderr).toMatch(/^The session is damaged: 1 line cannot be read/);
	expect(readFileSync(pathOf(story))).toEqual(Buffer.concat([cut, Buffer.from("\n")]));
});

test("no agent: the command, and 127", () => {
	const story = makeStory();
	const { status, stdout } = run(story, ["resume", ID], { PATH: join(story.home, "none") });
	expect(status).toBe(127);
	expect(stdout).toBe(`cd '${realpathSync(story.webapp)}' && prime-agent --resume '${pathOf(story)}'\n`);
});

test("a directory that is gone: 1, and what to do", () => {
	const story = makeStory({ behaviour: "end" });
	writeFileSync(pathOf(story), readFileSync(pathOf(story), "utf8").replace(/"cwd":"[^"]*"/, '"cwd":"/gone"'));
	const { status, stderr } = run(story, ["resume", ID]);
	expect(status).toBe(1);
	expect(stderr).toBe(
		"The session's directory /gone does not exist any more. Run it in another with --cwd DIR.\n",
	);
	expect(story.agent.wasRun()).toBe(false);
	expect(run(story, ["resume", ID, "--cwd", "."]).status).toBe(0);
	expect(story.agent.record().cwd).toBe(realpathSync(story.webapp));
});

test("what is no session is never handed to an agent", () => {
	const story = makeStory({ behaviour: "end" });
	for (const [name, content] of [
		["log", "started\nstopped\n"],
		["empty", ""],
		["message", '{"type":"message","id":"a","parentId":null}\n'],
	] as const) {
		const path = join(story.sessionDir, `${name}.jsonl`);
		writeFileSync(path, content);
		const { status, stderr } = run(story, ["resume", path]);
		expect({ status, lines: stderr.split("\n").length }).toEqual({ status: 1, lines: 2 });
		expect(stderr).toContain(path);
		expect(readFileSync(path, "utf8")).toBe(content);
	}
	// A path that is not there would make an agent begin a session.
	expect(run(story, ["resume", join(story.sessionDir, "none.jsonl")]).status).toBe(1);
	expect(story.agent.wasRun()).toBe(false);
});

test("a newer version is resumed, with a warning", () => {
	const story = makeStory({ behaviour: "end" });
	writeFileSync(pathOf(story), readFileSync(pathOf(story), "utf8").replace('"version":3', '"version":4'));
	const { status, stderr } = run(story, ["resume", ID]);
	expect(status).toBe(0);
	expect(stderr).toMatch(/^The session is of version 4, newer than is known here/);
	expect(story.agent.wasRun()).toBe(true);
});

test("which session is said when it is not clear", () => {
	const story = makeStory();
	expect(run(story, ["resume", "01a2"])).toMatchObject({ status: 1, stdout: "" });
	expect(run(story, ["resume", `${ID}x`])).toMatchObject({ status: 1, stdout: "" });
	expect(run(story, ["resume", `${ID}x`]).stderr).toContain(ID);
	expect(run(story, ["resume"]).status).toBe(2);
});

test("a prompt without -- is asked for with it", () => {
	const story = makeStory({ behaviour: "end" });
	for (const words of [
		["fix", "it's"],
		["fix", "--", "it"],
	]) {
		const { status, stdout, stderr } = run(story, ["resume", "last", ...words]);
		expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
		expect(stderr).toMatch(
			/^prime-sessions: a prompt follows after --: prime-sessions resume last -- fix[^\n]*\n$/,
		);
	}
	expect(run(story, ["resume", "last", "fix", "it's"]).stderr).toContain("-- fix 'it'\\''s'\n");
	expect(story.agent.wasRun()).toBe(false);
});

test("an agent called pi is found under that name", () => {
	const story = makeStory();
	const pi = makeFakeAgent(story.home, { name: "pi", behaviour: "end", code: 0 });
	expect(run(story, ["resume", ID, "--agent", "pi"]).status).toBe(0);
	expect(pi.record().argv).toEqual(["--session", pathOf(story)]);
});
