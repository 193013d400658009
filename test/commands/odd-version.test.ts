import { describe, expect, test } from "vitest";
import { doctor } from "../../src/commands/doctor.js";
import { name } from "../../src/commands/name.js";
import { commandHome } from "../support/command.js";
import { header, lines } from "../support/entries.js";

const WHAT = "the header's version is not a version number";

describe.each(['"xxx"', "-1", "1e400", '"3"', "2.5"])("a header whose version is %s", (version) => {
	const made = () => {
		const home = commandHome();
		const content = lines(header({ id: "odd", version: 0 })).replace('"version":0', `"version":${version}`);
		return { ...home, path: home.write("odd.jsonl", content), content };
	};

	test("is called by what is wrong with it, and stays", async () => {
		const { run, path, content, bytes } = made();
		expect(await run((io) => name("odd", ["x"], {}, io))).toMatchObject({
			code: 3,
			err: `${path}: ${WHAT}; it is shown, but not changed (correct line 1 by hand)\n`,
		});
		expect(bytes()).toEqual({ "odd.jsonl": content });
	});

	test("is named by doctor, which offers no repair and makes none", async () => {
		const { run, path, content, bytes } = made();
		expect(await run((io) => doctor([], {}, io))).toMatchObject({
			code: 1,
			out: `damaged  ${path}\n  line 1: ${WHAT}\n  cannot be mended here: correct line 1 by hand\n`,
			err: "0 sound, 1 damaged.\n",
		});
		const { code, out } = await run((io) => doctor([], { repair: true }, io));
		expect(code).toBe(3);
		expect(out).toContain(`  not mended: ${WHAT}; it is shown, but not changed (correct line 1 by hand)\n`);
		const { json } = await run((io) => doctor([], { json: true }, io));
		expect(json()).toMatchObject({ sessions: [{ damaged: true, unmendable: "correct line 1 by hand" }] });
		expect(bytes()).toEqual({ "odd.jsonl": content });
	});
});

test("no repair is offered of a newer agent's session either, beside one that can be mended", async () => {
	const home = commandHome();
	home.write("a.jsonl", `${lines(header({ version: 4 }))}not json\n`);
	expect((await home.run((io) => doctor([], {}, io))).out).toContain(
		"  cannot be mended here: a newer agent wrote it\n",
	);
	expect((await home.run((io) => doctor([], {}, io))).err).toBe("0 sound, 1 damaged.\n");
	home.write("b.jsonl", `${lines(header())}not json\n`);
	expect((await home.run((io) => doctor([], {}, io))).err).toBe(
		"0 sound, 2 damaged. --repair mends 1 of them.\n",
	);
});
