import type { JsonObject } from "../../session/entries.js";
import { CURRENT_SESSION_VERSION } from "../../session/entries.js";
import { type FileRecord, type Problem, readLine } from "../../session/jsonl.js";
import { timeOf } from "../../session/message.js";
import { isHeader, notASession } from "../../session/session-builder.js";
import { isEntry, ODD_VERSION, versionOf } from "../../session/versions.js";
import type { SessionInfo } from "../info.js";
import { AssistantTail } from "./assistant-tail.js";
import { ascii, OPEN_BRACE } from "./bytes.js";
import { InfoTally } from "./info-tally.js";
import { isTime } from "./info-values.js";
import { LineDamage } from "./line-damage.js";
import { type AbridgedLine, LineFramer } from "./line-framer.js";
import { emptyHead, type LineHead, readHead, timestampAtEnd } from "./line-head.js";

/** A file that has shown no header after so many bytes is not going to. */
const HEADER_WITHIN_BYTES = 1 << 20;
const MOST_PROBLEMS = 100;
const CARRIAGE_RETURN = 0x0d;
const CUSTOM = ascii('{"type":"custom","customType":"');
const CLOSED = ascii("}}");

/**
 * Makes a `SessionInfo` from the bytes of a file: a line is read no further than a list needs it, and parsed where that
 * cannot be done. Memory is bounded by the longest line and the ids.
 */
export class InfoScanner {
	readonly #path: string;
	readonly #framer = new LineFramer({
		onLine: (bytes, start, end, line, offset, terminated) =>
			this.#line(bytes, start, end, line, offset, terminated),
		canAbridge: (beginning) => this.#canAbridge(beginning),
		onAbridged: (ends, line) => this.#abridged(ends, line),
	});
	readonly #head: LineHead = emptyHead();
	readonly #damage = new LineDamage();
	readonly #tail = new AssistantTail();
	readonly #tally: InfoTally;
	readonly #problems: Problem[] = [];
	#problemCount = 0;
	#header: JsonObject | undefined;
	#bytes = 0;

	/** `text` keeps the text of all user and assistant messages. */
	constructor(path: string, { text = false }: { text?: boolean } = {}) {
		this.#path = path;
		this.#tally = new InfoTally(text);
	}

	/** @throws SessionError `not-a-session` as soon as it is certain. */
	push(chunk: Buffer): void {
		this.#bytes += chunk.length;
		this.#framer.push(chunk);
		if (this.#header === undefined && this.#bytes > HEADER_WITHIN_BYTES) {
			throw notASession(this.#path, "it has no session header");
		}
	}

	/** @throws SessionError `not-a-session` */
	finish(file: { size: number; mtimeMs: number }): SessionInfo {
		this.#framer.end();
		const header = this.#header;
		if (header === undefined) {
			throw notASession(this.#path, this.#bytes === 0 ? "it is empty" : "it has no session header");
		}
		const { parentSession, rlmDepth, cwd } = header;
		const started = timeOf(header.timestamp);
		const modified = [this.#tally.modified, started, file.mtimeMs].find(isTime) ?? 0;
		return {
			path: this.#path,
			id: String(header.id),
			cwd: typeof cwd === "string" ? cwd : "",
			...(typeof parentSession === "string" && parentSession !== ""
				? { parentSessionPath: parentSession }
				: {}),
			rlmDepth: typeof rlmDepth === "number" ? rlmDepth : 0,
			created: new Date(isTime(started) ? started : modified),
			modified: new Date(modified),
			...this.#tally.facts,
			sizeBytes: file.size,
			version: versionOf(header) ?? CURRENT_SESSION_VERSION,
			problems: this.#problems,
			problemCount: this.#problemCount,
		};
	}

	#line(bytes: Buffer, start: number, end: number, line: number, offset: number, terminated: boolean): void {
		if (terminated && this.#header !== undefined && this.#skim(bytes, start, end)) return;
		for (const record of readLine(bytes.subarray(start, end), line, offset, terminated)) this.#record(record);
	}

	/** Takes what is needed of a line without parsing all of it; false where that cannot be done. */
	#skim(bytes: Buffer, start: number, lineEnd: number): boolean {
		const end = bytes[lineEnd - 1] === CARRIAGE_RETURN ? lineEnd - 1 : lineEnd;
		const head = this.#head;
		if (!readHead(bytes, start, end, head) || this.#tally.wantsText(head.kind)) return false;
		if (this.#damage.shows(bytes, head, end)) return false;
		switch (head.kind) {
			case "custom":
				this.#tally.customLine(bytes, head);
				return true;
			case "user": {
				const time = timestampAtEnd(bytes, end);
				if (!isTime(time)) return false;
				this.#tally.messageLine(bytes, head, time);
				return true;
			}
			case "assistant":
				if (!this.#tail.read(bytes, start, end)) return false;
				this.#tally.answerLine(bytes, head, this.#tail);
				return true;
			case "other-message":
				this.#tally.messageLine(bytes, head);
				return true;
			default:
				return head.kind satisfies never;
		}
	}

	#canAbridge(beginning: Buffer): boolean {
		if (beginning[0] !== OPEN_BRACE) return true;
		// A line's beginning does not show its end; a custom entry has its ids there.
		const head = this.#head;
		const whole = Buffer.concat([beginning, CLOSED]);
		if (!readHead(whole, 0, whole.length, head)) return whole.subarray(0, CUSTOM.length).equals(CUSTOM);
		return (
			head.kind === "other-message" ||
			head.kind === "custom" ||
			(head.kind === "user" && !this.#tally.wantsText("user"))
		);
	}

	#abridged(ends: Buffer, line: AbridgedLine): void {
		if (line.sound && line.terminated && this.#header !== undefined && this.#skim(ends, 0, ends.length))
			return;
		this.#problem(line, line.sound ? "line too long to read" : "not valid JSON");
	}

	#record(record: FileRecord): void {
		if (record.kind === "blank") return;
		if (record.kind === "problem") {
			this.#problem(record, record.reason);
			return;
		}
		const { value } = record;
		if (this.#header === undefined) this.#takeHeader(value);
		else if (isEntry(value)) this.#tally.entry(value);
		else {
			const isHeaderAgain = value.type === "session";
			this.#problem(record, isHeaderAgain ? "a second session header" : "not an entry: it has no type");
		}
	}

	#takeHeader(value: JsonObject): void {
		if (!isHeader(value)) throw notASession(this.#path, "its first record is not a session header");
		this.#header = value;
		this.#tally.git(value.git);
		if (versionOf(value) === undefined) {
			this.#problem({ line: 1, offset: 0, length: 0 }, ODD_VERSION);
		}
	}

	#problem(at: { line: number; offset: number; length: number }, reason: string): void {
		this.#problemCount++;
		const { line, offset, length } = at;
		if (this.#problems.length < MOST_PROBLEMS) this.#problems.push({ line, offset, length, reason });
	}
}
