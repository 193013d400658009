/**
 * Lines of a file by the rules of `LineReader` in session/jsonl.ts (0x0A ends a line and nothing else does, a byte order
 * mark is skipped), made for reading thousands of files for little of each: a line is a range of a chunk, and of a
 * very long one only the beginning and the end are kept.
 */

export interface FramedLines {
	/** A line is `bytes[start, end)`, without its line feed. Valid only during the call. */
	onLine(bytes: Buffer, start: number, end: number, line: number, offset: number, terminated: boolean): void;
	/** Whether the middle of a line that begins so may be dropped. Asked once, when it has grown long. */
	canAbridge(beginning: Buffer): boolean;
	/** A line whose middle was dropped: `ends` is its beginning and its end. */
	onAbridged(ends: Buffer, line: AbridgedLine): void;
}

export interface AbridgedLine {
	line: number;
	offset: number;
	/** Bytes of the whole line. */
	length: number;
	terminated: boolean;
	/** Whether the middle looked sound: it held no NUL and no two records glued together. */
	sound: boolean;
}

const LINE_FEED = 0x0a;
/** From here a line is dropped when it can be, and from there when it cannot. */
const LONG = 8 << 20;
const LONGEST = 256 << 20;
const KEPT = 1024;
const FUSED = Buffer.from('}{"', "latin1");

export class LineFramer {
	readonly #lines: FramedLines;
	#pending: Buffer[] = [];
	#pendingLength = 0;
	#asked = false;
	#abridged: AbridgedLine | undefined;
	#ends: [beginning: Buffer, end: Buffer] = [Buffer.alloc(0), Buffer.alloc(0)];
	#line = 1;
	#offset = 0;

	constructor(lines: FramedLines) {
		this.#lines = lines;
	}

	push(chunk: Buffer): void {
		let start = 0;
		for (;;) {
			const end = chunk.indexOf(LINE_FEED, start);
			if (end === -1) break;
			this.#emit(chunk, start, end, true);
			start = end + 1;
		}
		if (start === chunk.length) return;
		const rest = chunk.subarray(start);
		if (this.#abridged) this.#drop(this.#abridged, rest);
		else {
			// The caller reuses its chunk, so what is held back is copied.
			this.#pending.push(Buffer.from(rest));
			this.#pendingLength += rest.length;
			this.#abridgeIfLong();
		}
	}

	/** Ends the file: gives out a last line that has no line feed. */
	end(): void {
		if (this.#abridged || this.#pendingLength > 0) this.#emit(Buffer.alloc(0), 0, 0, false);
	}

	#emit(chunk: Buffer, start: number, end: number, terminated: boolean): void {
		const abridged = this.#abridged;
		if (abridged) {
			this.#drop(abridged, chunk.subarray(start, end));
			abridged.terminated = terminated;
			this.#abridged = undefined;
			this.#advance(abridged.length, terminated);
			this.#lines.onAbridged(Buffer.concat(this.#ends), abridged);
			return;
		}
		let [bytes, from, to] = [chunk, start, end];
		if (this.#pendingLength > 0) {
			const length = this.#pendingLength + end - start;
			bytes = Buffer.concat([...this.#pending, chunk.subarray(start, end)], length);
			[from, to] = [0, length];
		}
		this.#pending = [];
		this.#pendingLength = 0;
		const mark = this.#line === 1 && startsWithMark(bytes, from, to) ? 3 : 0;
		const { line, offset } = { line: this.#line, offset: this.#offset + mark };
		this.#advance(to - from, terminated);
		if (terminated || to - from > mark) this.#lines.onLine(bytes, from + mark, to, line, offset, terminated);
	}

	#advance(length: number, terminated: boolean): void {
		this.#offset += length + (terminated ? 1 : 0);
		this.#line++;
		this.#asked = false;
	}

	#abridgeIfLong(): void {
		if (this.#pendingLength < LONG || (this.#asked && this.#pendingLength < LONGEST)) return;
		const held = Buffer.concat(this.#pending, this.#pendingLength);
		const can = this.#pendingLength >= LONGEST || this.#lines.canAbridge(held.subarray(0, KEPT));
		this.#asked = true;
		if (!can) {
			this.#pending = [held];
			return;
		}
		this.#abridged = { line: this.#line, offset: this.#offset, length: 0, terminated: true, sound: true };
		this.#ends = [Buffer.from(held.subarray(0, KEPT)), Buffer.alloc(0)];
		this.#pending = [];
		this.#pendingLength = 0;
		this.#drop(this.#abridged, held);
	}

	/** Passes over bytes of the middle, keeping the last in case they are the end. */
	#drop(abridged: AbridgedLine, bytes: Buffer): void {
		abridged.length += bytes.length;
		const [beginning, end] = this.#ends;
		const joined = Buffer.concat([end, bytes.subarray(0, KEPT)]);
		if (bytes.includes(0) || bytes.includes(FUSED) || joined.includes(FUSED)) abridged.sound = false;
		const last = bytes.length >= KEPT ? bytes.subarray(-KEPT) : joined.subarray(-KEPT);
		this.#ends = [beginning, Buffer.from(last)];
	}
}

function startsWithMark(bytes: Buffer, start: number, end: number): boolean {
	return end - start >= 3 && bytes[start] === 0xef && bytes[start + 1] === 0xbb && bytes[start + 2] === 0xbf;
}
