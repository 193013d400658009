import { expect, test } from "vitest";
import { type ListOptions, list } from "../../src/commands/list.js";
import { show } from "../../src/commands/show.js";
import { commandHome } from "../support/command.js";

test("flags that contradict each other, or need another, are bad usage", async () => {
	const { run } = commandHome("prime");
	const lists: [ListOptions, string][] = [
		[{ all: true, cwd: "/tmp" }, "--all or --cwd, not both"],
		[{ all: true, repo: true }, "--all or --repo, not both"],
		[{ text: true }, "--text goes with --json"],
	];
	for (const [options, what] of lists) {
		expect(await run((io) => list("", options, io))).toMatchObject({ code: 2, out: "", err: `${what}\n` });
	}
	expect(await run((io) => show("670c3c81", { markdown: true, json: true }, io))).toMatchObject({
		code: 2,
		out: "",
		err: "--markdown or --json, not both\n",
	});
	expect(await run((io) => list("", { repo: true, cwd: "/tmp", json: true }, io))).toMatchObject({ code: 0 });
});
