import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listSessions } from "../../../src/store/catalogue.js";
import { freedBytes, measureArtifactsOf } from "../../../src/store/prune/artifact-sizes.js";
import { header, lines, user } from "../../support/entries.js";
import { temporaryDirectory } from "../../support/temporary.js";
import { trashStore } from "../../support/trash-store.js";

const root = temporaryDirectory();

function store() {
	const at = trashStore(root);
	const write = (name: string, id: string) => {
		const path = join(at.sessionDir, name);
		mkdirSync(join(path, ".."), { recursive: true });
		writeFileSync(path, lines(header({ id }), user("a", null, "hello")));
		return path;
	};
	const artifacts = (id: string, bytes: number, parent = at.agentDir) => {
		const path = join(parent, "session-artifacts", id, "sub-0000000a");
		mkdirSync(path, { recursive: true });
		writeFileSync(join(path, "notes.txt"), "x".repeat(bytes));
	};
	/** What the choice says would be freed, and what the plan for it says. */
	async function both(paths: readonly string[]) {
		const { sessions, subAgents } = await listSessions({ location: at.location });
		const sizes = await measureArtifactsOf([...sessions, ...subAgents], at.sessionDir);
		const go = sessions.filter(({ path }) => paths.includes(path));
		return { said: freedBytes(go, sizes), planned: (await at.plan(paths)).bytes };
	}
	return { ...at, write, artifacts, both };
}

test("what would be freed is what the question says then", async () => {
	const at = store();
	const plain = at.write("plain.jsonl", "plain");
	const rich = at.write("rich.jsonl", "rich");
	const inProject = at.write("--p--/deep.jsonl", "deep");
	at.artifacts("rich", 5_000);
	at.artifacts("deep", 700);
	at.artifacts("deep", 30, at.sessionDir);
	at.artifacts("nobody's", 100_000);
	for (const paths of [[plain], [rich], [inProject], [plain, rich, inProject]]) {
		const { said, planned } = await at.both(paths);
		expect(said).toBe(planned);
	}
	expect((await at.both([rich])).said).toBeGreaterThan(5_000);
});

test("artifacts of an id that two files have are freed with the last of them only", async () => {
	const at = store();
	const twins = [at.write("one.jsonl", "twin"), at.write("two.jsonl", "twin")];
	at.artifacts("twin", 5_000);
	for (const paths of [twins.slice(0, 1), twins]) {
		const { said, planned } = await at.both(paths);
		expect(said).toBe(planned);
	}
});

test("a link takes no artifacts along", async () => {
	const at = store();
	const target = at.write("elsewhere.txt", "linked");
	symlinkSync(target, join(at.sessionDir, "link.jsonl"));
	at.artifacts("linked", 5_000);
	const { sessions } = await listSessions({ location: at.location });
	expect((await measureArtifactsOf(sessions, at.sessionDir)).size).toBe(0);
});

test("measuring ends when it is given up", async () => {
	const at = store();
	at.write("a.jsonl", "a");
	at.artifacts("a", 10);
	const { sessions } = await listSessions({ location: at.location });
	await expect(measureArtifactsOf(sessions, at.sessionDir, AbortSignal.abort())).rejects.toMatchObject({
		code: "cancelled",
	});
});
