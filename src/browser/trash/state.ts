import type { TrashedSession } from "../../store/trash/trash-can.js";

/** What of this store lies in the trash. */
export interface TrashScreen {
	/** The look into the trash this screen waits for; undefined once it is there. */
	readonly request: number | undefined;
	/** Newest first. */
	readonly items: readonly TrashedSession[];
	/** What cannot be known here, said plainly. */
	readonly note: string | undefined;
	/** Path in the trash of the item the cursor is on; undefined: the first. */
	readonly cursor: string | undefined;
	readonly top: number;
	readonly marked: ReadonlySet<string>;
}

export function openTrashScreen(request: number): TrashScreen {
	return { request, items: [], note: undefined, cursor: undefined, top: 0, marked: new Set() };
}
