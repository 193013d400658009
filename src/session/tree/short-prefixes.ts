/** The lines before the rows of a tree where there is no way to push it aside. */
import type { TreeRow } from "../tree-rows.js";

const CUT = "… ";

/**
 * For each row its prefix, of a deep one only the innermost `levels` with an ellipsis before them. Made row by row
 * from the parent's, as the whole prefixes of a tree that is deep everywhere would take quadratic room.
 */
export function shortPrefixes(rows: readonly TreeRow[], levels: number): string[] {
	const lastChild = new Map<number, number>();
	for (const [at, row] of rows.entries()) lastChild.set(row.parent, at);
	const gutters: string[] = [];
	return rows.map((row, at) => {
		const above = gutters[row.parent] ?? "";
		const isAlone = row.depth === (rows[row.parent]?.depth ?? 0);
		const isLast = lastChild.get(row.parent) === at;
		gutters.push(isAlone ? above : (above + (isLast ? "   " : "│  ")).slice(-3 * levels));
		if (row.depth <= levels) return row.prefix;
		const prefix = isAlone ? above : above + (isLast ? "└─ " : "├─ ");
		return CUT + prefix.slice(-3 * levels);
	});
}
