/** What `--json` prints: a terminal may be what it is printed on, and any file what it is made from. */
import { expect, test } from "vitest";
import { branch } from "../../src/commands/branch.js";
import { doctor } from "../../src/commands/doctor.js";
import { fork } from "../../src/commands/fork.js";
import { info } from "../../src/commands/info.js";
import type { CommandIo } from "../../src/commands/io.js";
import { label } from "../../src/commands/label.js";
import { list } from "../../src/commands/list.js";
import { name } from "../../src/commands/name.js";
import { show } from "../../src/commands/show.js";
import { tree } from "../../src/commands/tree.js";
import { commandHome } from "../support/command.js";
import { deepLine, entry, header, label as labelled, lines, user } from "../support/entries.js";

// A colour, the clipboard and the direction of writing, each as one character that JSON need not escape.
const HOSTILE = "\u009b31m\u009d52;c;AAAA\u009c\u202eR\u2066\u200f\u007f\u2028";
const json = { json: true } as const;

const commands: { [command: string]: (path: string, io: CommandIo) => Promise<number> } = {
	list: (_, io) => list("", { ...json, all: true, text: true }, io),
	info: (path, io) => info(path, json, io),
	show: (path, io) => show(path, json, io),
	tree: (path, io) => tree(path, json, io),
	"tree --flat": (path, io) => tree(path, { ...json, flat: true }, io),
	name: (path, io) => name(path, [], json, io),
	label: (path, io) => label(path, "a", [], json, io),
	branch: (path, io) => branch(path, "a", json, io),
	fork: (path, io) => fork(path, json, io),
	doctor: (path, io) => doctor([path], json, io),
};

test.each(Object.entries(commands))("of %s drives no terminal, and says the same", async (_, command) => {
	const home = commandHome();
	const content = lines(
		header({ id: `h${HOSTILE}`, cwd: HOSTILE }),
		user("a", null, HOSTILE),
		labelled("l", "a", "a", HOSTILE),
		entry("session_info", "n", "l", { name: HOSTILE }),
		labelled("m", "n", HOSTILE, "lost"),
		user("b", "m", HOSTILE),
	);
	const { out, json } = await home.run((io) => command(home.write(`${HOSTILE}.jsonl`, content), io));
	expect(out).not.toMatch(/[\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
	expect(JSON.stringify(json())).toContain(HOSTILE);
});

test.each(["show", "tree"])("of %s holds values nested more deeply than calls can be", async (command) => {
	const home = commandHome();
	const path = home.write("s.jsonl", lines(header(), user("a", null)) + deepLine("custom_message", "d", "a"));
	const { code, out } = await home.run(async (io) => (await commands[command]?.(path, io)) ?? 1);
	expect(code).toBe(0);
	expect(out).toContain(`"content":${"[".repeat(1_000)}`);
});
