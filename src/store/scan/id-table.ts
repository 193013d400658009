const ZERO = 0x30;
const NINE = 0x39;
const A = 0x61;
const F = 0x66;

/**
 * Small numbers for the ids of one file, the same for the same id, counted from 0. Ids of eight hex digits, which is
 * what agents write, are held as integers: a file may have hundreds of thousands.
 */
export class IdTable {
	readonly #hex = new Map<number, number>();
	readonly #text = new Map<string, number>();
	#count = 0;
	#lastHex = 0;
	#lastKey = -1;

	/** A number that belongs to no id: for an entry without one. */
	anonymous(): number {
		return this.#count++;
	}

	of(id: string): number {
		if (id.length === 8) {
			let value = 0;
			for (let i = 0; i < 8; i++) {
				const digit = hexDigit(id.charCodeAt(i));
				if (digit < 0) return this.#ofText(id);
				value = (value << 4) | digit;
			}
			return this.#ofHex(value);
		}
		return this.#ofText(id);
	}

	/** The same for an id as it lies in a line, without its quotes. It must hold no escape. */
	ofBytes(bytes: Buffer, start: number, end: number): number {
		if (end - start === 8) {
			let value = 0;
			for (let i = start; i < end; i++) {
				const digit = hexDigit(bytes[i] ?? 0);
				if (digit < 0) return this.#ofText(bytes.toString("utf8", start, end));
				value = (value << 4) | digit;
			}
			return this.#ofHex(value);
		}
		return this.#ofText(bytes.toString("utf8", start, end));
	}

	#ofHex(value: number): number {
		// An entry's parent is mostly the entry before it.
		if (value === this.#lastHex && this.#lastKey >= 0) return this.#lastKey;
		let key = this.#hex.get(value);
		if (key === undefined) {
			key = this.#count++;
			this.#hex.set(value, key);
		}
		this.#lastHex = value;
		this.#lastKey = key;
		return key;
	}

	#ofText(id: string): number {
		let key = this.#text.get(id);
		if (key === undefined) {
			key = this.#count++;
			this.#text.set(id, key);
		}
		return key;
	}
}

function hexDigit(code: number): number {
	if (code >= ZERO && code <= NINE) return code - ZERO;
	return code >= A && code <= F ? code - A + 10 : -1;
}
