import { SessionError, systemErrorCode } from "../../session/errors.js";
import { sanitiseLine } from "../../text/sanitise.js";

/** One line of why an effect failed. What is no fault of files or of the system is a fault of ours: it is thrown on. */
export function reasonOf(error: unknown): string {
	if (error instanceof SessionError) return sanitiseLine(error.message);
	if (systemErrorCode(error) !== undefined && error instanceof Error) return sanitiseLine(error.message);
	throw error;
}
