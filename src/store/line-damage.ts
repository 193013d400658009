import { ascii, QUOTE, Seeker } from "./bytes.js";
import type { LineHead } from "./line-head.js";

/**
 * Looks at the part of a line that is not parsed for what a whole record cannot show: bytes that were lost (NUL), two
 * records glued together, or a record that begins inside what is left of another. Text may look so too; the
 * parser then finds it sound.
 */
export class LineDamage {
	readonly #nul = new Seeker(Buffer.from([0]));
	readonly #fused = new Seeker(ascii('}{"'));
	readonly #parent = new Seeker(ascii(',"parentId":'));
	readonly #withoutIds = new Seeker(ascii('{"type":"message","timestamp":"'));

	/** Lines must come in the order of their file. */
	shows(bytes: Buffer, head: LineHead, end: number): boolean {
		const start = head.after;
		if (this.#nul.find(bytes, start, end) >= 0) return true;
		if (this.#fused.find(bytes, start, end) >= 0) return true;
		// A tool's result ends with a number or a flag; a header glued to what is left of one ends with text.
		if (head.kind === "other-message" && bytes[end - 3] === QUOTE) return true;
		if (head.idStart < 0 && this.#withoutIds.find(bytes, start, end) >= 0) return true;
		const parent = this.#parent.find(bytes, start, end);
		return parent >= 0 && !(head.idsLast && parent > head.idStart);
	}
}
