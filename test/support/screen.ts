import { createRequire } from "node:module";
import type { IBufferLine, Terminal as XtermTerminal } from "@xterm/headless";

// The package is CommonJS without named exports.
const { Terminal } = createRequire(import.meta.url)("@xterm/headless") as typeof import("@xterm/headless");

/** What a user would see: a terminal emulator without a window. */
export class Screen {
	readonly #terminal: XtermTerminal;
	#modes = new Map<string, boolean>();
	#tail = "";

	constructor(columns: number, rows: number) {
		this.#terminal = new Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 10_000 });
	}

	/** Takes output; resolves when it is on the screen. */
	write(data: string): Promise<void> {
		this.#noteModes(data);
		return new Promise((resolve) => this.#terminal.write(data, resolve));
	}

	resize(columns: number, rows: number): void {
		this.#terminal.resize(columns, rows);
	}

	/** Answers the terminal gives to queries, as the program would read them. */
	onReply(listener: (data: string) => void): void {
		this.#terminal.onData(listener);
	}

	get columns(): number {
		return this.#terminal.cols;
	}

	/** The rows of the window as text, without trailing spaces. */
	rows(): string[] {
		return this.#lines().map((line) => line.translateToString(true));
	}

	/** Everything that scrolled off the top, then the window. */
	scrollback(): string[] {
		const buffer = this.#terminal.buffer.active;
		return Array.from({ length: buffer.length }, (_, y) => buffer.getLine(y)?.translateToString(true) ?? "");
	}

	/** The text of each run of inverse cells, top to bottom. */
	inverse(): string[] {
		return this.#lines().flatMap((line) => runs(line, (x) => Boolean(line.getCell(x)?.isInverse())));
	}

	/** From 0. */
	cursor(): { column: number; row: number } {
		return { column: this.#terminal.buffer.active.cursorX, row: this.#terminal.buffer.active.cursorY };
	}

	/** Modes as the output last set them; the state in which a terminal starts is all false but `cursorVisible`. */
	modes(): { alternateScreen: boolean; cursorVisible: boolean; bracketedPaste: boolean; mouse: boolean } {
		return {
			alternateScreen: this.#terminal.buffer.active.type === "alternate",
			cursorVisible: this.#modes.get("25") ?? true,
			bracketedPaste: this.#terminal.modes.bracketedPasteMode,
			mouse: this.#terminal.modes.mouseTrackingMode !== "none",
		};
	}

	#lines(): IBufferLine[] {
		const buffer = this.#terminal.buffer.active;
		const lines = Array.from({ length: this.#terminal.rows }, (_, y) => buffer.getLine(buffer.baseY + y));
		return lines.filter((line) => line !== undefined);
	}

	#noteModes(data: string): void {
		const text = this.#tail + data;
		for (const [, numbers = "", end] of text.matchAll(/\x1b\[\?([\d;]+)([hl])/g)) {
			for (const number of numbers.split(";")) this.#modes.set(number, end === "h");
		}
		// A sequence may be cut; reading one twice does no harm.
		this.#tail = text.slice(-32);
	}
}

function runs(line: IBufferLine, holds: (x: number) => boolean): string[] {
	const found: string[] = [];
	for (let x = 0; x < line.length; x++) {
		const from = x;
		while (x < line.length && holds(x)) x++;
		if (x > from) found.push(line.translateToString(false, from, x));
	}
	return found;
}
