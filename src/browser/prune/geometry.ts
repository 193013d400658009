import { overlayOf } from "../overlay.js";
import type { Size } from "../state.js";

/** How the prune screen shares out its rows: the form, a blank, the sessions that would go. */
export interface PruneGeometry {
	readonly form: number;
	readonly air: 0 | 1;
	readonly list: number;
}

/** Narrower forms have their criteria, and their flags, on two rows each. */
export const WIDE_FORM = 92;

export function pruneGeometry(size: Size): PruneGeometry {
	const { height } = overlayOf(size);
	const wanted = size.columns >= WIDE_FORM ? 3 : 5;
	const form = Math.min(wanted, Math.max(1, height - 1));
	const air = height >= wanted + 4 ? 1 : 0;
	return { form, air, list: Math.max(1, height - form - air) };
}
