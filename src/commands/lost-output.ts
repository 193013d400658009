import { systemErrorCode } from "../session/errors.js";
import { EXIT } from "./io.js";

/** What a reader that has seen enough, or a terminal that is gone, leaves behind: no fault. */
const CLOSED = new Set(["EPIPE", "EIO", "EBADF", "ECONNRESET"]);

/**
 * Ends the process when what it prints reaches nobody: with `code()` when the reader closed the pipe, else with one line
 * that says why and 1. Messages that cannot be written are lost, and change nothing about how the command ends.
 */
export function surviveLostOutput(code: () => number): void {
	process.stdout.on("error", (error) => {
		const why = systemErrorCode(error);
		if (why === undefined) throw error;
		if (CLOSED.has(why)) process.exit(code());
		process.stderr.write(`prime-sessions: cannot write to standard output: ${error.message}\n`);
		process.exit(EXIT.failed);
	});
	process.stderr.on("error", (error) => {
		if (systemErrorCode(error) === undefined) throw error;
	});
}
