/** Comparing ranges of bytes without making strings of them. */

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const OPEN_BRACE = 0x7b;

export function ascii(text: string): Buffer {
	return Buffer.from(text, "latin1");
}

/** Whether `bytes[start, end)` begins with `needle`. */
export function startsWith(bytes: Buffer, start: number, end: number, needle: Buffer): boolean {
	if (start + needle.length > end) return false;
	for (let i = 0; i < needle.length; i++) if (bytes[start + i] !== needle[i]) return false;
	return true;
}

/** Whether `bytes[start, end)` is `other`. */
export function isRange(bytes: Buffer, start: number, end: number, other: Buffer): boolean {
	return end - start === other.length && startsWith(bytes, start, end, other);
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
