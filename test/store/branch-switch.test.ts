import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { switchBranch } from "../../src/store/branch-switch.js";
import { commandHome } from "../support/command.js";
import { assistant, header, lines, user } from "../support/entries.js";

it("moves the leaf of a session that no agent has open, and of no other", async () => {
	const home = commandHome();
	const path = home.write("s.jsonl", lines(header(), user("u", null), assistant("a", "u")));
	home.open(path);
	const before = readFileSync(path);
	await expect(switchBranch(path, { leafId: "u" }, { agentDir: home.agentDir })).rejects.toMatchObject({
		code: "open-in-agent",
		message: expect.stringContaining(String(process.pid)),
	});
	expect(readFileSync(path).equals(before)).toBe(true);
	const processes = { isAlive: () => false, startId: () => undefined };
	const { session } = await switchBranch(path, { leafId: "u" }, { agentDir: home.agentDir, processes });
	expect(session.tree.leaf?.parent?.entry.id).toBe("u");
});
