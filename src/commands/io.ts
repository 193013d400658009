import { jsonText } from "../session/json.js";
import { harmlessJson } from "../text/sanitise.js";

/** What a command gets of the process it runs in, so that it can be run without one. */
export interface CommandIo {
	/** Data: text, or the bytes of a file as they are. */
	out(data: string | Uint8Array): void;
	/** Everything else. */
	err(text: string): void;
	/** How far long work has come: a line that the next one replaces, the empty one takes away. Absent where nobody looks on. */
	readonly progress?: ((line: string) => void) | undefined;
	/**
	 * Asks a question on the terminal, and gives the line that is typed; the empty one at the end of input. Absent where
	 * nobody can answer. Ctrl+C ends the command.
	 */
	readonly ask?: ((question: string) => Promise<string>) | undefined;
	readonly env: NodeJS.ProcessEnv;
	readonly cwd: string;
	readonly home: string;
	/** Unix milliseconds. */
	readonly now: number;
	/** Whether stdout is a terminal, and how wide it is; Infinity where it is none. */
	readonly isTerminal: boolean;
	readonly columns: number;
	readonly colours: boolean;
}

/** A command that ends with one line on stderr and an exit code (cli.md). */
export class CommandError extends Error {
	readonly exitCode: ExitCode;

	constructor(message: string, exitCode: ExitCode = EXIT.failed) {
		super(message);
		this.name = "CommandError";
		this.exitCode = exitCode;
	}
}

export const EXIT = { done: 0, failed: 1, usage: 2, refused: 3, noAgent: 127, interrupted: 130 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** One JSON value on a line of its own, as scripts read it. */
export function printJson(io: Pick<CommandIo, "out">, value: unknown): void {
	io.out(`${harmlessJson(jsonText(value))}\n`);
}
