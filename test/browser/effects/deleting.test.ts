import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Deleting } from "../../../src/browser/effects/deleting.js";
import { Reading } from "../../../src/browser/effects/reading.js";
import type { Event } from "../../../src/browser/event.js";
import { resolveStore } from "../../../src/store/location.js";
import { header, lines, user } from "../../support/entries.js";
import { temporaryDirectory } from "../../support/temporary.js";

const root = temporaryDirectory();

/** A store with two files of one id, which has artifacts, and a fork of the first. */
function store() {
	const home = realpathSync(mkdtempSync(join(root, "home-")));
	const sessionDir = join(home, "sessions");
	const artifacts = join(home, "session-artifacts", "one");
	mkdirSync(sessionDir);
	mkdirSync(artifacts, { recursive: true });
	writeFileSync(join(artifacts, "notes.txt"), "kept");
	const write = (name: string, fields: object) => {
		const path = join(sessionDir, name);
		writeFileSync(path, lines(header(fields), user("a", null, "hello")));
		return path;
	};
	const path = write("first.jsonl", { id: "one" });
	const twin = write("second.jsonl", { id: "one" });
	write("fork.jsonl", { id: "fork", parentSession: path });
	const location = resolveStore({ sessionDir, env: {}, home, cwd: home });
	const reading = new Reading(location, home);
	return { path, twin, reading, deleting: new Deleting(location, reading) };
}

test("what hangs on a session is told of the whole store, also while it is still being read", async () => {
	const { path, twin, reading, deleting } = store();
	const events: Event[] = [];
	const planning = deleting.plan(1, [path], (event) => events.push(event));
	await reading.store(2, () => undefined);
	await planning;
	reading.stop();
	expect(events).toMatchObject([{ type: "deletion-planned", plan: { targets: [{ twins: [twin] }] } }]);
	const [planned] = events;
	if (planned?.type !== "deletion-planned") throw new TypeError("nothing was planned");
	const [target] = planned.plan.targets;
	expect(target?.artifacts).toEqual([]);
	expect(target?.forks.map(({ id }) => id)).toEqual(["fork"]);
});

test("duplicates are looked for among all sessions, also while they are still being read", async () => {
	const { path, twin, reading, deleting } = store();
	const events: Event[] = [];
	const finding = deleting.findDuplicates(1, (event) => events.push(event));
	await reading.store(2, () => undefined);
	await finding;
	reading.stop();
	expect(events).toEqual([{ type: "duplicates-found", request: 1, duplicates: new Map([[twin, path]]) }]);
});

test("waiting for the store to be read ends when the deletion is given up, and nothing is said then", async () => {
	const { path, deleting } = store();
	const events: Event[] = [];
	const planning = deleting.plan(1, [path], (event) => events.push(event));
	deleting.stop();
	await planning;
	expect(events).toEqual([]);
});

test("a store that cannot be read to its end keeps nothing from being deleted", async () => {
	const { path, reading, deleting } = store();
	const events: Event[] = [];
	const planning = deleting.plan(1, [path], (event) => events.push(event));
	const read = reading.store(2, () => undefined);
	reading.stop();
	await read;
	await planning;
	expect(events).toMatchObject([{ type: "deletion-planned", plan: { targets: [{ session: { path } }] } }]);
});
