import { mkdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SessionInfo } from "../../../src/store/info.js";
import {
	choosePrunable,
	type PruneCriteria,
	type PruneProtection,
	sparedSummary,
} from "../../../src/store/prune/prune.js";
import { gatherPruneFacts } from "../../../src/store/prune/prune-facts.js";
import { info } from "../../support/infos.js";
import { temporaryDirectory } from "../../support/temporary.js";

const DAY = 86_400_000;
const now = Date.UTC(2026, 5, 1);
const old = (days: number) => new Date(now - days * DAY);

function choose(
	sessions: readonly SessionInfo[],
	criteria: PruneCriteria & PruneProtection,
	facts: object = {},
): { go: SessionInfo[]; spared: [SessionInfo, string][]; bytes: number } {
	const { go, spared, bytes } = choosePrunable(sessions, criteria, { now, ...facts });
	return { go: go.map((one) => one.session), spared: spared.map((one) => [one.session, one.why]), bytes };
}

describe("each criterion", () => {
	const cases: [string, PruneCriteria, Partial<SessionInfo>, Partial<SessionInfo>, string][] = [
		["age", { olderThan: 90 * DAY }, { modified: old(91) }, { modified: old(90) }, "last used 3 months ago"],
		["messages", { fewerMessages: 2 }, { messageCount: 1 }, { messageCount: 2 }, "1 message"],
		["size", { largerThan: 20 << 20 }, { sizeBytes: (20 << 20) + 1 }, { sizeBytes: 20 << 20 }, "20 MB"],
		["archived", { archived: true }, { state: "archived" }, { state: "active" }, "archived"],
		["empty", { empty: true }, { messageCount: 0 }, { messageCount: 1 }, "no messages"],
		["missing cwd", { missingCwd: true }, { cwd: "/gone" }, { cwd: "/here" }, "its directory is gone"],
		["damaged", { damaged: true }, { problemCount: 1 }, { problemCount: 0 }, "damaged"],
		["duplicate", { duplicate: true }, { path: "/s/a" }, { path: "/s/b" }, "all of it is in /s/b"],
	];
	/** What every row of a table tells already. */
	const inColumns = new Set(["age", "messages", "size"]);
	const facts = { now, missingCwds: new Set(["/gone"]), duplicates: new Map([["/s/a", "/s/b"]]) };
	for (const [name, criteria, yes, no, reason] of cases) {
		test(name, () => {
			const base = { messageCount: 5, sizeBytes: 100, modified: old(0) };
			const [goes, stays] = [info({ ...base, ...yes }), info({ ...base, ...no })];
			const { go, spared, bytes } = choosePrunable([stays, goes], criteria, facts);
			expect({ go, spared, bytes }).toEqual({
				go: [{ session: goes, reasons: [reason], remarks: inColumns.has(name) ? [] : [reason] }],
				spared: [],
				bytes: goes.sizeBytes,
			});
		});
	}

	test("unnamed, where named ones may go", () => {
		const [named, unnamed] = [info({ name: "n" }), info()];
		expect(choose([named, unnamed], { unnamed: true, includeNamed: true }).go).toEqual([unnamed]);
	});

	test("a time that is none is not old", () => {
		expect(choose([info({ modified: new Date(Number.NaN) })], { olderThan: 0 }).go).toEqual([]);
	});
});

test("all of them must hold; of the kinds, one is enough", () => {
	const sessions = [
		info({ modified: old(100), messageCount: 0 }),
		info({ modified: old(100), messageCount: 3, problemCount: 1 }),
		info({ modified: old(100), messageCount: 3 }),
		info({ modified: old(1), messageCount: 0 }),
	];
	const criteria = { olderThan: 90 * DAY, empty: true, damaged: true };
	expect(choose(sessions, criteria).go).toEqual(sessions.slice(0, 2));
	expect(choose(sessions, { ...criteria, fewerMessages: 2 }).go).toEqual(sessions.slice(0, 1));
	expect(choose(sessions, { ...criteria, archived: true }).go).toEqual([]);
});

test("without a criterion nothing is chosen, whatever may be included", () => {
	for (const none of [
		{},
		{ includeNamed: true, includeParents: true },
		{ empty: false, olderThan: undefined },
	])
		expect(choose([info(), info()], none)).toEqual({ go: [], spared: [], bytes: 0 });
});

describe("is spared", () => {
	const parent = info();
	const named = info({ name: "n" });
	const labelled = info({ labels: ["l"] });
	const open = info({ open: true, name: "n" });
	const fork = info({ parentSessionPath: parent.path });
	const all = [parent, named, labelled, open, fork];

	test("what is named, labelled, open, or has forks", () => {
		const { go, spared } = choose(all, { empty: true });
		expect(go).toEqual([fork]);
		expect(spared).toEqual([
			[parent, "parent"],
			[named, "named"],
			[labelled, "labelled"],
			[open, "open"],
		]);
		expect(sparedSummary(choosePrunable(all, { empty: true }, { now }).spared)).toBe(
			"1 named · 1 labelled · 1 open · 1 parent",
		);
	});

	test("unless it is asked for; what is open always", () => {
		const include = { includeNamed: true, includeLabelled: true, includeParents: true };
		expect(choose(all, { empty: true, ...include })).toMatchObject({
			go: [parent, named, labelled, fork],
			spared: [[open, "open"]],
		});
	});

	test("a parent, also where its forks are not among those to choose from", () => {
		expect(choose([parent], { empty: true }).go).toEqual([parent]);
		expect(choose([parent], { empty: true }, { all }).spared).toEqual([[parent, "parent"]]);
	});

	test("only what would have gone", () => {
		expect(choose([info({ name: "n", messageCount: 9 })], { empty: true }).spared).toEqual([]);
	});
});

test("a sub-agent's session is neither chosen nor spared", () => {
	expect(choose([info({ rlmDepth: 1, name: "n" })], { empty: true })).toEqual({
		go: [],
		spared: [],
		bytes: 0,
	});
});

test("counts add up, and more criteria never choose more, except more kinds", () => {
	const session = fc.record({
		messageCount: fc.nat(3),
		sizeBytes: fc.nat(100),
		modified: fc.nat(5).map(old),
		name: fc.constantFrom(undefined, "n"),
		state: fc.constantFrom("active", "archived"),
		problemCount: fc.nat(1),
		open: fc.boolean(),
	});
	const narrowing = fc.record(
		{ olderThan: fc.nat(5 * DAY), fewerMessages: fc.nat(4), largerThan: fc.nat(100), archived: fc.boolean() },
		{ requiredKeys: [] },
	);
	fc.assert(
		fc.property(fc.array(session), narrowing, (fields, narrower) => {
			const sessions = fields.map(({ name, ...rest }) => info({ ...rest, ...(name ? { name } : {}) }));
			const wide = choose(sessions, { damaged: true });
			const narrow = choose(sessions, { damaged: true, ...narrower });
			expect(narrow.go.every((one) => wide.go.includes(one))).toBe(true);
			const wider = choose(sessions, { damaged: true, empty: true, ...narrower });
			expect(narrow.go.every((one) => wider.go.includes(one))).toBe(true);
			expect(wide.bytes).toBe(wide.go.reduce((sum, one) => sum + one.sizeBytes, 0));
			const bad = sessions.filter((one) => one.problemCount > 0);
			expect(wide.go.length + wide.spared.length).toBe(bad.length);
			expect(wide.go.some((one) => one.open || one.name !== undefined)).toBe(false);
		}),
	);
});

test("finds out which directories are gone; one that cannot be asked is not", async () => {
	const here = temporaryDirectory();
	mkdirSync(join(here, "there"));
	const sessions = ["there", "gone", "mount/x"].map((name) => info({ cwd: join(here, name) }));
	const { Places } = await import("../../../src/store/places.js");
	const places = new Places({ remote: [join(here, "mount")] });
	const facts = await gatherPruneFacts(sessions, { missingCwd: true }, { now, here: "/", places });
	expect(facts.missingCwds).toEqual(new Set([join(here, "gone")]));
	const none = await gatherPruneFacts(sessions, { empty: true }, { now, here: "/", places });
	expect(none).toEqual({ now, missingCwds: undefined, duplicates: undefined });
});
