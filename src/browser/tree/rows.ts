import type { SessionTree } from "../../session/tree.js";
import { type TreeRow, treeRows } from "../../session/tree-rows.js";
import { isCommandLine } from "../slash-commands.js";
import type { Size } from "../state.js";
import { follow } from "../viewport.js";
import { treeGeometry } from "./geometry.js";
import type { TreeScreen } from "./state.js";

/** The screen with its rows made anew; the cursor stays on its entry, or goes to the nearest ancestor that shows. */
export function withTreeRows(screen: TreeScreen, tree: SessionTree, size: Size): TreeScreen {
	const { filter, folded } = screen;
	const query = isCommandLine(screen.query.text) ? "" : screen.query.text;
	const rows = treeRows(tree, { filter, folded, query });
	return treeInWindow(keepCursor({ ...screen, rows }, tree), size);
}

/** Index of the cursor's row; of the leaf's, or the last, where the cursor is nowhere. */
export function treeCursorIndex({ rows, cursor }: Pick<TreeScreen, "rows" | "cursor">): number {
	const found = cursor === undefined ? -1 : rows.findIndex((row) => row.node.index === cursor);
	if (found >= 0) return found;
	const leaf = rows.findIndex((row) => row.isLeaf);
	return leaf >= 0 ? leaf : rows.length - 1;
}

export function treeCursorRow(screen: Pick<TreeScreen, "rows" | "cursor">): TreeRow | undefined {
	return screen.rows[treeCursorIndex(screen)];
}

export function treeInWindow(screen: TreeScreen, size: Size): TreeScreen {
	const { rows: height } = treeGeometry(screen, size);
	const top = follow(screen.top, Math.max(0, treeCursorIndex(screen)), height, screen.rows.length);
	return top === screen.top ? screen : { ...screen, top };
}

/** An entry that no longer shows hands the cursor to its nearest ancestor that does. */
function keepCursor(screen: TreeScreen, tree: SessionTree): TreeScreen {
	if (screen.cursor === undefined) return screen;
	const shown = new Set(screen.rows.map(({ node }) => node.index));
	for (let node = tree.nodes[screen.cursor] ?? null; node !== null; node = node.parent) {
		if (shown.has(node.index))
			return node.index === screen.cursor ? screen : { ...screen, cursor: node.index };
	}
	return { ...screen, cursor: screen.rows[0]?.node.index };
}
