import { overlayOf } from "../overlay.js";
import type { Size } from "../state.js";

/** How the prune screen shares out its rows: the form, a blank, the sessions that would go. */
export interface PruneGeometry {
	readonly form: number;
	readonly air: 0 | 1;
	readonly list: number;
}

/** Narrower forms have shorter words. */
export const WIDE_FORM = 92;
/** From so many columns on, the flags, and the criteria, of such a form fit on one row. */
const FLAGS_ON_ONE_ROW = 85;
const FIELDS_ON_ONE_ROW = 53;

export function pruneGeometry(size: Size): PruneGeometry {
	const { height } = overlayOf(size);
	const { columns } = size;
	const wanted = 3 + (columns < FLAGS_ON_ONE_ROW ? 1 : 0) + (columns < FIELDS_ON_ONE_ROW ? 1 : 0);
	const form = Math.min(wanted, Math.max(1, height - 1));
	const air = height >= wanted + 4 ? 1 : 0;
	return { form, air, list: Math.max(1, height - form - air) };
}
