import { SessionError, systemErrorCode } from "../session/errors.js";
import { reasonOfCode } from "../session/write-errors.js";
import { sanitiseLine } from "../text/sanitise.js";
import { CommandError, EXIT, type ExitCode } from "./io.js";

/** How a command ends that threw: its exit code (cli.md) and the one line that says why. */
export interface Failure {
	readonly code: ExitCode;
	readonly message: string;
}

/** What a user is told of an error; undefined for one that is a fault of this program. */
export function failureOf(error: unknown): Failure | undefined {
	if (error instanceof CommandError) return { code: error.exitCode, message: error.message };
	if (error instanceof SessionError) {
		const isRefusal = error.code === "newer-version" || error.code === "open-in-agent";
		return { code: isRefusal ? EXIT.refused : EXIT.failed, message: sanitiseLine(error.message) };
	}
	const code = systemErrorCode(error);
	if (!(error instanceof Error) || code === undefined) return undefined;
	const path = "path" in error && typeof error.path === "string" ? error.path : undefined;
	const message = path === undefined ? error.message : `${path}: ${reasonOfCode(code)}`;
	return { code: EXIT.failed, message: sanitiseLine(message) };
}
