import type { Session } from "../session/session.js";
import { nameOf } from "../session/session-name.js";
import { sanitiseLine } from "../text/sanitise.js";

/** What a document about a session is headed by: its name, else its id. */
export function titleOf(session: Session): string {
	return sanitiseLine(nameOf(session.entries) ?? session.header.id);
}
