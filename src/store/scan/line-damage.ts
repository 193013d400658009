import { ascii, Seeker } from "./bytes.js";
import type { LineHead } from "./line-head.js";

const CUSTOM = ascii('{"type":"custom",');

/**
 * Looks at the part of a line that is not parsed for what a whole record cannot show: bytes that were lost (NUL), or
 * another record, glued to this one or begun inside what is left of it. A record has its time as text, which ends with
 * `Z"`; that of a message within its entry is a number. Other text may end so too; the parser then finds it sound.
 */
export class LineDamage {
	readonly #nul = new Seeker(Buffer.from([0]));
	readonly #time = new Seeker(ascii('Z"'));

	/** Lines must come in the order of their file. */
	shows(bytes: Buffer, head: LineHead, end: number): boolean {
		const start = head.after;
		if (this.#nul.find(bytes, start, end) >= 0) return true;
		const time = this.#time.find(bytes, start, end);
		if (!head.idsLast) return time >= 0;
		// The time at the end may be that of a second entry of this kind.
		return time < head.idStart || bytes.subarray(start, head.idStart).includes(CUSTOM);
	}
}
