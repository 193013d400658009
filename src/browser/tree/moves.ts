import { nextBranch, segmentStart } from "../../session/tree-lines.js";
import { rowKey } from "../../session/tree-rows.js";
import { completions } from "../slash-commands.js";
import { type Move, moved } from "../viewport.js";
import { treeGeometry } from "./geometry.js";
import type { TreeContext } from "./request.js";
import { treeCursorIndex, treeInWindow, withTreeRows } from "./rows.js";
import type { TreeScreen } from "./state.js";

/** Moves among the commands that are offered, else through the rows. */
export function move(screen: TreeScreen, by: Move, context: TreeContext): TreeScreen {
	const offered = completions(screen.query.text).length;
	if (offered > 0 && (by === "up" || by === "down"))
		return { ...screen, completion: moved(by, screen.completion, 1, offered) };
	const page = treeGeometry(screen, context.size).rows;
	return moveTo(screen, moved(by, treeCursorIndex(screen), page, screen.rows.length), context);
}

export function moveTo(screen: TreeScreen, index: number, { size }: TreeContext): TreeScreen {
	const row = screen.rows[index];
	if (row === undefined) return screen;
	const cursor = row.node.index;
	return treeInWindow(cursor === screen.cursor ? screen : { ...screen, cursor }, size);
}

/** Folds the row if it folds and is open; else goes to where its segment starts. */
export function fold(screen: TreeScreen, context: TreeContext): TreeScreen {
	const index = treeCursorIndex(screen);
	const row = screen.rows[index];
	if (row === undefined) return screen;
	if (!row.foldable || row.folded) return moveTo(screen, segmentStart(screen.rows, index), context);
	const key = rowKey(context.tree, row.node);
	return withTreeRows(
		{ ...screen, cursor: row.node.index, folded: new Set([...screen.folded, key]) },
		context.tree,
		context.size,
	);
}

export function unfold(screen: TreeScreen, context: TreeContext): TreeScreen {
	const index = treeCursorIndex(screen);
	const row = screen.rows[index];
	if (row === undefined) return screen;
	if (!row.folded) return moveTo(screen, nextBranch(screen.rows, index), context);
	const key = rowKey(context.tree, row.node);
	const folded = new Set(screen.folded);
	folded.delete(key);
	return withTreeRows({ ...screen, cursor: row.node.index, folded }, context.tree, context.size);
}
