import type { TrashedSession } from "../../store/trash/trash-can.js";
import type { Event } from "../event.js";
import { openHelp } from "../help.js";
import type { InputEvent } from "../input.js";
import { actionOf, spaceAsKey } from "../keys.js";
import { overlayOf } from "../overlay.js";
import { interrupt } from "../quit.js";
import type { Update } from "../requests.js";
import type { Size, State } from "../state.js";
import { follow, isMove, moved, step, wheelRows } from "../viewport.js";
import { openTrash } from "./open.js";
import { bringBack } from "./restoring.js";
import type { TrashScreen } from "./state.js";

export function trashAnswer(state: State, event: Extract<Event, { type: "trash-read" }>): State {
	const { trash } = state;
	if (trash === undefined || trash.request !== event.request) return state;
	const { items, note } = event;
	return { ...state, trash: trashInWindow({ ...trash, items, note, request: undefined }, state.size) };
}

export function trashCursorIndex({ items, cursor }: TrashScreen): number {
	const found = items.findIndex(({ inTrash }) => inTrash.path === cursor);
	return Math.max(0, found);
}

/** What input does to the trash. */
export function updateTrash(state: State, trash: TrashScreen, input: InputEvent): Update {
	const at = trashCursorIndex(trash);
	const moveTo = (index: number): Update => {
		const cursor = trash.items[index]?.inTrash.path;
		return [{ ...state, trash: trashInWindow({ ...trash, cursor }, state.size) }, []];
	};
	const wheel = wheelRows(input);
	if (wheel !== undefined) return moveTo(step(at, wheel, trash.items.length));
	const action = actionOf("trash", spaceAsKey(input), state.environment.keys);
	if (isMove(action)) return moveTo(moved(action, at, overlayOf(state.size).height, trash.items.length));
	switch (action) {
		case "mark":
			return [{ ...state, trash: trashInWindow(mark(trash, at), state.size) }, []];
		case "mark-all":
			return [{ ...state, trash: markAll(trash) }, []];
		case "restore": {
			const chosen = chosenItems(trash, at);
			return chosen.length === 0
				? [state, []]
				: bringBack(state, { type: "restore-trashed", items: chosen, alternative: false });
		}
		case "refresh":
			return openTrash(state);
		case "help":
			return openHelp(state);
		case "back":
			return [{ ...state, trash: undefined }, []];
		case "quit":
			return interrupt(state);
		case undefined:
			return [state, []];
		default:
			return action satisfies never;
	}
}

/** The marked items, or the one under the cursor. */
function chosenItems({ items, marked }: TrashScreen, at: number): readonly TrashedSession[] {
	const all = items.filter(({ inTrash }) => marked.has(inTrash.path));
	const one = items[at];
	return all.length > 0 || one === undefined ? all : [one];
}

function mark(trash: TrashScreen, at: number): TrashScreen {
	const item = trash.items[at];
	if (item === undefined) return trash;
	const marked = new Set(trash.marked);
	if (!marked.delete(item.inTrash.path)) marked.add(item.inTrash.path);
	return { ...trash, marked, cursor: trash.items[step(at, 1, trash.items.length)]?.inTrash.path };
}

function markAll(trash: TrashScreen): TrashScreen {
	const all = trash.items.map(({ inTrash }) => inTrash.path);
	return { ...trash, marked: trash.marked.size === all.length ? new Set() : new Set(all) };
}

export function trashInWindow(trash: TrashScreen, size: Size): TrashScreen {
	return {
		...trash,
		top: follow(trash.top, trashCursorIndex(trash), overlayOf(size).height, trash.items.length),
	};
}
