import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ListOptions, list } from "../../src/commands/list.js";
import { commandHome } from "../support/command.js";
import { header, lines, user } from "../support/entries.js";

/** Three sessions: two of a repository, one elsewhere. */
function made() {
	const store = commandHome();
	const repository = join(store.home, "repo");
	mkdirSync(join(repository, ".git", "objects"), { recursive: true });
	mkdirSync(join(repository, "a"));
	const write = (id: string, cwd: string) =>
		store.write(`${id}.jsonl`, lines(header({ id, cwd }), user("u", null, `about ${id}`)));
	write("one", repository);
	write("two", join(repository, "a"));
	write("three", join(store.home, "plain", "deep"));
	const said = async (options: ListOptions, cwd = store.home, query = "") => {
		const { code, out, err } = await store.run((io) => list(query, options, io), { cwd });
		expect({ code, out }).toEqual({ code: 0, out: "" });
		return err;
	};
	return { ...store, repository, said };
}

test("a limit of none is the reason why nothing is shown", async () => {
	const { said, repository } = made();
	expect(await said({ all: true, limit: 0 })).toBe("3 sessions, of which --limit 0 shows none.\n");
	expect(await said({ limit: 0 }, repository)).toBe("1 session, of which --limit 0 shows none.\n");
});

test("the filters are named, and how many there are without them", async () => {
	const { said } = made();
	expect(await said({ all: true, named: true, archived: true })).toBe(
		"No named, archived sessions in ~/.prime/agent/sessions; 3 without --named --archived.\n",
	);
	expect(await said({ archived: true })).toBe(
		"No archived sessions in ~/.prime/agent/sessions; 3 without --archived.\n",
	);
	expect(await said({ named: true }, undefined, "two")).toBe(
		'No named sessions match "two" in ~/.prime/agent/sessions; 1 without --named.\n',
	);
	expect(await said({ named: true }, undefined, "xyzzy")).toBe(
		'No named sessions match "xyzzy" in ~/.prime/agent/sessions.\n',
	);
});

test("a directory that was named is named, and what lies around it", async () => {
	const { said, repository, home } = made();
	expect(await said({ cwd: "/nonexistent" })).toBe(
		"No sessions in /nonexistent; 3 in all directories (--all instead).\n",
	);
	expect(await said({ cwd: join(repository, "b") }, home, "about")).toBe(
		'No sessions match "about" in ~/repo/b; 2 in its repository (--repo), 3 in all directories (--all instead).\n',
	);
	expect(await said({}, join(repository, "b"))).toBe(
		"No sessions in this directory; 2 in this repository (--repo), 3 in all directories (--all).\n",
	);
});

test("no repository is spoken of where there is none", async () => {
	const { said, home } = made();
	expect(await said({}, join(home, "plain"))).toBe(
		"No sessions in this directory; 1 here and below (--repo), 3 in all directories (--all).\n",
	);
	expect(await said({ repo: true }, join(home, "empty"))).toBe(
		"No sessions in this directory, which is in no repository, or below; 3 in all directories (--all instead).\n",
	);
	expect(await said({ repo: true, cwd: "/nonexistent" })).toBe(
		"No sessions in /nonexistent, which is in no repository, or below; 3 in all directories (--all instead).\n",
	);
	expect(await said({ repo: true, cwd: join(home, "repo"), named: true }, home)).toContain(
		"No named sessions in",
	);
});

test("a repository without a match is called one", async () => {
	const { said, repository } = made();
	expect(await said({ repo: true }, repository, "three")).toBe(
		'No sessions match "three" in this repository; 1 in all directories (--all instead).\n',
	);
	expect(await said({ repo: true, cwd: "a" }, repository, "three")).toBe(
		'No sessions match "three" in the repository of ~/repo/a; 1 in all directories (--all instead).\n',
	);
});

test("everything is said in the singular where there is one", async () => {
	const { said } = made();
	expect(await said({}, undefined, "three")).toBe(
		'No sessions match "three" in this directory; 1 here and below (--repo), 1 in all directories (--all).\n',
	);
});
