import type { Deletion } from "../../store/trash/delete.js";
import { bytes, count } from "../../text/amounts.js";
import { columnsOf, cut } from "../../text/columns.js";
import { sanitiseLine } from "../../text/sanitise.js";
import type { Event } from "../event.js";
import type { InputEvent } from "../input.js";
import { actionOf } from "../keys.js";
import { interrupt } from "../quit.js";
import { requested, type Update, withStatus } from "../requests.js";
import { withRows } from "../sessions/rows.js";
import type { State } from "../state.js";
import { error, info } from "../status.js";
import { EMPTY_FIELD, edit } from "../text-field.js";
import { bringBack } from "../trash/restoring.js";
import { DELETE_WORD, type DeletionScreen } from "./state.js";

/** Begins a deletion: what would go is looked at, then asked about. */
export function askToDelete(state: State, paths: readonly string[], forever: boolean): Update {
	if (paths.length === 0) return [state, []];
	const [numbered, request] = requested(state);
	return [
		{ ...numbered, deletion: { kind: "planning", request, forever } },
		[{ type: "plan-deletion", request, paths }],
	];
}

type DeletionEvent = Extract<Event, { type: `deletion-${string}` }>;

export function deletionAnswer(state: State, event: DeletionEvent): Update {
	const { deletion } = state;
	if (deletion === undefined || deletion.kind === "asking" || deletion.request !== event.request)
		return [state, []];
	switch (event.type) {
		case "deletion-planned": {
			if (deletion.kind !== "planning") return [state, []];
			const { plan } = event;
			const [refused] = plan.refused;
			if (plan.targets.length === 0) {
				const why =
					refused === undefined
						? "There is nothing to delete."
						: `It stays: ${sanitiseLine(refused.reason)}.`;
				return [withStatus({ ...state, deletion: undefined }, error(why)), []];
			}
			const word = deletion.forever ? EMPTY_FIELD : undefined;
			return [{ ...state, deletion: { kind: "asking", plan, word } }, []];
		}
		case "deletion-progress":
			if (deletion.kind !== "running") return [state, []];
			return [{ ...state, deletion: { ...deletion, done: event.done, total: event.total } }, []];
		case "deletion-failed":
			return [withStatus({ ...state, deletion: undefined }, error(event.reason)), []];
		case "deletion-done":
			return [deleted(state, event.deletion, deletion.forever), []];
		default:
			return event satisfies never;
	}
}

/** Takes the rows of what went away; the cursor goes to what took their place. */
function deleted(state: State, deletion: Deletion, forever: boolean): State {
	const gone = new Set(deletion.trashed.map(({ path }) => path));
	const listed = state.sessions.listed.filter(({ info: { path } }) => !gone.has(path));
	const marked = new Set([...state.sessions.marked].filter((path) => !gone.has(path)));
	const sessions = withRows({ ...state.sessions, listed, marked }, state.size);
	const session = state.session !== undefined && gone.has(state.session.path) ? undefined : state.session;
	const next: State = {
		...state,
		sessions,
		session,
		deletion: undefined,
		prune: undefined,
		// What took nothing leaves the deletion before it to be undone.
		lastDeleted: forever || deletion.trashed.length === 0 ? state.lastDeleted : deletion.trashed,
	};
	const said = outcome(deletion, forever, state.size.columns);
	// To be stopped is no fault.
	const isFault = deletion.skipped.some(({ kind }) => kind !== "stopped");
	return withStatus(next, isFault ? error(said) : info(said));
}

function outcome(deletion: Deletion, forever: boolean, columns: number): string {
	const { trashed, skipped } = deletion;
	if (trashed.length > 0 && skipped.length > 0 && skipped.every(({ kind }) => kind === "stopped")) {
		const all = `${count(trashed.length)} of ${count(trashed.length + skipped.length)}`;
		return forever
			? `Stopped: ${all} are deleted for good.`
			: `Stopped: ${all} are in the trash · Ctrl+Z brings ${trashed.length === 1 ? "it" : "them"} back`;
	}
	const [kept] = skipped;
	const done = forever ? `Deleted ${nameOf(trashed, 40)} for good.` : moved(deletion, columns);
	if (kept === undefined) return done;
	const stays = `${count(skipped.length)} ${skipped.length === 1 ? "stays" : "stay"}: ${sanitiseLine(kept.reason)}`;
	const help = kept.kind === "failed" && !forever ? " · /delete forever deletes without the trash" : "";
	return trashed.length === 0 ? `Nothing went; ${stays}${help}` : `${done} · ${stays}${help}`;
}

/** In a narrow terminal the name is cut and the size left out: the way back must be seen. */
function moved({ trashed, bytes: freed }: Deletion, columns: number): string {
	const back = `Ctrl+Z brings ${trashed.length === 1 ? "it" : "them"} back`;
	const whole = `Moved ${nameOf(trashed, 40)} to the trash (${bytes(freed)}) · ${back}`;
	if (columnsOf(whole) < columns) return whole;
	const end = " in the trash · Ctrl+Z undoes";
	const room = Math.max(SHORTEST_NAME, columns - columnsOf(end) - 3);
	return (trashed.length === 1 ? nameOf(trashed, room) : count(trashed.length)) + end;
}

const SHORTEST_NAME = 6;

/** The one session by its name in so many columns, or how many there are. */
function nameOf(trashed: Deletion["trashed"], columns: number): string {
	const [first] = trashed;
	return trashed.length === 1 && first !== undefined
		? `"${cut(sanitiseLine(first.title), columns)}"`
		: `${count(trashed.length)} sessions`;
}

/** What input does while a deletion is asked about, or runs. */
export function updateDeletion(state: State, deletion: DeletionScreen, input: InputEvent): Update {
	const closed: State = { ...state, deletion: undefined };
	switch (deletion.kind) {
		case "asking":
			return deletion.word === undefined
				? confirm(state, closed, deletion, input)
				: typeWord(state, closed, deletion, input);
		case "planning":
		case "running": {
			const action = actionOf("working", input, state.environment.keys);
			if (action === "quit") return interrupt(state, { type: "stop-deletion" });
			if (action !== "back") return [state, []];
			// What is under way ends after the session that is going; what was done is then said.
			return deletion.kind === "planning"
				? [closed, [{ type: "stop-deletion" }]]
				: [{ ...state, deletion: { ...deletion, stopping: true } }, [{ type: "stop-deletion" }]];
		}
		default:
			return deletion satisfies never;
	}
}

type Asking = Extract<DeletionScreen, { kind: "asking" }>;

function confirm(state: State, closed: State, asking: Asking, input: InputEvent): Update {
	const action = actionOf("confirm", input, state.environment.keys);
	switch (action) {
		case "yes":
			return start(state, asking, false);
		case "no":
		case "back":
			return [closed, []];
		case "quit":
			return interrupt(state);
		case undefined:
			return [state, []];
		default:
			return action satisfies never;
	}
}

function typeWord(state: State, closed: State, asking: Asking, input: InputEvent): Update {
	const field = asking.word ?? EMPTY_FIELD;
	const action = actionOf("writing", input, state.environment.keys);
	if (action === "back") return [closed, []];
	if (action === "quit") return interrupt(state);
	if (action === "submit") {
		if (field.text.trim() === DELETE_WORD) return start(state, asking, true);
		return [withStatus(closed, info("Nothing was deleted.")), []];
	}
	const word = edit(field, input);
	return word === undefined || word === field
		? [state, []]
		: [{ ...state, deletion: { ...asking, word } }, []];
}

function start(state: State, { plan }: Asking, forever: boolean): Update {
	const [numbered, request] = requested(state);
	const running: DeletionScreen = { kind: "running", request, forever, done: 0, total: plan.targets.length };
	return [{ ...numbered, deletion: running }, [{ type: "delete-sessions", request, plan, forever }]];
}

/** Brings back what the last deletion took. */
export function undoDeletion(state: State): Update {
	if (state.restoring > 0)
		return [withStatus(state, info("Sessions are being brought back. Escape stops that.")), []];
	if (state.lastDeleted.length === 0) return [withStatus(state, info("There is no deletion to undo.")), []];
	const { lastDeleted: sessions } = state;
	return bringBack({ ...state, lastDeleted: [] }, { type: "restore-deleted", sessions });
}
