/** What can be saved from a line that is not one JSON text: records glued together, a lost prefix before a record. */
import { isBlank, isJsonObject, parseJson } from "./json.js";
import type { FileRecord } from "./jsonl.js";

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** How many times the length of a line its repair may read: a hostile line must not cost the square of it. */
const READS_PER_BYTE = 8;

/**
 * The records of a broken line, with a problem for every byte of it that belongs to none. A record in the middle
 * counts only if records follow it up to the end of the line: an object inside a torn record is none.
 */
export function recoverRecords(
	bytes: Buffer,
	line: number,
	offset: number,
	terminated: boolean,
): FileRecord[] {
	const problem = (from: number, to: number, reason: string): FileRecord => ({
		kind: "problem",
		line,
		offset: offset + from,
		length: to - from,
		reason,
	});
	const broken = terminated ? "not valid JSON" : "the last line is cut off";
	const records: FileRecord[] = [];
	const budget = { bytes: bytes.length * READS_PER_BYTE };
	let position = 0;
	let found = objectAt(bytes, skipSpace(bytes, 0), budget);
	for (;;) {
		if (found === undefined) {
			if (isBlank(bytes.subarray(position))) break;
			found = nextRecord(bytes, position, budget);
			if (found === undefined) {
				records.push(problem(position, bytes.length, broken));
				break;
			}
			records.push(problem(position, found.start, "a record that was cut off before another began"));
		} else if (position > 0) {
			records.push(problem(position, position, "two records on one line"));
		}
		const { start, end, value } = found;
		records.push({ kind: "value", line, offset: offset + start, length: end - start, value });
		position = end;
		found = objectAt(bytes, skipSpace(bytes, position), budget);
	}
	return records;
}

interface Found {
	start: number;
	end: number;
	value: { [key: string]: unknown };
}

/** The next position from which records reach to the end of the line. */
function nextRecord(bytes: Buffer, from: number, budget: { bytes: number }): Found | undefined {
	for (let start = from; budget.bytes > 0; start++) {
		start = bytes.indexOf(OPEN_BRACE, start);
		if (start === -1) return undefined;
		if (bytes[start + 1] !== QUOTE) continue;
		const found = objectAt(bytes, start, budget);
		if (found === undefined || !looksLikeRecord(found.value)) continue;
		let end = found.end;
		for (;;) {
			const next = objectAt(bytes, skipSpace(bytes, end), budget);
			if (next === undefined) break;
			end = next.end;
		}
		if (isBlank(bytes.subarray(end))) return found;
	}
	return undefined;
}

/** Every record an agent writes has a type and the time it was written. */
function looksLikeRecord(value: { [key: string]: unknown }): boolean {
	return typeof value.type === "string" && typeof value.timestamp === "string";
}

/** The JSON object that begins at `start`, if one does. */
function objectAt(bytes: Buffer, start: number, budget: { bytes: number }): Found | undefined {
	if (bytes[start] !== OPEN_BRACE) return undefined;
	const end = endOfObject(bytes, start, budget);
	if (end === undefined) return undefined;
	const value = parseJson(bytes.subarray(start, end));
	return isJsonObject(value) ? { start, end, value } : undefined;
}

/** Just after the brace that closes the object begun at `start`. */
function endOfObject(bytes: Buffer, start: number, budget: { bytes: number }): number | undefined {
	let depth = 0;
	let inString = false;
	for (let i = start; i < bytes.length; i++) {
		if (--budget.bytes < 0) return undefined;
		const byte = bytes[i];
		if (inString) {
			if (byte === BACKSLASH) i++;
			else if (byte === QUOTE) inString = false;
		} else if (byte === QUOTE) inString = true;
		else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++;
		else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
			depth--;
			if (depth === 0) return i + 1;
		}
	}
	return undefined;
}

function skipSpace(bytes: Buffer, from: number): number {
	let i = from;
	while (bytes[i] === 0x20 || bytes[i] === 0x09 || bytes[i] === 0x0d) i++;
	return i;
}
