import { SessionError } from "../session/errors.js";
import type { SessionInfo } from "./info.js";
import { readSessionInfoSync } from "./session-info.js";

/** A session of a list, with the text of its messages to be had. */
export interface SessionInfoWithText extends SessionInfo {
	/**
	 * User and assistant text, joined by spaces. Where it was not gathered with the list it is read from the file when it is
	 * first asked for, at once, and is not among the enumerable properties; "" where the file cannot be read any more.
	 */
	readonly allMessagesText: string;
}

/**
 * The session itself, with `allMessagesText` to be read on demand: the text of a large store is more than memory should
 * hold for a list that shows none of it (behaviour.md §3, bounded memory).
 */
export function withLazyText(session: SessionInfo): SessionInfoWithText {
	if (Object.hasOwn(session, "allMessagesText")) return session as SessionInfoWithText;
	return Object.defineProperty(session, "allMessagesText", {
		configurable: true,
		enumerable: false,
		get: () => {
			const value = textOf(session.path);
			Object.defineProperty(session, "allMessagesText", { value, configurable: true, enumerable: false });
			return value;
		},
	}) as SessionInfoWithText;
}

function textOf(path: string): string {
	try {
		return readSessionInfoSync(path, { text: true }).allMessagesText ?? "";
	} catch (error) {
		if (error instanceof SessionError) return "";
		throw error;
	}
}
