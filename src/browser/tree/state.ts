import type { TreeFilter, TreeRow } from "../../session/tree-rows.js";
import { EMPTY_FIELD, type TextField } from "../text-field.js";

export interface Labelling {
	/** Place of the entry in the file. */
	readonly entry: number;
	readonly field: TextField;
}

/** The tree of the open session. The cursor is on an entry, not on a row. */
export interface TreeScreen {
	readonly filter: TreeFilter;
	/** Keys of folded rows, as `rowKey` gives them. */
	readonly folded: ReadonlySet<string>;
	readonly query: TextField;
	readonly completion: number;
	/** Whether the times of labels are shown. */
	readonly times: boolean;
	/** Place in the file, from 0, of the entry the cursor is on; undefined: the leaf. Files only grow. */
	readonly cursor: number | undefined;
	/** Index of the first row shown. */
	readonly top: number;
	readonly labelling: Labelling | undefined;
	/** Derived from the above and the session by `withTreeRows`. */
	readonly rows: readonly TreeRow[];
}

export function openTreeScreen(): TreeScreen {
	return {
		filter: "default",
		folded: new Set(),
		query: EMPTY_FIELD,
		completion: 0,
		times: false,
		cursor: undefined,
		top: 0,
		labelling: undefined,
		rows: [],
	};
}
