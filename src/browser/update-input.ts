import { count } from "../text/amounts.js";
import { askToDelete, undoDeletion, updateDeletion } from "./deletion/update.js";
import { updateDirectory } from "./directory.js";
import { openHelp } from "./help.js";
import type { InputEvent } from "./input.js";
import { updateMenu } from "./menu.js";
import { overlayOf } from "./overlay.js";
import { updatePage } from "./page.js";
import { openPrune, updatePrune } from "./prune/update.js";
import { interrupt, quit } from "./quit.js";
import { requested, type Update, withStatus } from "./requests.js";
import type { ResumeWish } from "./resume-wish.js";
import { seekFurther } from "./session/finding.js";
import type { SessionRequest } from "./session/request.js";
import { openSessionScreen } from "./session/state.js";
import { updateSession } from "./session/update.js";
import { cursorSession } from "./sessions/cursor.js";
import { readStore } from "./sessions/listing.js";
import { withRows } from "./sessions/rows.js";
import { sortMenu } from "./sessions/sort-menu.js";
import { type SessionsRequest, updateSessions } from "./sessions/update.js";
import { runSlashCommand } from "./slash-run.js";
import type { Choice, State } from "./state.js";
import { error } from "./status.js";
import { LONGEST_FIELD } from "./text-field.js";
import { updateTrash } from "./trash/update.js";
import { startWriting, switchLeaf, updateTreeScreen } from "./tree/update-screen.js";
import { updateWorking, updateWriting } from "./tree/update-writing.js";

const PROMPT_FULL = error(
	`A prompt holds ${count(LONGEST_FIELD.many)} characters at most; the rest was left out.`,
);

/** Gives input to whatever is on top: a menu, the directory line, a page, one session, the list. */
export function updateFromInput(before: State, input: InputEvent): Update {
	if (input.type === "focus") return [before, []];
	// A status line stays until the next key.
	const state = input.type === "mouse" ? before : withStatus(before, undefined);
	if (state.menu !== undefined) {
		const outcome = updateMenu(state.menu, input, state.environment.keys);
		switch (outcome.kind) {
			case "open":
				return [outcome.menu === state.menu ? state : { ...state, menu: outcome.menu }, []];
			case "closed":
				return choose({ ...state, menu: undefined }, { type: "cancel" });
			case "quit":
				return interrupt(state);
			case "chosen":
				return choose({ ...state, menu: undefined }, outcome.value);
			default:
				return outcome satisfies never;
		}
	}
	if (state.deletion !== undefined) return updateDeletion(state, state.deletion, input);
	if (state.working !== undefined) return updateWorking(state, state.working, input);
	if (state.writing !== undefined) return updateWriting(state, state.writing, input);
	if (state.directory !== undefined) return updateDirectory(state, state.directory, input);
	if (state.page !== undefined) {
		const window = overlayOf(state.size);
		const outcome = updatePage(state.page, input, state.environment.keys, window);
		switch (outcome.kind) {
			case "open":
				return [outcome.page === state.page ? state : { ...state, page: outcome.page }, []];
			case "closed": {
				const waits = state.page.request !== undefined;
				return [{ ...state, page: undefined }, waits ? [{ type: "stop-reading", what: "details" }] : []];
			}
			case "quit":
				return interrupt(state);
			default:
				return outcome satisfies never;
		}
	}
	if (state.trash !== undefined) return updateTrash(state, state.trash, input);
	if (state.prune !== undefined) return updatePrune(state, state.prune, input);
	if (state.session?.tree !== undefined && state.session.content.kind === "ready") {
		return updateTreeScreen(state, state.session, state.session.tree, state.session.content.session, input);
	}
	if (state.session !== undefined) {
		const [session, request] = updateSession(state.session, input, state);
		const next = session === state.session ? state : { ...state, session };
		if (request !== undefined) return sessionRequest(next, session.path, request);
		return session.seeking === state.session.seeking ? [next, []] : seekFurther(next);
	}
	const [sessions, request] = updateSessions(state.sessions, input, state);
	const next = sessions === state.sessions ? state : { ...state, sessions };
	return request === undefined ? [next, []] : sessionsRequest(next, request);
}

function choose(state: State, choice: Choice): Update {
	switch (choice.type) {
		case "cancel":
			return state.environment.asking ? interrupt(state) : [state, []];
		case "sort":
			return [{ ...state, sessions: withRows({ ...state.sessions, sort: choice.sort }, state.size) }, []];
		case "resume":
			return [state, [{ type: "resume", wish: choice.wish }]];
		case "fork-and-resume":
			return [state, [{ type: "fork-and-resume", wish: choice.wish }]];
		case "restore-elsewhere":
			return [state, [{ type: "restore-trashed", items: choice.items, alternative: true }]];
		case "switch":
			return switchLeaf(state, choice.wish, choice.summary);
		case "write":
			return [startWriting(state, choice.purpose, choice.wish, choice.draft), []];
		case "choose-directory": {
			const text = `${state.environment.cwd}/`;
			const directory = {
				wish: choice.wish,
				field: { text, cursor: text.length },
				request: 0,
				suggestions: [],
				refusal: undefined,
			};
			return [{ ...state, directory }, []];
		}
		default:
			return choice satisfies never;
	}
}

function sessionsRequest(state: State, request: SessionsRequest): Update {
	switch (request.type) {
		case "open":
			return openSession(state, request.path);
		case "resume":
			return resume(state, { path: request.path, prompt: state.environment.prompt });
		case "choose-sort":
			return [{ ...state, menu: sortMenu(state.sessions.sort) }, []];
		case "name":
			return [state, [{ type: "name-session", path: request.path, name: request.name }]];
		case "delete":
			return askToDelete(state, request.paths, false);
		case "undo":
			return undoDeletion(state);
		case "prune":
			return openPrune(state);
		case "refresh":
			return readStore(state);
		case "help":
			return openHelp(state);
		case "leave":
			return state.environment.picker ? interrupt(state) : quit(state);
		case "quit":
			return interrupt(state);
		case "command":
			return runSlashCommand(state, cursorSession(state.sessions)?.info.path, request.parsed);
		default:
			return request satisfies never;
	}
}

function sessionRequest(state: State, path: string, request: SessionRequest): Update {
	switch (request.type) {
		case "close":
			return [{ ...state, session: undefined }, [{ type: "stop-reading", what: "session" }]];
		case "quit":
			return interrupt(state);
		case "help":
			return openHelp(state);
		case "undo":
			return [state, [{ type: "undo-switch", path }]];
		case "resume":
			return resume(state, { path, prompt: request.prompt });
		case "prompt-full":
			return [withStatus(state, PROMPT_FULL), []];
		case "command":
			return runSlashCommand(state, path, request.parsed);
		default:
			return request satisfies never;
	}
}

export function openSession(state: State, path: string): Update {
	const [numbered, request] = requested(state);
	return [
		{ ...numbered, session: openSessionScreen(path, request) },
		[{ type: "read-session", request, path }],
	];
}

function resume(state: State, wish: ResumeWish): Update {
	return [state, [{ type: "resume", wish }]];
}
