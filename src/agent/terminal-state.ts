/** Brings the terminal back to how an agent found it, when the agent did not live to do so itself. */
import { spawnSync } from "node:child_process";
import { writeSync } from "node:fs";
import { systemErrorCode } from "../session/errors.js";

/** `stty` is killed after this time: one that is stopped, as a background process can be, would never end. */
const PATIENCE_MS = 500;

/**
 * Undoes what agents switch on, and does nothing where it is off: styles, a hidden cursor, pasted text marked, the mouse
 * reported, keys told apart. The alternate screen is not left: where none is on, the cursor would jump.
 */
const RESET = "\x1b[0m\x1b[?25h\x1b[?2004l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[<u";

export interface TerminalState {
	/** The line settings: echo, line editing, signals. Nothing where `stty` cannot be had. */
	restoreLine(): void;
	/** The modes of the screen and the keyboard. */
	resetScreen(): void;
}

/** Notes the state of this process's terminal, if it has one, while nobody else is changing it. */
export function noteTerminal(): TerminalState {
	const saved = process.stdin.isTTY ? stty("-g") : undefined;
	return {
		restoreLine() {
			if (saved !== undefined && /^[\w:=]+$/.test(saved)) stty(saved);
		},
		resetScreen() {
			if (!process.stdout.isTTY) return;
			try {
				writeSync(process.stdout.fd, RESET);
			} catch (error) {
				// A terminal that is gone, or busy, is left as it is.
				if (systemErrorCode(error) === undefined) throw error;
			}
		},
	};
}

function stty(argument: string): string | undefined {
	const { status, stdout } = spawnSync("stty", [argument], {
		stdio: ["inherit", "pipe", "ignore"],
		encoding: "utf8",
		timeout: PATIENCE_MS,
		killSignal: "SIGKILL",
	});
	return status === 0 ? stdout.trim() : undefined;
}
