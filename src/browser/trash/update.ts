import type { Restorable } from "../../store/trash/restore.js";
import type { TrashedSession } from "../../store/trash/trash-can.js";
import { count } from "../../text/amounts.js";
import { sanitiseLine } from "../../text/sanitise.js";
import type { Event } from "../event.js";
import { openHelp } from "../help.js";
import type { InputEvent } from "../input.js";
import { actionOf, spaceAsKey } from "../keys.js";
import type { Menu } from "../menu.js";
import { overlayOf } from "../overlay.js";
import { interrupt } from "../quit.js";
import { requested, type Update, withStatus } from "../requests.js";
import { mergeListed } from "../sessions/listing.js";
import { withRows } from "../sessions/rows.js";
import type { Choice, Size, State } from "../state.js";
import { error, info, type Status } from "../status.js";
import { follow, isMove, moved, step, wheelRows } from "../viewport.js";
import { openTrashScreen, type TrashScreen } from "./state.js";

/** Opens the trash, and looks into it. */
export function openTrash(state: State): Update {
	const [numbered, request] = requested(state);
	return [{ ...numbered, trash: openTrashScreen(request) }, [{ type: "read-trash", request }]];
}

/** What is said while sessions come back; the end of it takes its place. */
export function bringingBack(progress?: { readonly done: number; readonly total: number }): Status {
	const far = progress === undefined ? "" : ` ${count(progress.done)} of ${count(progress.total)}`;
	return info(`Bringing back from the trash…${far}`);
}

export function trashAnswer(state: State, event: Extract<Event, { type: "trash-read" }>): State {
	const { trash } = state;
	if (trash === undefined || trash.request !== event.request) return state;
	const { items, note } = event;
	return { ...state, trash: trashInWindow({ ...trash, items, note, request: undefined }, state.size) };
}

/** What came back is listed again, and under the cursor; where names were taken, the user is asked. */
export function sessionsRestored(state: State, event: Extract<Event, { type: "sessions-restored" }>): Update {
	const { sessions: back, taken, message, failed } = event;
	const listed = mergeListed(state.sessions.listed, back);
	const cursor = back[0]?.info.path ?? state.sessions.cursor;
	const sessions = withRows({ ...state.sessions, listed, cursor }, state.size);
	const next = withStatus({ ...state, sessions }, failed ? error(message) : info(message));
	const asked = taken.length === 0 ? next : { ...next, menu: takenMenu(taken) };
	return asked.trash === undefined ? [asked, []] : openTrash(asked);
}

function takenMenu(items: readonly Restorable[]): Menu<Choice> {
	const [first] = items;
	const what =
		items.length === 1 && first !== undefined
			? `"${sanitiseLine(first.title.slice(0, 60))}"`
			: `${count(items.length)} sessions`;
	return {
		lines: [`${what}: the name is taken by another file now.`],
		items: [
			{ label: "Leave it in the trash", value: { type: "cancel" } },
			{ label: "Bring it back under another name", value: { type: "restore-elsewhere", items } },
		],
		index: 0,
	};
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
				: [
						withStatus(state, bringingBack()),
						[{ type: "restore-trashed", items: chosen, alternative: false }],
					];
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
