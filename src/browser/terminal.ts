import { systemErrorCode } from "../session/errors.js";
import { InputDecoder, type InputEvent } from "./input.js";
import { CLEAR, ENTER, LEAVE } from "./terminal/sequences.js";
import { type ProcessEvents, watchWaysOut } from "./terminal/ways-out.js";
import { writeNow } from "./terminal/write-now.js";

/** What of `process.stdin` is used. */
export interface TerminalInput {
	isTTY?: boolean;
	setRawMode?(raw: boolean): unknown;
	on(event: "data", listener: (chunk: Buffer) => void): unknown;
	on(event: "end" | "error", listener: () => void): unknown;
	off(event: "data", listener: (chunk: Buffer) => void): unknown;
	resume(): unknown;
	pause(): unknown;
	ref?(): unknown;
	unref?(): unknown;
}

/** What of `process.stdout` is used. */
export interface TerminalOutput {
	readonly fd: number;
	on(event: "error", listener: () => void): unknown;
}

export interface TerminalOptions {
	stdin: TerminalInput;
	stdout: TerminalOutput;
	/** Called with the events of each chunk of input, never with none. */
	onInput(events: InputEvent[]): void;
	/** The screen was cleared and must be drawn whole: after a stop, or after a child had the terminal. */
	onRedraw(): void;
	/** The terminal is gone: there will be no input any more. */
	onGone(): void;
	/** How long an escape byte may wait for the rest of a sequence. Default 30 ms. */
	escapeTimeoutMs?: number;
	/** Default: Node's `process`. */
	process?: ProcessEvents;
	/** Writes before it returns. Default: to the file descriptor itself. */
	write?: (fd: number, text: string) => void;
}

/**
 * The terminal in the browser's hands: alternate screen, raw mode, decoded input. However the process ends while it
 * is entered, `leave` runs first and undoes everything.
 */
export class Terminal {
	readonly #options: TerminalOptions;
	#decoder = new InputDecoder();
	#escapeTimer: NodeJS.Timeout | undefined;
	#escapeImmediate: NodeJS.Immediate | undefined;
	#unwatch: (() => void) | undefined;

	constructor(options: TerminalOptions) {
		this.#options = options;
		// For good: a stream may report a lost terminal after it was left, and an error nobody hears ends the process.
		options.stdin.on("end", this.#onGone);
		options.stdin.on("error", this.#onGone);
		options.stdout.on("error", this.#onGone);
	}

	get entered(): boolean {
		return this.#unwatch !== undefined;
	}

	/** Takes the terminal over. Does nothing when that is done. */
	enter(): void {
		if (this.entered) return;
		const { stdin } = this.#options;
		this.#unwatch = watchWaysOut(this.#options.process ?? process, {
			leave: () => this.leave(),
			resume: () => this.#comeBack(),
		});
		this.#setRawMode(true);
		this.#write(ENTER);
		this.#decoder = new InputDecoder();
		stdin.on("data", this.#onData);
		stdin.ref?.();
		stdin.resume();
	}

	/** Gives the terminal back as it was, at once, and lets go of stdin. Does nothing when that is done. */
	leave(): void {
		if (this.#unwatch === undefined) return;
		const { stdin } = this.#options;
		this.#unwatch();
		this.#unwatch = undefined;
		this.#stopWaiting();
		stdin.off("data", this.#onData);
		this.#write(LEAVE);
		this.#setRawMode(false);
		stdin.pause();
		stdin.unref?.();
	}

	/** Empties the screen, as a frame of another size than the last needs it. Does nothing while it is left. */
	clear(): void {
		if (this.entered) this.#write(CLEAR);
	}

	/** Lends the terminal to `work`, which usually runs a child, and takes it back when that has ended. */
	async suspend<T>(work: () => Promise<T>): Promise<T> {
		this.leave();
		try {
			return await work();
		} finally {
			this.enter();
			this.#options.onRedraw();
		}
	}

	#comeBack(): void {
		if (this.entered) {
			// The modes kept here are no longer those of the terminal: they only take effect when they change.
			this.#setRawMode(false);
			this.#setRawMode(true);
			this.#write(LEAVE + ENTER);
		} else this.enter();
		this.#options.onRedraw();
	}

	#write(text: string): void {
		(this.#options.write ?? writeNow)(this.#options.stdout.fd, text);
	}

	#setRawMode(raw: boolean): void {
		const { stdin } = this.#options;
		if (stdin.isTTY !== true) return;
		try {
			stdin.setRawMode?.(raw);
		} catch (error) {
			// A terminal that is gone has no modes.
			if (systemErrorCode(error) === undefined) throw error;
		}
	}

	#onData = (chunk: Buffer): void => {
		this.#stopWaiting();
		const pasted = this.#decoder.pasting && isInterrupt(chunk) ? this.#decoder.endPaste() : [];
		this.#deliver([...pasted, ...this.#decoder.push(chunk)]);
		if (!this.entered || !this.#decoder.pending) return;
		this.#escapeTimer = setTimeout(() => {
			// Bytes that came while the process was busy are read after timers and before immediates.
			this.#escapeImmediate = setImmediate(() => this.#deliver(this.#decoder.flush()));
		}, this.#options.escapeTimeoutMs ?? 30);
	};

	#stopWaiting(): void {
		clearTimeout(this.#escapeTimer);
		clearImmediate(this.#escapeImmediate);
	}

	#deliver(events: InputEvent[]): void {
		if (events.length > 0) this.#options.onInput(events);
	}

	#onGone = (): void => {
		if (!this.entered) return;
		this.leave();
		this.#options.onGone();
	};
}

/** Ctrl+C as terminals send it: the control byte, or its code point. */
const INTERRUPTS: readonly Buffer[] = [Buffer.from("\x03"), Buffer.from("\x1b[99;5u")];

/**
 * Whether Ctrl+C was typed, and nothing else came with it. Within a paste that is the user's way out of one whose end was
 * lost; as a part of pasted text it does not come by itself.
 */
function isInterrupt(chunk: Buffer): boolean {
	return INTERRUPTS.some((interrupt) => interrupt.equals(chunk));
}
