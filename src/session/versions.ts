/**
 * Bringing older records to the current version, in memory: v1 had no ids, v2 called extension messages
 * `hookMessage` (behaviour.md §2). Every step may run on any file, any number of times: records that are
 * current already, also in a file of mixed dialects, stay as they are.
 */
import type { FileEntry, JsonObject } from "./entries.js";
import { CURRENT_SESSION_VERSION } from "./entries.js";
import { isJsonObject } from "./json.js";

/** What is wrong with a header that states no version that there could be. */
export const ODD_VERSION = "the header's version is not a version number";

/** Whether a newer agent wrote a session: its version is above the present one, and not merely odd. */
export function isNewer({ version }: { version: number }): boolean {
	return version > CURRENT_SESSION_VERSION;
}

/** The version a header states: 1 where it states none, undefined where what it states is no version. */
export function versionOf(header: JsonObject): number | undefined {
	const version = header.version ?? 1;
	return typeof version === "number" && Number.isInteger(version) && version >= 1 ? version : undefined;
}

/** Brings the records of a file, header first, to the current version. Returns those that were changed. */
export function upgradeRecords(records: readonly JsonObject[]): Set<JsonObject> {
	const changed = new Set<JsonObject>();
	upgradeV1ToV2(records, changed);
	upgradeV2ToV3(records, changed);
	const header = records.find((record) => record.type === "session");
	const version = header === undefined ? undefined : versionOf(header);
	if (header !== undefined && version !== undefined && version < CURRENT_SESSION_VERSION) {
		header.version = CURRENT_SESSION_VERSION;
		changed.add(header);
	}
	return changed;
}

/** Upgrades parsed records in place, as other programs of this format do. */
export function migrateSessionEntries(entries: FileEntry[]): void {
	upgradeRecords(entries.filter((entry): entry is FileEntry & JsonObject => isJsonObject(entry)));
}

/**
 * v1 → v2: an entry without an id gets one, and the entry before it as parent; `firstKeptEntryIndex`, which counts
 * records with the header as 0, becomes `firstKeptEntryId`.
 */
function upgradeV1ToV2(records: readonly JsonObject[], changed: Set<JsonObject>): void {
	const taken = new Set<unknown>();
	for (const record of records) if (isEntry(record)) taken.add(record.id);
	const id = records.find((record) => record.type === "session")?.id;
	const seed = typeof id === "string" ? id : "";
	let previous: string | null = null;
	records.forEach((record, index) => {
		if (!isEntry(record)) return;
		if (!isId(record.id)) {
			record.id = deterministicId(seed, index, taken);
			if (!isId(record.parentId) && record.parentId !== null) record.parentId = previous;
			changed.add(record);
		} else if (!isId(record.parentId) && record.parentId !== null) {
			record.parentId = null;
			changed.add(record);
		}
		previous = record.id as string;
	});
	for (const record of records) {
		if (record.type !== "compaction" || record.firstKeptEntryIndex === undefined) continue;
		const kept =
			typeof record.firstKeptEntryIndex === "number" ? records[record.firstKeptEntryIndex] : undefined;
		if (kept !== undefined && isEntry(kept) && !isId(record.firstKeptEntryId))
			record.firstKeptEntryId = kept.id;
		delete record.firstKeptEntryIndex;
		changed.add(record);
	}
}

/** v2 → v3: the role `hookMessage` becomes `custom`. */
function upgradeV2ToV3(records: readonly JsonObject[], changed: Set<JsonObject>): void {
	for (const record of records) {
		const message = record.type === "message" ? record.message : undefined;
		if (!isJsonObject(message) || message.role !== "hookMessage") continue;
		message.role = "custom";
		changed.add(record);
	}
}

/** Whether a record belongs in the tree: anything but a header that says what it is, or has an id to be found by. */
export function isEntry(record: JsonObject): boolean {
	return record.type !== "session" && (typeof record.type === "string" || isId(record.id));
}

function isId(value: unknown): value is string {
	return typeof value === "string" && value !== "";
}

/** Eight hex digits made from the session's id and a record's place, so that a second reading makes the same. */
function deterministicId(seed: string, index: number, taken: Set<unknown>): string {
	for (let attempt = 0; ; attempt++) {
		const id = fnv1a(`${seed}:${index}:${attempt}`).toString(16).padStart(8, "0");
		if (taken.has(id)) continue;
		taken.add(id);
		return id;
	}
}

/** The 32-bit FNV-1a hash of a text's code units. */
function fnv1a(text: string): number {
	let hash = 0x811c9dc5;
	for (let i = 0; i < text.length; i++) {
		hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
	}
	return hash >>> 0;
}
