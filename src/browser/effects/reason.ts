import { SessionError, systemErrorCode } from "../../session/errors.js";
import { sanitiseLine } from "../../text/sanitise.js";
import type { Event } from "../event.js";

/** One line of why an effect failed. What is no fault of files or of the system is a fault of ours: it is thrown on. */
export function reasonOf(error: unknown): string {
	if (error instanceof SessionError) return sanitiseLine(error.message);
	if (systemErrorCode(error) !== undefined && error instanceof Error) return sanitiseLine(error.message);
	throw error;
}

/** That the session at `path` is gone, if that is why an effect on it failed. */
export function goneEvent(path: string, error: unknown): Event | undefined {
	const isGone = error instanceof SessionError && error.code === "not-found";
	return isGone ? { type: "session-gone", path, reason: sanitiseLine(error.message) } : undefined;
}
