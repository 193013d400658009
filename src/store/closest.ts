import { editDistance } from "../text/edit-distance.js";
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
