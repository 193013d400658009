/** A session's display name: the newest `session_info`; an empty one clears it (behaviour.md §3). */
import type { SessionEntry } from "./entries.js";

/** A name as it is kept: trimmed, on one line. Empty when there is nothing to show. */
export function normalizeName(name: unknown): string {
	return typeof name === "string" ? name.replace(/[\r\n\u2028\u2029]+/g, " ").trim() : "";
}

/** The name in force, or undefined. */
export function nameOf(entries: readonly SessionEntry[]): string | undefined {
	for (let i = entries.length - 1; i >= 0; i--) {
		const entry = entries[i];
		if (entry?.type === "session_info") return normalizeName(entry.name) || undefined;
	}
	return undefined;
}

/** The names the session had before its present one, newest first, each once. */
export function names(entries: readonly SessionEntry[]): string[] {
	const found = new Set<string>();
	for (let i = entries.length - 1; i >= 0; i--) {
		const entry = entries[i];
		if (entry?.type === "session_info") found.add(normalizeName(entry.name));
	}
	found.delete("");
	found.delete(nameOf(entries) ?? "");
	return [...found];
}
