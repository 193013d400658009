import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FileEntry, JsonObject } from "../../src/session/entries.js";
import { parseSessionEntries } from "../../src/session/parse-entries.js";
import { readSessionSync } from "../../src/session/session.js";
import { migrateSessionEntries, upgradeRecords } from "../../src/session/versions.js";
import { at, header, lines } from "../support/entries.js";
import { sessionFiles } from "../support/stores.js";

const say = (text: string, role = "user"): JsonObject => ({
	type: "message",
	timestamp: at(1),
	message: { role, content: text, timestamp: 1 },
});
const v1 = (): JsonObject[] => [
	header({ version: undefined }),
	say("one"),
	say("two"),
	{ type: "compaction", timestamp: at(2), summary: "s", firstKeptEntryIndex: 2, tokensBefore: 5 },
	say("three", "hookMessage"),
];

describe("an upgrade", () => {
	it("makes of version 1 a chain with ids, and of its index of the first kept entry an id", () => {
		const records = v1();
		expect(upgradeRecords(records).size).toBe(5);
		const [head, one, two, compaction, three] = records;
		expect(head).toMatchObject({ version: 3 });
		for (const record of records.slice(1)) expect(record.id).toMatch(/^[0-9a-f]{8}$/);
		expect(new Set(records.slice(1).map((record) => record.id)).size).toBe(4);
		expect([one, two, compaction, three].map((record) => record!.parentId)).toEqual([
			null,
			one!.id,
			two!.id,
			compaction!.id,
		]);
		expect(compaction).toMatchObject({ firstKeptEntryId: two!.id });
		expect(compaction).not.toHaveProperty("firstKeptEntryIndex");
		expect(three).toMatchObject({ message: { role: "custom" } });
	});

	it("of an index that is no entry's keeps none", () => {
		for (const firstKeptEntryIndex of [0, 99, -1, "x", 2.5]) {
			const records = [
				header({ version: 1 }),
				say("one"),
				{ type: "compaction", timestamp: at(1), firstKeptEntryIndex },
			];
			upgradeRecords(records as JsonObject[]);
			expect(records[2]).not.toHaveProperty("firstKeptEntryIndex");
			expect(records[2]).not.toHaveProperty("firstKeptEntryId");
		}
	});

	it("leaves the ids of version 2 alone and renames the role only", () => {
		const records = [
			header({ version: 2 }),
			{ ...say("x", "hookMessage"), id: "a", parentId: null },
			{ ...say("y"), id: "b", parentId: "a" },
		];
		const changed = upgradeRecords(records);
		expect([...changed]).toEqual([records[1], records[0]]);
		expect(records[1]).toEqual({ ...say("x", "custom"), id: "a", parentId: null });
	});

	it("gives ids to lines of version 1 in a file of version 3, below the entry before them", () => {
		const records = [
			header(),
			{ ...say("x"), id: "a", parentId: null },
			say("stray"),
			{ ...say("y"), id: "b", parentId: "a" },
			say("stray"),
		];
		upgradeRecords(records);
		expect(records[2]).toMatchObject({ parentId: "a" });
		expect(records[4]).toMatchObject({ parentId: "b" });
	});

	it("gives the same ids each time, and other ids to another session", () => {
		const [first, again, other] = [v1(), v1(), v1()];
		other[0]!.id = "another";
		for (const records of [first, again, other]) upgradeRecords(records);
		expect(again).toEqual(first);
		expect(other[1]!.id).not.toBe(first[1]!.id);
	});

	it("done twice is the same as done once, for any records", () => {
		const id = fc.option(fc.constantFrom("a", "b", "c", "", 5), { nil: undefined });
		const record = fc.record({
			type: fc.constantFrom("message", "compaction", "label", "session", "x", undefined),
			id,
			parentId: fc.oneof(id, fc.constant(null)),
			firstKeptEntryIndex: fc.option(fc.integer({ min: -1, max: 6 }), { nil: undefined }),
			message: fc.constantFrom(undefined, null, { role: "hookMessage" }, { role: "user" }),
		});
		const version = fc.constantFrom(undefined, 1, 2, 3);
		fc.assert(
			fc.property(version, fc.array(record, { maxLength: 6 }), (v, rest) => {
				const records = [header({ version: v }), ...structuredClone(rest)] as JsonObject[];
				upgradeRecords(records);
				const once = structuredClone(records);
				expect(upgradeRecords(records).size).toBe(0);
				expect(records).toEqual(once);
			}),
		);
	});

	it("is offered for parsed entries in place", () => {
		const entries = parseSessionEntries(`${lines(...v1())}not json\n`);
		migrateSessionEntries(entries);
		expect(entries.map((entry) => entry.id)).toEqual([header().id, ...entries.slice(1).map(({ id }) => id)]);
		const expected = v1();
		upgradeRecords(expected);
		expect(entries).toEqual(expected);
		const nothing: FileEntry[] = [];
		migrateSessionEntries(nothing);
		expect(nothing).toEqual([]);
	});
});

// Real, but of a third party: it lies beside the working copy of those who have it.
const legacy = join(import.meta.dirname, "../../../shared/stores/legacy");

describe.skipIf(!existsSync(legacy))("a real session of version 1", () => {
	it("is one chain of all its lines", () => {
		const [path] = sessionFiles(legacy);
		const session = readSessionSync(path!);
		expect(session).toMatchObject({ version: 1, outdated: true, readOnly: false, problems: [], faults: [] });
		expect(session.entries).toHaveLength(readFileSync(path!, "utf8").trimEnd().split("\n").length - 1);
		expect(session.tree.branch()).toHaveLength(session.entries.length);
		expect(readSessionSync(path!).entries).toEqual(session.entries);
	});
});
