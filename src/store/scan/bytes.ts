/** Comparing ranges of bytes without making strings of them. */

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const OPEN_BRACE = 0x7b;

export function ascii(text: string): Buffer {
	return Buffer.from(text, "latin1");
}

let viewed: Buffer | undefined;
let view: DataView = new DataView(new ArrayBuffer(0));

/** A view of a buffer; the last one is kept, as one is asked for again and again. */
export function viewOf(bytes: Buffer): DataView {
	if (viewed !== bytes) {
		viewed = bytes;
		view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
	}
	return view;
}

/** A text of four or more ASCII characters, compared four at a time. */
export class Literal {
	readonly length: number;
	readonly #words: Int32Array;
	/** Where the last word begins: it may overlap the one before. */
	readonly #last: number;

	constructor(text: string) {
		if (text.length < 4) throw new RangeError("a literal has four characters or more");
		const bytes = ascii(text);
		this.length = bytes.length;
		this.#last = bytes.length - 4;
		const words: number[] = [];
		for (let at = 0; at < this.#last; at += 4) words.push(bytes.readInt32BE(at));
		words.push(bytes.readInt32BE(this.#last));
		this.#words = Int32Array.from(words);
	}

	/** Whether it stands at `at`, before `end`. */
	isAt(bytes: DataView, at: number, end: number): boolean {
		if (at < 0 || at + this.length > end) return false;
		const words = this.#words;
		const last = words.length - 1;
		for (let i = 0; i < last; i++) if (bytes.getInt32(at + 4 * i) !== words[i]) return false;
		return bytes.getInt32(at + this.#last) === words[last];
	}
}

/** Finds a needle in ranges of one buffer that are asked for in ascending order, searching every byte once. */
export class Seeker {
	readonly #needle: Buffer;
	#bytes: Buffer | undefined;
	#next = 0;

	constructor(needle: Buffer) {
		this.#needle = needle;
	}

	/** Where the needle is first found in `bytes[start, end)`, or -1. */
	find(bytes: Buffer, start: number, end: number): number {
		if (bytes !== this.#bytes || this.#next < start) {
			this.#bytes = bytes;
			const found = bytes.indexOf(this.#needle, start);
			this.#next = found === -1 ? Number.POSITIVE_INFINITY : found;
		}
		return this.#next + this.#needle.length <= end ? this.#next : -1;
	}
}
