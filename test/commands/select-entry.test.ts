import { expect, test } from "vitest";
import { branch } from "../../src/commands/branch.js";
import { commandHome } from "../support/command.js";
import { assistant, chain, header, lines, user } from "../support/entries.js";

function made(...entries: object[]) {
	const store = commandHome();
	store.write("s.jsonl", lines(header({ id: "s" }), ...entries));
	return async (entry: string) => (await store.run((io) => branch("s", entry, {}, io))).err;
}

test("the entries that a beginning may mean are listed, with what they are", async () => {
	const branchTo = made(
		user("9a", null, "first \x1b[2Jrequest"),
		assistant("9b", "9a", "an answer"),
		user("9c", "9b", "x".repeat(500)),
		user("8", "9c"),
	);
	const [head, ...matches] = (await branchTo("9")).trimEnd().split("\n");
	expect(head).toBe('"9" may mean 3 entries; give more of the id:');
	expect(matches).toEqual([
		"  9a  user: first request",
		"  9b  assistant: an answer",
		expect.stringMatching(/^ {2}9c {2}user: x{50,60}…$/),
	]);
});

test("more than ten are counted", async () => {
	const said = await made(...chain(30))(chain(1)[0]?.id.slice(0, 1) ?? "");
	const matches = said.trimEnd().split("\n").slice(1);
	expect(matches).toHaveLength(11);
	expect(matches.at(-1)).toMatch(/^ {2}… and \d+ more$/);
});
