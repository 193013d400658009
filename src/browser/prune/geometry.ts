import type { Size } from "../state.js";

/** How the prune screen shares out its rows. */
export interface PruneGeometry {
	/** Blank lines below the title, and between the form and the sessions that would go. */
	readonly gap: 0 | 1;
	readonly air: 0 | 1;
	/** Whether the line of status has a row of its own. */
	readonly status: 0 | 1;
	readonly form: number;
	readonly list: number;
}

/** Narrower forms have shorter words. */
export const WIDE_FORM = 94;
/** From so many columns on, the flags, the criteria, and what is spared, fit on one row. */
const FLAGS_ON_ONE_ROW = 85;
const FIELDS_ON_ONE_ROW = 53;
export const SPARED_ON_ONE_ROW = 72;

/** The form comes first, then a row or two of the list; blanks are for what is left. */
export function pruneGeometry({ columns, rows }: Size): PruneGeometry {
	const wanted = [FLAGS_ON_ONE_ROW, FIELDS_ON_ONE_ROW, SPARED_ON_ONE_ROW].reduce(
		(sum, needed) => sum + (columns < needed ? 2 : 1),
		0,
	);
	const room = Math.max(3, rows - 1) - 2;
	const form = Math.min(wanted, Math.max(1, room - 1));
	let list = room - form;
	const blank = (least: number): 0 | 1 => {
		if (list <= least) return 0;
		list--;
		return 1;
	};
	const status = blank(2);
	const air = blank(3);
	const gap = blank(3);
	return { gap, air, status, form, list: Math.max(1, list) };
}
