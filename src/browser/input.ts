/**
 * What the bytes of a terminal's input mean. Decoding has no clock and does no I/O: feed it chunks as they come,
 * cut anywhere, and it returns the events that are complete. Only the Escape key needs time to be known, because
 * the sequences of other keys begin with its byte: while `pending` is true the caller waits a moment (30 ms is
 * usual), and calls `flush()` when nothing followed.
 */
import type { InputEvent } from "./input/events.js";
import { GROUND, isUndecided, type State, settle, step } from "./input/states.js";

export type * from "./input/events.js";

export class InputDecoder {
	#state: State = GROUND;
	#events: InputEvent[] = [];
	/** Characters that go into one text event. */
	#text = "";

	/** Takes the next bytes and returns the events they complete. Never throws, whatever the bytes are. */
	push(chunk: Uint8Array): InputEvent[] {
		let index = 0;
		while (index < chunk.length) {
			const state = this.#state;
			if (state.at === "paste") {
				const end = state.collector.push(chunk, index);
				if (end === undefined) break;
				index = end;
				this.#emit({ type: "paste", text: state.collector.text() });
				this.#state = GROUND;
			} else {
				this.#state = step(state, chunk[index] ?? 0, this.#emit);
				index++;
			}
		}
		return this.#drain();
	}

	/** Whether the bytes so far may be a whole key, or the beginning of a longer one. */
	get pending(): boolean {
		return isUndecided(this.#state);
	}

	/** Whether a paste has begun whose end is yet to come. */
	get pasting(): boolean {
		return this.#state.at === "paste";
	}

	/** Says that the end of a paste was lost: what there is of it is all. */
	endPaste(): InputEvent[] {
		if (this.#state.at !== "paste") return [];
		this.#emit({ type: "paste", text: this.#state.collector.text() });
		this.#state = GROUND;
		return this.#drain();
	}

	/** Says that nothing followed: what is pending becomes a key, or is dropped where it can be none. */
	flush(): InputEvent[] {
		if (!this.pending) return [];
		settle(this.#state, this.#emit);
		this.#state = GROUND;
		return this.#drain();
	}

	#emit = (event: InputEvent | undefined): void => {
		if (event?.type === "text") {
			this.#text += event.text;
		} else if (event !== undefined) {
			this.#closeText();
			this.#events.push(event);
		}
	};

	#closeText(): void {
		if (this.#text === "") return;
		this.#events.push({ type: "text", text: this.#text });
		this.#text = "";
	}

	#drain(): InputEvent[] {
		this.#closeText();
		const events = this.#events;
		this.#events = [];
		return events;
	}
}
