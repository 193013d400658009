import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { failureOf } from "../../src/commands/failure.js";
import { importFile } from "../../src/commands/import.js";
import { migrate } from "../../src/commands/migrate.js";
import { commandHome } from "../support/command.js";
import { header, lines } from "../support/entries.js";

test("a system error is said as every other: which file, what is wrong with it", () => {
	const error = (code: string, fields: object) =>
		Object.assign(new Error(`${code}: something, stat '/x'`), { code, ...fields });
	expect(failureOf(error("ELOOP", { path: "/x\x07" }))).toEqual({
		code: 1,
		message: "/x: a link that goes round in a circle",
	});
	expect(failureOf(error("EACCES", { path: "/x" }))?.message).toBe("/x: permission denied");
	expect(failureOf(error("EBADF", { path: "/x" }))?.message).toBe("/x: the system reports EBADF");
	expect(failureOf(error("EPIPE", {}))?.message).toBe("EPIPE: something, stat '/x'");
	expect(failureOf(new Error("a fault of ours"))).toBeUndefined();
});

test("a store that is a link to itself is named", async () => {
	const home = commandHome();
	const file = home.write("../s.jsonl", lines(header()));
	const loop = join(home.home, "loop");
	symlinkSync("loop", loop);
	for (const command of [importFile.bind(undefined, file), migrate]) {
		expect(await home.run((io) => command({ sessionDir: loop }, io))).toMatchObject({
			code: 1,
			err: expect.stringContaining(`${loop}: `),
		});
		expect((await home.run((io) => command({ sessionDir: loop }, io))).err).toMatch(
			/^\S+: .*a link that goes round in a circle\n$/,
		);
	}
	const link = join(home.home, "a.jsonl");
	symlinkSync("a.jsonl", link);
	expect((await home.run((io) => importFile(link, {}, io))).err).toBe(
		`${link}: cannot be read: a link that goes round in a circle\n`,
	);
});
