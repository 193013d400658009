import type { Size } from "../state.js";
import { follow, step } from "../viewport.js";
import { sessionsGeometry } from "./geometry.js";
import type { ListedSession, SessionRow, SessionsScreen } from "./state.js";

/** The nearest row at or after `index` in the direction given that is a session, else the nearest the other way. */
export function sessionRowIndex(
	rows: readonly SessionRow[],
	index: number,
	direction: 1 | -1,
): number | undefined {
	const search = (towards: 1 | -1): number | undefined => {
		for (let at = index; at >= 0 && at < rows.length; at += towards)
			if (rows[at]?.kind === "session") return at;
		return undefined;
	};
	return search(direction) ?? search(direction === 1 ? -1 : 1);
}

/** Index of the cursor's row; of the first session where the cursor is nowhere; −1 where there is none. */
export function cursorIndex(screen: Pick<SessionsScreen, "rows" | "cursor">): number {
	const { rows, cursor } = screen;
	const found =
		cursor === undefined
			? -1
			: rows.findIndex((row) => row.kind === "session" && row.session.info.path === cursor);
	return found >= 0 ? found : (sessionRowIndex(rows, 0, 1) ?? -1);
}

export function cursorSession(screen: Pick<SessionsScreen, "rows" | "cursor">): ListedSession | undefined {
	const row = screen.rows[cursorIndex(screen)];
	return row?.kind === "session" ? row.session : undefined;
}

/** The screen with its cursor on the session it is seen on, whatever comes before that one from now on. */
export function pinned(screen: SessionsScreen): SessionsScreen {
	const cursor = cursorSession(screen)?.info.path;
	return cursor === screen.cursor ? screen : { ...screen, cursor };
}

/** Puts the cursor on the session row nearest to `index`, and the window where it is seen. */
export function moveTo(screen: SessionsScreen, index: number, size: Size, direction: 1 | -1): SessionsScreen {
	const target = sessionRowIndex(screen.rows, step(index, 0, screen.rows.length), direction);
	const row = target === undefined ? undefined : screen.rows[target];
	if (target === undefined || row?.kind !== "session") return screen;
	const { path } = row.session.info;
	return inWindow(path === screen.cursor ? screen : { ...screen, cursor: path }, size);
}

/** Keeps the cursor's row in the window; a group's heading is shown with its first session. */
export function inWindow(screen: SessionsScreen, size: Size): SessionsScreen {
	const { rows } = sessionsGeometry(screen, size).list;
	const index = Math.max(0, cursorIndex(screen));
	let top = follow(screen.top, index, rows, screen.rows.length);
	if (rows > 1 && top === index && screen.rows[index - 1]?.kind === "group") top = index - 1;
	return top === screen.top ? screen : { ...screen, top };
}

/** Index of the row under the pointer. */
export function rowAt(
	screen: SessionsScreen,
	size: Size,
	pointer: { column: number; row: number },
): number | undefined {
	const { list } = sessionsGeometry(screen, size);
	const offset = pointer.row - list.firstRow;
	if (offset < 0 || offset >= list.rows || pointer.column > list.columns) return undefined;
	const index = screen.top + offset;
	return index < screen.rows.length ? index : undefined;
}
