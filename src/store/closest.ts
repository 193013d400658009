import type { SessionInfo } from "./info.js";
import { title } from "./title.js";

/** Longer texts are compared by their beginnings. */
const COMPARED = 64;

/** The session whose name, title or id comes nearest to a mistyped selector; undefined when none is near. */
export function closestSession(text: string, sessions: readonly SessionInfo[]): SessionInfo | undefined {
	const wanted = fold(text);
	const near = Math.floor(wanted.length / 3);
	let best: { session: SessionInfo; distance: number } | undefined;
	for (const session of sessions) {
		const called = fold(title(session));
		const inside = wanted.length >= 3 && called.includes(wanted) ? 1 : near + 1;
		const limit = best ? best.distance - 1 : near;
		const distance = Math.min(
			inside,
			editDistance(wanted, called, limit),
			editDistance(wanted, session.id.toLowerCase(), limit),
			editDistance(wanted, session.id.toLowerCase().slice(0, wanted.length), limit),
		);
		if (distance <= limit) best = { session, distance };
		if (best?.distance === 0) break;
	}
	return best?.session;
}

function fold(text: string): string {
	return text.normalize("NFC").toLowerCase().slice(0, COMPARED);
}

/** Insertions, deletions and substitutions from one text to another; above `limit` some number above it. */
function editDistance(a: string, b: string, limit: number): number {
	if (limit < 0 || Math.abs(a.length - b.length) > limit) return limit + 1;
	let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const substituted = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
			row.push(Math.min(substituted, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
		}
		if (Math.min(...row) > limit) return limit + 1;
		previous = row;
	}
	return previous[b.length] ?? 0;
}
