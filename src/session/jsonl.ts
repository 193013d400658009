/**
 * Bytes of a session file to records (behaviour.md §2). Lines end at 0x0A and nowhere else: U+2028, U+2029,
 * U+0085 and a lone carriage return inside a string are text. Nothing here throws on content.
 */
import { constants } from "node:buffer";
import type { JsonObject } from "./entries.js";
import { isBlank, isJsonObject, parseJson } from "./json.js";
import { recoverRecords } from "./jsonl-recovery.js";

/** Bytes of a file that are no record. They are kept, and written back as they are by any rewrite. */
export interface Problem {
	/** Line number, from 1. */
	line: number;
	/** First byte in the file. */
	offset: number;
	/** Bytes, without the line's end. 0 where the fault lies between two records. */
	length: number;
	reason: string;
}

/** One record of a line: a JSON object, white space, or bytes that are neither. Offsets and lengths in bytes. */
export type FileRecord =
	| { kind: "value"; line: number; offset: number; length: number; value: JsonObject }
	| { kind: "blank"; line: number; offset: number; length: number }
	| ({ kind: "problem" } & Problem);

/**
 * Called for each line. `bytes` has no line feed (a carriage return before it stays) and is valid only during
 * the call; `offset` is that of its first byte; `terminated` is false for a last line without a line feed.
 */
export type OnLine = (bytes: Buffer, line: number, offset: number, terminated: boolean) => void;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Splits chunks into lines; a line may straddle any number of chunks. Skips a UTF-8 byte order mark. */
export class LineReader {
	readonly #onLine: OnLine;
	#pending: Buffer[] = [];
	#pendingLength = 0;
	#line = 1;
	#offset = 0;

	constructor(onLine: OnLine) {
		this.#onLine = onLine;
	}

	/** Bytes held back because their line has not ended. */
	get pendingBytes(): number {
		return this.#pendingLength;
	}

	push(chunk: Buffer): void {
		let start = 0;
		for (;;) {
			const end = chunk.indexOf(LINE_FEED, start);
			if (end === -1) break;
			this.#emit(chunk.subarray(start, end), true);
			start = end + 1;
		}
		if (start < chunk.length) {
			// The caller may reuse its chunk, so what is held back is copied.
			const rest = Buffer.from(chunk.subarray(start));
			this.#pending.push(rest);
			this.#pendingLength += rest.length;
		}
	}

	/** Ends the file: gives out a last line that has no line feed. */
	end(): void {
		if (this.#pendingLength > 0) this.#emit(Buffer.alloc(0), false);
	}

	#emit(tail: Buffer, terminated: boolean): void {
		let bytes = tail;
		if (this.#pendingLength > 0) {
			bytes = Buffer.concat([...this.#pending, tail], this.#pendingLength + tail.length);
			this.#pending = [];
			this.#pendingLength = 0;
		}
		const length = bytes.length;
		const marked = this.#line === 1 && bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
		if (terminated || length > marked) {
			this.#onLine(bytes.subarray(marked), this.#line, this.#offset + marked, terminated);
		}
		this.#offset += length + (terminated ? 1 : 0);
		this.#line++;
	}
}

/** The records of one line, as `LineReader` gives it. More than one when lines were glued together. */
export function readLine(bytes: Buffer, line: number, offset: number, terminated: boolean): FileRecord[] {
	if (isBlank(bytes)) return [{ kind: "blank", line, offset, length: bytes.length }];
	const text = bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
	if (text.length > constants.MAX_STRING_LENGTH) {
		return [{ kind: "problem", line, offset, length: bytes.length, reason: "line too long to read" }];
	}
	const value = parseJson(text);
	if (value === undefined) return recoverRecords(bytes, line, offset, terminated);
	if (isJsonObject(value)) return [{ kind: "value", line, offset, length: text.length, value }];
	return [{ kind: "problem", line, offset, length: bytes.length, reason: "not a JSON object" }];
}

/** The records of a whole file held in memory. */
export function parseRecords(bytes: Buffer): FileRecord[] {
	const records: FileRecord[] = [];
	const reader = new LineReader((text, line, offset, terminated) => {
		for (const record of readLine(text, line, offset, terminated)) records.push(record);
	});
	reader.push(bytes);
	reader.end();
	return records;
}
