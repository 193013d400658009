import { basename } from "node:path";
import { reasonWithoutPath, SessionError, systemErrorCode } from "../../session/errors.js";
import { sanitiseLine } from "../../text/sanitise.js";
import type { Event } from "../event.js";

/**
 * One line of why an effect failed, without the path of the session at `path`: that is in view, and would leave a line no
 * room for the reason. What is no fault of files or of the system is a fault of ours: it is thrown on.
 */
export function reasonOf(error: unknown, path?: string): string {
	if (error instanceof SessionError)
		return sanitiseLine(error.path === path ? reasonWithoutPath(error) : reasonBeforePath(error));
	if (systemErrorCode(error) !== undefined && error instanceof Error) return sanitiseLine(error.message);
	throw error;
}

/** A path may be longer than the line: what matters comes before it. */
function reasonBeforePath(error: SessionError): string {
	const reason = reasonWithoutPath(error);
	return reason === error.message ? reason : `${reason} (${error.path})`;
}

/** That the session at `path` is gone, if that is why an effect on it failed. */
export function goneEvent(path: string, error: unknown): Event | undefined {
	if (!(error instanceof SessionError) || error.code !== "not-found") return undefined;
	const reason = error.path === path ? `${reasonWithoutPath(error)} (${basename(path)})` : error.message;
	return { type: "session-gone", path, reason: sanitiseLine(reason) };
}
