import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSessionSync } from "../../src/session/session.js";
import { AGENT_READY } from "../support/fake-agent.js";
import { makeStory } from "../support/story.js";

const FILE = "01a22d7f-5dae-772b-bce0-91888e489e82.jsonl";

test("fold, filter, search, label, switch with an outline, resume there; a second run undoes the switch", async () => {
	const story = makeStory({ code: 0 });
	const path = join(story.sessionDir, FILE);
	const before = readFileSync(path, "utf8");
	const pty = story.start({ columns: 110 });
	await pty.waitFor("10 · recent");
	pty.write("tui named");
	await pty.waitFor("1 of 10");
	pty.press("enter");
	await pty.waitFor("Enter resumes in prime-agent");
	pty.write("/tree\r");
	await pty.waitFor(/Tree of TUI named session.*29 of 58/);

	pty.press("ctrl+u");
	await pty.waitFor("user-only");
	pty.press("ctrl+d", "home", "down", "down");
	await pty.waitFor(/▸ ⊟ assistant/);
	pty.press("ctrl+left");
	await pty.waitFor(/▸ ⊞ assistant.*entries\)/);
	pty.press("ctrl+right");
	await pty.waitFor("Approach one please");

	pty.write("more on approach");
	await pty.waitFor(/2 of 58.*search: more on approach/);
	pty.press("home");
	await pty.waitFor(/▸ +user +More on approach one/);
	pty.press("escape");
	await pty.waitFor(
		(rows) => /29 of 58/.test(rows[0] ?? "") && rows.some((row) => /▸.*More on approach one/.test(row)),
	);

	pty.write("L");
	await pty.waitFor("label: tui label");
	pty.press("ctrl+u");
	pty.write("start here\r");
	await pty.waitFor("[start here]");

	pty.press("enter");
	await pty.waitFor("You leave");
	pty.press("down", "enter");
	await pty.waitFor("The session goes on from here");
	await pty.waitFor(/› More on approach one/);
	await pty.waitFor("branch summary");

	const after = readFileSync(path, "utf8");
	expect(after.startsWith(before)).toBe(true);
	expect(readSessionSync(path).tree.leaf?.entry).toMatchObject({
		type: "branch_summary",
		parentId: expect.any(String),
	});

	pty.press("enter");
	await pty.waitFor(AGENT_READY);
	pty.write("\r");
	expect((await pty.exit()).code).toBe(0);
	expect(story.agent.record().argv).toEqual(["--resume", path, "More on approach one"]);

	const left = readSessionSync(path).tree.leaf?.entry;
	const again = story.start({ columns: 110 });
	await again.waitFor("10 · recent");
	again.write("tui named");
	await again.waitFor("1 of 10");
	again.press("enter");
	await again.waitFor("Enter resumes in prime-agent");
	again.press("ctrl+z");
	await again.waitFor("Back where the switch came from");
	const undone = readSessionSync(path);
	expect(undone.tree.leaf?.entry).toMatchObject({ customType: "prime-sessions.leaf" });
	expect(undone.tree.leaf?.parent?.entry.id).toBe(left?.type === "branch_summary" ? left.fromId : "");
	again.press("ctrl+c");
	await again.exit();
});

test("a summary that takes too long is cancelled, and nothing is written", async () => {
	const story = makeStory({ behaviour: "hang" });
	const path = join(story.sessionDir, FILE);
	const before = readFileSync(path);
	const pty = story.start({ columns: 110 });
	await pty.waitFor("10 · recent");
	pty.write("tui named");
	await pty.waitFor("1 of 10");
	pty.write("\u0015/tree\r");
	await pty.waitFor("Tree of TUI named session");
	pty.press("end", "enter");
	await pty.waitFor("You leave");
	pty.write("3");
	await pty.waitFor("prime-agent is summarising the branch");
	pty.press("escape");
	await pty.waitFor("You leave");
	pty.press("escape");
	await pty.waitFor("Tree of TUI named session");
	expect(readFileSync(path)).toEqual(before);
	pty.press("ctrl+c");
	expect((await pty.exit()).code).toBe(130);
});
