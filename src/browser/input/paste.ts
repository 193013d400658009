const END = Buffer.from("\x1b[201~");

/** Collects the bytes of a bracketed paste up to its end marker. */
export class PasteCollector {
	#pieces: Buffer[] = [];
	/** How much of the end marker the last bytes are. */
	#matched = 0;

	/** Takes bytes from `from` on. Returns the index behind the end marker, or undefined when it is yet to come. */
	push(chunk: Uint8Array, from: number): number | undefined {
		for (let index = from; index < chunk.length; index++) {
			const byte = chunk[index];
			// The marker's first byte occurs in it only once, so a mismatch can only begin it anew.
			if (byte === END[this.#matched]) this.#matched++;
			else this.#matched = byte === END[0] ? 1 : 0;
			if (this.#matched === END.length) {
				this.#pieces.push(Buffer.from(chunk.subarray(from, index + 1)));
				return index + 1;
			}
		}
		this.#pieces.push(Buffer.from(chunk.subarray(from)));
		return undefined;
	}

	/** The pasted text without the marker, where that came; line ends, which terminals send as CR, are "\n". */
	text(): string {
		const bytes = Buffer.concat(this.#pieces);
		const marker = this.#matched === END.length ? END.length : 0;
		return bytes.toString("utf8", 0, bytes.length - marker).replace(/\r\n?/g, "\n");
	}
}
