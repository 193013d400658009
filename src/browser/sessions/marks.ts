import { bytes, count } from "../../text/amounts.js";
import type { ListedSession, SessionsScreen } from "./state.js";

/** The sessions that are marked, in the order of the list; those no longer listed are not among them. */
export function markedSessions({
	listed,
	marked,
}: Pick<SessionsScreen, "listed" | "marked">): ListedSession[] {
	return marked.size === 0 ? [] : listed.filter(({ info }) => marked.has(info.path));
}

/** Marks a session, or takes its mark away. */
export function toggleMark(screen: SessionsScreen, path: string): SessionsScreen {
	const marked = new Set(screen.marked);
	if (!marked.delete(path)) marked.add(path);
	return { ...screen, marked };
}

/** Marks all that are shown; where all of them are marked, takes the marks away. */
export function toggleAllMarks(screen: SessionsScreen): SessionsScreen {
	const shown = screen.rows.flatMap((row) => (row.kind === "session" ? [row.session.info.path] : []));
	const all = shown.every((path) => screen.marked.has(path));
	const marked = new Set(screen.marked);
	for (const path of shown) {
		if (all) marked.delete(path);
		else marked.add(path);
	}
	return { ...screen, marked };
}

/** "3 marked · 412 KB", or nothing. */
export function marksText(screen: Pick<SessionsScreen, "listed" | "marked">): string {
	const marked = markedSessions(screen);
	if (marked.length === 0) return "";
	return `${count(marked.length)} marked · ${bytes(marked.reduce((sum, { info }) => sum + info.sizeBytes, 0))}`;
}
