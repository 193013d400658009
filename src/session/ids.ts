/** Ids of entries and sessions. */
import { randomBytes } from "node:crypto";

/** Eight hex digits. */
export function randomEntryId(): string {
	return randomBytes(4).toString("hex");
}

/** A UUID of version 7: it begins with the time, so that ids sort by it. `now` in milliseconds. */
export function uuidv7(now: number): string {
	const bytes = randomBytes(16);
	bytes.writeUIntBE(now, 0, 6);
	bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
	bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
	const hex = bytes.toString("hex");
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The first candidate that is not taken. */
export function freshId(isTaken: (id: string) => boolean, candidate: () => string): string {
	for (let attempt = 0; attempt < 1000; attempt++) {
		const id = candidate();
		if (!isTaken(id)) return id;
	}
	throw new RangeError("no free entry id after 1,000 attempts");
}
