import { TREE_FILTERS, type TreeFilter } from "../../session/tree-rows.js";
import type { TextField } from "../text-field.js";
import type { TreeContext } from "./request.js";
import { treeCursorRow, withTreeRows } from "./rows.js";
import type { TreeScreen } from "./state.js";

export function cycleFilter(screen: TreeScreen, by: 1 | -1, context: TreeContext): TreeScreen {
	const at = TREE_FILTERS.indexOf(screen.filter) + by + TREE_FILTERS.length;
	return withFilter(screen, TREE_FILTERS[at % TREE_FILTERS.length] ?? "default", context);
}

export function withFilter(screen: TreeScreen, filter: TreeFilter, context: TreeContext): TreeScreen {
	if (filter === screen.filter) return screen;
	return withTreeRows({ ...pinned(screen), filter }, context.tree, context.size);
}

export function withQuery(screen: TreeScreen, query: TextField, context: TreeContext): TreeScreen {
	if (query.text === screen.query.text) return { ...screen, query };
	return withTreeRows({ ...pinned(screen), query, completion: 0 }, context.tree, context.size);
}

/** A cursor that merely stands on the leaf is put there, so that it stays when rows come and go. */
function pinned(screen: TreeScreen): TreeScreen {
	const row = treeCursorRow(screen);
	return row === undefined ? screen : { ...screen, cursor: row.node.index };
}
