/** What a service, a container or a pipe gives a process instead of a terminal, a home and an endless disk. */
import { type SpawnSyncReturns, type StdioOptions, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { makeStory, type Story } from "../support/story.js";

const PROGRAM = fileURLToPath(new URL("../../bin/prime-sessions.js", import.meta.url));

function run(story: Story, args: string[], stdio: StdioOptions = "pipe"): SpawnSyncReturns<string> {
	const env = { PATH: process.env.PATH, HOME: story.home };
	return spawnSync(process.execPath, [PROGRAM, ...args], { cwd: story.webapp, env, stdio, encoding: "utf8" });
}

function open(path: string): number {
	const fd = openSync(path, "w");
	onTestFinished(() => closeSync(fd));
	return fd;
}

test.skipIf(!existsSync("/dev/full"))("a full disk behind standard output is said in one line", () => {
	const ended = run(makeStory(), ["list", "--all"], ["ignore", open("/dev/full"), "pipe"]);
	expect(ended.stderr).toMatch(/^prime-sessions: cannot write to standard output: ENOSPC.*\n$/);
	expect(ended.status).toBe(1);
});

test.skipIf(!existsSync("/dev/full"))("messages that cannot be written change nothing else", () => {
	const story = makeStory();
	const ended = run(story, ["list", "nothing-has-this-name"], ["ignore", "pipe", open("/dev/full")]);
	expect(ended.status).toBe(0);
	const failed = run(story, ["show", "nothing-has-this-name"], ["ignore", "pipe", open("/dev/full")]);
	expect(failed.status).toBe(1);
});

test("a working directory that was deleted does not keep the sessions from being listed", () => {
	const story = makeStory();
	const gone = join(story.home, "gone");
	mkdirSync(gone);
	const script = `
		process.chdir(${JSON.stringify(gone)});
		require("node:fs").rmdirSync(${JSON.stringify(gone)});
		const { spawnSync } = require("node:child_process");
		const { status } = spawnSync(process.execPath, [${JSON.stringify(PROGRAM)}, "list", "--all"], { stdio: "inherit" });
		process.exit(status);
	`;
	const env = { PATH: process.env.PATH, HOME: story.home, PWD: gone };
	const ended = spawnSync(process.execPath, ["-e", script], { env, encoding: "utf8" });
	if (existsSync(gone)) rmdirSync(gone);
	expect(ended.stderr).toBe("");
	expect(ended.stdout.split("\n").length).toBeGreaterThan(10);
	expect(ended.status).toBe(0);
});
