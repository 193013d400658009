import { deletionAnswer } from "./deletion/update.js";
import type { Event } from "./event.js";
import { artifactsAnswer, duplicatesAnswer, withPruneKept } from "./prune/update.js";
import { type Update, withStatus } from "./requests.js";
import { cwdMenu, warningMenu } from "./resume-menus.js";
import {
	detailsAnswer,
	leafSwitched,
	sessionAnswer,
	sessionChanged,
	sessionMade,
} from "./session/answers.js";
import { seekFurther, seekOn } from "./session/finding.js";
import { openSession } from "./session/open.js";
import { previewAnswer, storeAnswer } from "./sessions/answers.js";
import { inWindow } from "./sessions/cursor.js";
import { previewWanted, readStore } from "./sessions/listing.js";
import { withRows } from "./sessions/rows.js";
import type { State } from "./state.js";
import { error, info } from "./status.js";
import { restoreProgress, sessionsRestored } from "./trash/restoring.js";
import { trashAnswer, trashInWindow } from "./trash/update.js";
import { treeInWindow } from "./tree/rows.js";
import { summariseAgain } from "./tree/update-screen.js";
import { updateFromInput } from "./update-input.js";

/** The browser's one way to change: what `event` makes of `state`, and what is to be done. Pure. */
export function update(state: State, event: Event): Update {
	const [next, effects] = apply(state, event);
	return previewWanted(withPruneKept(state, next), effects);
}

function apply(state: State, event: Event): Update {
	switch (event.type) {
		case "started":
			return readStore(state);
		case "store-changed": {
			// A reading under way is not begun anew, or a busy store would never be read to its end.
			const { reading } = state.sessions;
			if (reading === undefined) return readStore(state);
			return [{ ...state, sessions: { ...state.sessions, reading: { ...reading, stale: true } } }, []];
		}
		case "input":
			return updateFromInput(state, event.input);
		case "resized":
			return resized(state, event.columns, event.rows);
		case "clock":
			return event.now === state.now ? [state, []] : [{ ...state, now: event.now }, []];
		case "store-progress":
		case "store-sessions":
		case "store-read":
		case "store-failed":
			return storeAnswer(state, event);
		case "preview-read":
		case "preview-failed":
			return [previewAnswer(state, event), []];
		case "session-progress":
		case "session-read":
		case "session-failed":
			return [sessionAnswer(state, event), []];
		case "details-read":
		case "details-failed":
			return [detailsAnswer(state, event), []];
		case "seek-on": {
			const { session } = state;
			// Another search, or none, has taken its place.
			if (session === undefined || session.seeking !== event.seek) return [state, []];
			return seekFurther({ ...state, session: seekOn(session, state, event.seek) });
		}
		case "session-changed":
			return sessionChanged(state, event.session, event.message);
		case "leaf-switched":
			return leafSwitched(state, event);
		case "summary-progress":
			return [summaryProgress(state, event), []];
		case "summary-failed": {
			const { working } = state;
			if (working === undefined || working.request !== event.request) return [state, []];
			return [withStatus(summariseAgain(state, working), error(event.reason)), []];
		}
		case "session-made":
			return openSession(sessionMade(state, event.session, event.message), event.session.info.path);
		case "deletion-planned":
		case "deletion-progress":
		case "deletion-done":
		case "deletion-failed":
			return deletionAnswer(state, event);
		case "restore-progress":
			return [restoreProgress(state, event), []];
		case "sessions-restored":
			return sessionsRestored(state, event);
		case "trash-read":
			return [trashAnswer(state, event), []];
		case "artifacts-measured":
			return [artifactsAnswer(state, event), []];
		case "duplicates-found":
			return [duplicatesAnswer(state, event), []];
		case "copied":
			return [withStatus(state, info(event.message)), []];
		case "session-gone": {
			const listed = state.sessions.listed.filter(({ info: { path } }) => path !== event.path);
			const sessions = withRows({ ...state.sessions, listed }, state.size);
			const session = state.session?.path === event.path ? undefined : state.session;
			const page = session === undefined && state.session !== undefined ? undefined : state.page;
			return [withStatus({ ...state, sessions, session, page }, error(event.reason)), []];
		}
		case "change-failed":
		case "resume-failed":
			return [withStatus(state, error(event.reason)), []];
		case "resume-wanted":
			return [state, [{ type: "resume", wish: event.wish }]];
		case "cwd-missing":
			return [{ ...state, menu: cwdMenu(event.wish, event.cwd, state.environment) }, []];
		case "resume-warning":
			return [{ ...state, menu: warningMenu(event.wish, event.warnings, state.environment) }, []];
		case "directory-refused":
			// Chosen from the menu, it was not typed here.
			if (state.directory === undefined) return [withStatus(state, error(event.reason)), []];
			return [{ ...state, directory: { ...state.directory, refusal: event.reason } }, []];
		case "directory-completed": {
			const { directory } = state;
			if (directory === undefined || directory.request !== event.request) return [state, []];
			const field = { text: event.text, cursor: event.text.length };
			return [{ ...state, directory: { ...directory, field, suggestions: event.suggestions } }, []];
		}
		default:
			return event satisfies never;
	}
}

function resized(state: State, columns: number, rows: number): Update {
	const size = { columns, rows };
	const { session } = state;
	const tree = session?.tree && treeInWindow(session.tree, size);
	const sessions = inWindow(state.sessions, size);
	const trash = state.trash && trashInWindow(state.trash, size);
	return [{ ...state, size, sessions, session: session && { ...session, tree }, trash }, []];
}

function summaryProgress(
	state: State,
	{ request, seconds, received }: Extract<Event, { type: "summary-progress" }>,
): State {
	const { working } = state;
	if (working === undefined || working.request !== request) return state;
	return { ...state, working: { ...working, seconds, received } };
}
