/** Runs a program in a real pseudo-terminal, presses keys, and waits for what a user would see. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type IPty, spawn } from "@lydell/node-pty";
import { onTestFinished } from "vitest";
import { keyBytes } from "./keys.js";
import { readRest } from "./pty-rest.js";
import { Screen } from "./screen.js";

const PROGRAM = fileURLToPath(new URL("../../bin/prime-sessions.js", import.meta.url));

export interface PtyOptions {
	/** Default: prime-sessions as built. */
	program?: string;
	args?: string[];
	/** Added to an environment of PATH, HOME, TERM and LANG alone. */
	env?: { [name: string]: string };
	/** Default: the home directory. */
	cwd?: string;
	/** Default: 80. */
	columns?: number;
	/** Default: 24. */
	rows?: number;
	/** Default: a new, empty directory. */
	home?: string;
}

export interface Exit {
	code: number;
	/** The number of the signal that ended the program, 0 for none. */
	signal: number;
}

/** Starts a program. When the test is over it is killed, and its home, if it was made here, removed. */
export function startPty(options: PtyOptions = {}): Pty {
	let home = options.home;
	if (home === undefined) {
		const made = mkdtempSync(join(tmpdir(), "prime-sessions-home-"));
		onTestFinished(() => rmSync(made, { recursive: true, force: true }));
		home = made;
	}
	const pty = new Pty({ ...options, home });
	onTestFinished(() => pty.end());
	return pty;
}

export class Pty {
	readonly home: string;
	/** Every byte the program wrote so far. */
	output = "";
	readonly #child: IPty;
	readonly #screen: Screen;
	readonly #exit: Promise<Exit>;
	#exited: Exit | undefined;
	#listeners = new Set<() => void>();

	constructor(options: PtyOptions & { home: string }) {
		const { columns = 80, rows = 24, home } = options;
		this.home = home;
		this.#screen = new Screen(columns, rows);
		this.#child = spawn(process.execPath, [options.program ?? PROGRAM, ...(options.args ?? [])], {
			name: "xterm-256color",
			cols: columns,
			rows,
			cwd: options.cwd ?? home,
			env: { PATH: process.env.PATH, HOME: home, LANG: "C.UTF-8", ...options.env },
		});
		let drawn: Promise<void> = Promise.resolve();
		const take = (data: string): void => {
			this.output += data;
			drawn = this.#screen.write(data).then(() => this.#changed());
		};
		this.#child.onData(take);
		readRest(this.#child, take);
		this.#screen.onReply((data) => this.#exited ?? this.#child.write(data));
		this.#exit = new Promise((resolve) => {
			this.#child.onExit(async ({ exitCode, signal }) => {
				await drawn;
				this.#exited = { code: exitCode, signal: signal ?? 0 };
				this.#changed();
				resolve(this.#exited);
			});
		});
	}

	get pid(): number {
		return this.#child.pid;
	}

	/** Sends bytes as they are, in one write. */
	write(bytes: string): void {
		this.#child.write(bytes);
	}

	/** Presses keys by name ("down", "ctrl+d", "alt+enter"), all in one write: what follows "escape" is alt+key. */
	press(...names: string[]): void {
		this.write(names.map(keyBytes).join(""));
	}

	/** Pastes text as a terminal does in bracketed paste mode. */
	paste(text: string): void {
		this.write(`\x1b[200~${text.replaceAll("\n", "\r")}\x1b[201~`);
	}

	signal(name: NodeJS.Signals): void {
		process.kill(this.pid, name);
	}

	resize(columns: number, rows: number): void {
		this.#screen.resize(columns, rows);
		this.#child.resize(columns, rows);
	}

	/** The rows of the screen as text, without trailing spaces. */
	screen(): string[] {
		return this.#screen.rows();
	}

	/** The rows that scrolled off the top, then the screen. */
	scrollback(): string[] {
		return this.#screen.scrollback();
	}

	/** What is drawn inverse, top to bottom. */
	inverse(): string[] {
		return this.#screen.inverse();
	}

	/** Where the cursor is, from 0. */
	cursor(): { column: number; row: number } {
		return this.#screen.cursor();
	}

	/** The terminal's modes; a terminal that was given back has only its cursor visible. */
	modes(): ReturnType<Screen["modes"]> {
		return this.#screen.modes();
	}

	/**
	 * Resolves with the screen as soon as it shows a text, matches a pattern (rows joined by "\n") or satisfies a
	 * condition. Fails with the screen's content after `timeoutMs` (default 10 s), or when the program ends before.
	 */
	waitFor(
		wanted: string | RegExp | ((rows: string[]) => boolean),
		{ timeoutMs = 10_000 }: { timeoutMs?: number } = {},
	): Promise<string[]> {
		return new Promise((resolve, reject) => {
			const finish = (problem?: string): void => {
				this.#listeners.delete(look);
				clearTimeout(timer);
				if (problem === undefined) resolve(this.screen());
				else
					reject(new Error(`${problem} before ${describeWanted(wanted)}; the screen is:\n${this.#framed()}`));
			};
			const look = (): void => {
				if (shows(this.screen(), wanted)) finish();
				else if (this.#exited) finish(`the program ended with ${JSON.stringify(this.#exited)}`);
			};
			const timer = setTimeout(() => finish(`${timeoutMs} ms passed`), timeoutMs);
			this.#listeners.add(look);
			look();
		});
	}

	/** Resolves when the program has ended and all it wrote is on the screen. */
	exit({ timeoutMs = 10_000 }: { timeoutMs?: number } = {}): Promise<Exit> {
		return new Promise((resolve, reject) => {
			const late = (): void =>
				reject(new Error(`still running after ${timeoutMs} ms; the screen is:\n${this.#framed()}`));
			const timer = setTimeout(late, timeoutMs);
			this.#exit.then((exit) => {
				clearTimeout(timer);
				resolve(exit);
			}, reject);
		});
	}

	/** Kills the program if it still runs, and waits for its end. */
	async end(): Promise<void> {
		if (this.#exited === undefined) this.#child.kill("SIGKILL");
		await this.#exit;
	}

	#changed(): void {
		for (const listener of [...this.#listeners]) listener();
	}

	#framed(): string {
		const line = "─".repeat(this.#screen.columns);
		return [line, ...this.screen(), line].join("\n");
	}
}

function shows(rows: string[], wanted: string | RegExp | ((rows: string[]) => boolean)): boolean {
	if (typeof wanted === "function") return wanted(rows);
	const text = rows.join("\n");
	return typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);
}

function describeWanted(wanted: string | RegExp | ((rows: string[]) => boolean)): string {
	return typeof wanted === "string" ? JSON.stringify(wanted) : String(wanted);
}
