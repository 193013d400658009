import { completions } from "../slash-commands.js";
import type { Size } from "../state.js";
import type { TreeScreen } from "./state.js";

/** How the tree's screen shares out its rows: a header, the tree, a footer. */
export interface TreeGeometry {
	readonly gap: 0 | 1;
	readonly completions: number;
	readonly rows: number;
	/** Row of the terminal, from 1, on which the tree begins. */
	readonly firstRow: number;
}

export function treeGeometry(screen: Pick<TreeScreen, "query">, size: Size): TreeGeometry {
	const height = Math.max(3, size.rows - 1);
	const gap = height >= 9 ? 1 : 0;
	const offered = Math.min(completions(screen.query.text).length, Math.max(0, height - 5));
	const above = 1 + offered + gap;
	return { gap, completions: offered, rows: Math.max(1, height - above - gap - 1), firstRow: above + 1 };
}
