/** Jumping through the rows of a tree by the branches they form. */
import type { TreeRow } from "../tree-rows.js";

/**
 * The row at which the branch of row `index` begins: the nearest at or above it that is a child of a branch point, or
 * a root. From such a row itself, the beginning of the branch around it.
 */
export function segmentStart(rows: readonly TreeRow[], index: number): number {
	let at = startOf(rows, index);
	if (at === index) at = startOf(rows, rows[index]?.parent ?? -1);
	return at === -1 ? index : at;
}

/** The next row below `index` at which a branch begins; `index` where none follows. */
export function nextBranch(rows: readonly TreeRow[], index: number): number {
	for (let at = index + 1; at < rows.length; at++) if (startOf(rows, at) === at) return at;
	return index;
}

/** The nearest row at or above `index` that is not the only child of its parent. */
function startOf(rows: readonly TreeRow[], index: number): number {
	let at = index;
	for (let row = rows[at]; row !== undefined; row = rows[at]) {
		const above = rows[row.parent];
		if (above === undefined || above.depth < row.depth) return at;
		at = row.parent;
	}
	return at;
}
