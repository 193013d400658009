/** Puts a session together from the bytes of its file, chunk by chunk. */
import { count } from "../text/amounts.js";
import {
	CURRENT_SESSION_VERSION,
	type JsonObject,
	type SessionEntry,
	type SessionHeader,
} from "./entries.js";
import { SessionError } from "./errors.js";
import { isJsonObject } from "./json.js";
import { type FileRecord, LineReader, type Problem, readLine } from "./jsonl.js";
import type { FileStamp, Session } from "./session.js";
import { SessionTree } from "./tree.js";
import { isEntry, ODD_VERSION, upgradeRecords, versionOf } from "./versions.js";

/** A file that has shown no header after so many bytes is not going to: a log, a picture, a disk image. */
const HEADER_WITHIN_BYTES = 1 << 20;
const TAIL_BYTES = 4096;
/** What an entry takes in memory beside its bytes, about: its object, its fields, its place in the tree. */
const ENTRY_BYTES = 450;

export class SessionBuilder {
	readonly #path: string | undefined;
	readonly #reader = new LineReader((bytes, line, offset, terminated) => {
		for (const record of readLine(bytes, line, offset, terminated)) this.#take(record);
	});
	/** The header, then the entries. */
	readonly #records: JsonObject[] = [];
	readonly #problems: Problem[] = [];
	#bytes = 0;
	#tail = Buffer.alloc(0);

	readonly #maxBytes: number;

	/** `maxBytes`: how much may be held; small entries weigh more than their bytes. */
	constructor(path?: string, maxBytes = Number.POSITIVE_INFINITY) {
		this.#path = path;
		this.#maxBytes = maxBytes;
	}

	/** @throws SessionError `not-a-session`, `too-large`, as soon as it is certain. */
	push(chunk: Buffer): void {
		this.#bytes += chunk.length;
		this.#tail = lastBytes(this.#tail, chunk);
		this.#reader.push(chunk);
		if (this.#records.length === 0 && this.#bytes > HEADER_WITHIN_BYTES) {
			throw notASession(this.#path, "it has no session header");
		}
		if (this.#bytes + this.#records.length * ENTRY_BYTES > this.#maxBytes) {
			throw tooLarge(this.#path, `its ${count(this.#records.length)} entries are too many to open here`);
		}
	}

	/** @throws SessionError `not-a-session` */
	finish(stamp?: FileStamp): Session {
		this.#reader.end();
		const first = this.#records[0];
		if (first === undefined) {
			throw notASession(this.#path, this.#bytes === 0 ? "it is empty" : "it has no session header");
		}
		const version = versionOf(first);
		if (version === undefined) {
			this.#problems.unshift({ line: 1, offset: 0, length: 0, reason: ODD_VERSION });
		}
		const readOnly = version === undefined || version > CURRENT_SESSION_VERSION;
		const changed = upgradeRecords(this.#records);
		const entries = this.#records.slice(1).map(toEntry);
		const tree = new SessionTree(entries);
		return {
			...(this.#path === undefined ? {} : { path: this.#path }),
			header: toHeader(first),
			version: version ?? CURRENT_SESSION_VERSION,
			entries,
			problems: this.#problems,
			faults: tree.faults,
			tree,
			...(stamp === undefined ? {} : { stamp, tail: this.#tail }),
			readOnly,
			outdated: !readOnly && changed.size > 0,
		};
	}

	#take(record: FileRecord): void {
		if (record.kind === "blank") return;
		if (record.kind === "problem") {
			const { line, offset, length, reason } = record;
			this.#problems.push({ line, offset, length, reason });
			return;
		}
		const { value, line, offset, length } = record;
		if (this.#records.length === 0) {
			if (!isHeader(value)) throw notASession(this.#path, "its first record is not a session header");
			this.#records.push(value);
		} else if (isEntry(value)) this.#records.push(value);
		else {
			const reason = value.type === "session" ? "a second session header" : "not an entry: it has no type";
			this.#problems.push({ line, offset, length, reason });
		}
	}
}

/** The end of what was read after one more chunk, as a copy. */
export function lastBytes(before: Buffer, chunk: Buffer): Buffer<ArrayBuffer> {
	if (chunk.length >= TAIL_BYTES) return Buffer.from(chunk.subarray(-TAIL_BYTES));
	return Buffer.from(Buffer.concat([before, chunk]).subarray(-TAIL_BYTES));
}

/** Whether a record is a session header: it says so, and it has an id. */
export function isHeader(value: JsonObject): boolean {
	return value.type === "session" && typeof value.id === "string" && value.id !== "";
}

export function notASession(path: string | undefined, reason: string): SessionError {
	const name = path === undefined ? "" : `${path}: `;
	return new SessionError(
		"not-a-session",
		`${name}not a session: ${reason}`,
		path === undefined ? {} : { path },
	);
}

function tooLarge(path: string | undefined, reason: string): SessionError {
	return new SessionError(
		"too-large",
		path === undefined ? reason : `${path}: ${reason}`,
		path === undefined ? {} : { path },
	);
}

/** A header whose named fields have their types; fields of other types are left out, unknown ones kept. */
export function toHeader(record: JsonObject): SessionHeader {
	const { timestamp, cwd, parentSession, rlmDepth, git, version, ...rest } = record;
	return {
		...(rest as { type: "session"; id: string }),
		...(typeof version === "number" ? { version } : {}),
		timestamp: typeof timestamp === "string" ? timestamp : "",
		cwd: typeof cwd === "string" ? cwd : "",
		...(typeof parentSession === "string" && parentSession !== "" ? { parentSession } : {}),
		...(typeof rlmDepth === "number" ? { rlmDepth } : {}),
		...(isJsonObject(git) ? { git } : {}),
	};
}

/** An upgraded record as the entry it is. One without a type can be found by its id, and is shown as unknown. */
function toEntry(record: JsonObject): SessionEntry {
	if (typeof record.type !== "string") record.type = "unknown";
	return record as unknown as SessionEntry;
}
