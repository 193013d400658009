import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readSession, readSessionSync } from "../../src/session/session.js";
import { realSessions } from "../support/stores.js";

describe("the sessions of the real agents", () => {
	it.each(realSessions)("%s is read whole, without a problem", async (path) => {
		const lines = readFileSync(path, "utf8").trimEnd().split("\n");
		const session = await readSession(path);
		expect(session.entries).toEqual(lines.slice(1).map((line) => JSON.parse(line)));
		expect(session.header).toEqual(JSON.parse(lines[0]!));
		expect(session).toMatchObject({ version: 3, problems: [], readOnly: false, outdated: false });
		expect([...session.tree.preorder()]).toHaveLength(session.entries.length);
		expect(JSON.stringify(readSessionSync(path).entries)).toBe(JSON.stringify(session.entries));
	});
});
