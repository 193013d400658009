import type { Size } from "./state.js";

/** How a screen that is laid over the others shares out its rows: a title, what is below it, a footer. */
export interface Overlay {
	/** Blank lines between the regions; dropped where rows are scarce. */
	readonly gap: 0 | 1;
	readonly columns: number;
	/** Rows between the title and the footer. */
	readonly height: number;
}

export function overlayOf(size: Size): Overlay {
	const rows = Math.max(3, size.rows - 1);
	const gap = rows >= 9 ? 1 : 0;
	return { gap, columns: Math.max(1, size.columns - 2), height: Math.max(1, rows - 2 - 2 * gap) };
}
