/**
 * The same files in pi 0.73.1 and here. pi is installed for the benchmarks only; without it this is skipped.
 */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { setLabel, setSessionName } from "../../src/session/annotations.js";
import type { SessionEntry } from "../../src/session/entries.js";
import { forkBranch, forkTree } from "../../src/session/fork.js";
import { newState, stateForWork, stateToView } from "../../src/session/manager-state.js";
import { ReadonlySessionManager } from "../../src/session/readonly-session-manager.js";
import { readSessionSync } from "../../src/session/session.js";
import { SessionManagerBase } from "../../src/session/session-manager.js";
import { assistant, at, header, lines } from "../support/entries.js";
import { hostileFiles } from "../support/hostile.js";
import { realSessions } from "../support/stores.js";
import { temporaryDirectory } from "../support/temporary.js";

const installed = join(
	import.meta.dirname,
	"../../bench/node_modules/@mariozechner/pi-coding-agent/dist/core/session-manager.js",
);
const isInstalled = existsSync(installed);
const pi = isInstalled ? await import(pathToFileURL(installed).href) : undefined;

const root = temporaryDirectory();
let count = 0;
function newPath(): string {
	const dir = join(root, String(count++));
	mkdirSync(dir);
	return join(dir, "s.jsonl");
}

type Manager = Pick<
	ReadonlySessionManager,
	| "getEntries"
	| "getHeader"
	| "getLeafId"
	| "getSessionName"
	| "getBranch"
	| "getTree"
	| "buildSessionContext"
	| "getLabel"
	| "getChildren"
>;

/** All that a user sees of a session, in a form that two programs can be compared by. */
function picture(manager: Manager) {
	const entries = manager.getEntries();
	return JSON.parse(
		JSON.stringify({
			header: manager.getHeader(),
			entries,
			leaf: manager.getLeafId(),
			name: manager.getSessionName(),
			branch: manager.getBranch().map((entry) => entry.id),
			tree: manager.getTree(),
			labels: entries.map((entry) => manager.getLabel(entry.id) ?? null),
			children: entries.map((entry) => manager.getChildren(entry.id).map((child) => child.id)),
			context: manager.buildSessionContext(),
		}),
		// pi knows nothing of sub-agents, so it has none of their usage.
		(key, value) => (key === "usage" ? undefined : value),
	);
}

/** What pi makes of a file; on a copy, because it may write to it. */
function inPi(path: string) {
	const copy = newPath();
	copyFileSync(path, copy);
	return picture(pi.SessionManager.open(copy));
}

const here = (path: string) => picture(new ReadonlySessionManager(stateToView(readSessionSync(path), path)));

/** Fills a session by the methods that both programs have. `n` chooses what to do next. */
function fill(manager: SessionManagerBase, choices: readonly number[]): void {
	const answer = (assistant("x", null) as SessionEntry & { message: never }).message;
	for (const n of choices) {
		const ids = manager.getEntries().map((entry) => entry.id);
		const any = ids[n % Math.max(ids.length, 1)];
		switch (n % 11) {
			case 0:
			case 1:
				manager.appendMessage({
					role: "user",
					content: [{ type: "text", text: `request ${n}\u2028é🙂` }],
					timestamp: n,
				});
				break;
			case 2:
			case 3:
				manager.appendMessage(answer);
				break;
			case 4:
				manager.appendModelChange("lab", `m-${n}`);
				break;
			case 5:
				manager.appendThinkingLevelChange(n % 2 === 0 ? "high" : "low");
				break;
			case 6:
				if (any !== undefined) manager.appendLabelChange(any, n % 4 === 0 ? undefined : `label ${n}`);
				break;
			case 7:
				if (any !== undefined) manager.appendCompaction("summary", any, n, { n }, true);
				break;
			case 8:
				if (any !== undefined) manager.branch(any);
				break;
			case 9:
				if (any !== undefined) manager.branchWithSummary(any, `left ${n}`);
				break;
			default:
				manager.appendCustomMessageEntry("ext", `told ${n}`, true, { n });
				manager.appendSessionInfo(`name ${n}`);
		}
	}
	manager.appendMessage(answer);
}

const choices = fc.array(fc.nat(1000), { maxLength: 40 });

describe.skipIf(!isInstalled)("pi 0.73.1", () => {
	it.each(realSessions)("sees the same in %s", (path) => {
		expect(here(path)).toEqual(inPi(path));
	});

	// pi goes round in cycles for ever, lists an entry twice whose id is there twice, and reads what has no header.
	const sound = hostileFiles.filter(({ error, large, faults, problems }) => {
		return (
			error === undefined &&
			!large &&
			problems === undefined &&
			!faults?.some((f) => f === "cycle" || f === "duplicate-id")
		);
	});
	it.each(
		sound.filter(
			({ name }) =>
				!/version-(1|4|99|as|missing)|bom|wrong-shapes|label-on-nothing|proto|for-texts/.test(name),
		),
	)("sees the same in $name", ({ content }) => {
		const path = newPath();
		writeFileSync(path, content as string);
		expect(here(path)).toEqual(inPi(path));
	});

	it("sees the same in sessions that were made here", () => {
		fc.assert(
			fc.property(choices, (picks) => {
				const manager = new SessionManagerBase(newState("/w", join(root, `here${count++}`), true));
				fill(manager, picks);
				const path = manager.getSessionFile()!;
				expect(here(path)).toEqual(inPi(path));
				expect(picture(manager).entries).toEqual(inPi(path).entries);
			}),
			{ numRuns: 60 },
		);
	});

	it("makes sessions that are the same here", () => {
		fc.assert(
			fc.property(choices, (picks) => {
				const dir = join(root, `pi${count++}`);
				mkdirSync(dir);
				const manager = pi.SessionManager.create("/w", dir);
				fill(manager, picks);
				const opened = new SessionManagerBase(stateForWork(manager.getSessionFile()));
				expect(picture(opened)).toEqual(inPi(manager.getSessionFile()));
			}),
			{ numRuns: 60 },
		);
	});

	it("sees names, labels and forks that were made here of its own sessions", async () => {
		for (const real of realSessions.filter((path) => path.includes("pi-0.73.1"))) {
			const path = newPath();
			copyFileSync(real, path);
			const first = readSessionSync(path).entries[0]!.id;
			await setSessionName(path, "a name");
			await setLabel(path, first, "a label");
			expect(inPi(path)).toMatchObject({ name: "a name" });
			expect(inPi(path).labels[0]).toBe("a label");
			expect(here(path)).toEqual(inPi(path));
			const source = readSessionSync(path);
			const options = { dir: join(path, "../forks"), cwd: "/other" };
			for (const fork of [forkBranch(source, options), forkTree(source, options)]) {
				expect(inPi(fork.path).context).toEqual(here(path).context);
				expect(here(fork.path)).toEqual(inPi(fork.path));
			}
		}
	});

	it("goes on from a session that was upgraded here", () => {
		const path = newPath();
		// With an answer in it: pi writes a session without one a second time when it gets its first.
		const say = (role: string) => ({
			type: "message",
			timestamp: at(1),
			message: { role, content: [], provider: "lab", model: "m", timestamp: 1 },
		});
		writeFileSync(path, lines(header({ version: undefined }), say("user"), say("assistant")));
		new SessionManagerBase(stateForWork(path));
		expect(here(path)).toEqual(inPi(path));
		const manager = pi.SessionManager.open(path);
		fill(manager, [1, 2, 3]);
		expect(here(path)).toEqual(inPi(path));
		expect(readSessionSync(path).tree.branch()).toHaveLength(6);
	});
});
