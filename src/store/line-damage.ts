import { ascii, Seeker } from "./bytes.js";
import type { LineHead } from "./line-head.js";

/**
 * Looks at the part of a line that is not parsed for what a whole record cannot show: bytes that were lost (NUL), or
 * another record, glued to this one or begun inside what is left of it. Every record has a timestamp that is text, and
 * that of a message within its entry is a number. Other text may look so too; the parser then finds it sound.
 */
export class LineDamage {
	readonly #nul = new Seeker(Buffer.from([0]));
	readonly #timestamp = new Seeker(ascii(',"timestamp":"'));

	/** Lines must come in the order of their file. */
	shows(bytes: Buffer, head: LineHead, end: number): boolean {
		const start = head.after;
		if (this.#nul.find(bytes, start, end) >= 0) return true;
		const timestamp = this.#timestamp.find(bytes, start, end);
		return timestamp >= 0 && !(head.idsLast && timestamp > head.idStart);
	}
}
