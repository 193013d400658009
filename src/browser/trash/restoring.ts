/** Sessions on their way back from the trash. */
import type { Restorable } from "../../store/trash/restore.js";
import { count } from "../../text/amounts.js";
import { sanitiseLine } from "../../text/sanitise.js";
import type { LastDeleted } from "../deletion/state.js";
import type { Effect } from "../effect.js";
import type { Event } from "../event.js";
import type { Menu } from "../menu.js";
import { type Update, withStatus } from "../requests.js";
import { mergeListed } from "../sessions/listing.js";
import { withRows } from "../sessions/rows.js";
import type { Choice, State } from "../state.js";
import { error, info } from "../status.js";
import { openTrash } from "./open.js";

type Restored = Extract<Event, { type: "sessions-restored" }>;

/** Begins to bring sessions back; the end of it takes the place of what is said. */
export function bringBack(
	state: State,
	effect: Extract<Effect, { type: "restore-trashed" | "restore-deleted" }>,
): Update {
	const next = { ...state, restoring: state.restoring + 1 };
	return [withStatus(next, info("Bringing back from the trash…")), [effect]];
}

export function restoreProgress(
	state: State,
	{ done, total }: Extract<Event, { type: "restore-progress" }>,
): State {
	return withStatus(state, info(`Bringing back… ${count(done)} of ${count(total)} · Esc stops`));
}

/** Lets no further session come back; the end of it says what was done. */
export function stopRestoring(state: State): Update {
	return [withStatus(state, info("Stopping…")), [{ type: "stop-restoring" }]];
}

/** What came back is listed again, and under the cursor; where names were taken, the user is asked. */
export function sessionsRestored(state: State, event: Restored): Update {
	const { sessions: back, taken, message, failed } = event;
	const listed = mergeListed(state.sessions.listed, back);
	const cursor = back[0]?.info.path ?? state.sessions.cursor;
	const sessions = withRows({ ...state.sessions, listed, cursor }, state.size);
	const lastDeleted = stillDeleted(state.lastDeleted, event);
	const restoring = Math.max(0, state.restoring - 1);
	const status = failed ? error(message) : info(message);
	const next = withStatus({ ...state, sessions, lastDeleted, restoring }, status);
	const asked = taken.length === 0 ? next : { ...next, menu: takenMenu(taken) };
	return asked.trash === undefined ? [asked, []] : openTrash(asked);
}

/** What an undo would bring back now: no more what is back, and what is left of an undo if nothing was deleted since. */
function stillDeleted(lastDeleted: LastDeleted, { back, again }: Restored): LastDeleted {
	const places = new Set(back.map(({ inTrash }) => inTrash));
	const paths = new Set(back.map(({ path }) => path));
	const left = lastDeleted.filter(({ path, inTrash }) =>
		inTrash === undefined ? !paths.has(path) : !places.has(inTrash.path),
	);
	return left.length === 0 ? again : left;
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
