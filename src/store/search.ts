import { sanitiseLine } from "../text/sanitise.js";
import type { SessionInfo } from "./info.js";
import { title } from "./title.js";

/** Why a session was found: the field, its text as shown, and the hits in it as offsets in code units. */
export interface SearchHit {
	readonly field: string;
	readonly text: string;
	readonly ranges: readonly (readonly [number, number])[];
}

/** The sessions whose names or first messages hold every word of a query, by path, in their order. */
export function filterSessions(sessions: readonly SessionInfo[], query: string): Map<string, SearchHit> {
	const words = query
		.toLowerCase()
		.split(/\s+/)
		.filter((word) => word !== "");
	const hits = new Map<string, SearchHit>();
	for (const session of sessions) {
		const text = sanitiseLine(title(session).slice(0, 600));
		const folded = text.toLowerCase();
		const ranges = words.map((word) => [folded.indexOf(word), folded.indexOf(word) + word.length] as const);
		if (ranges.every(([from]) => from >= 0)) hits.set(session.path, { field: "title", text, ranges });
	}
	return hits;
}
