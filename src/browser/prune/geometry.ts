import { overlayOf } from "../overlay.js";
import type { Size } from "../state.js";

/** How the prune screen shares out its rows: the form, a blank, the sessions that would go. */
export interface PruneGeometry {
	readonly form: number;
	readonly air: 0 | 1;
	readonly list: number;
}

/** Criteria, flags, what is spared. */
const FORM_ROWS = 3;

export function pruneGeometry(size: Size): PruneGeometry {
	const { height } = overlayOf(size);
	const form = Math.min(FORM_ROWS, Math.max(1, height - 1));
	const air = height >= FORM_ROWS + 4 ? 1 : 0;
	return { form, air, list: Math.max(1, height - form - air) };
}
