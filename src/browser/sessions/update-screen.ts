import { askToDelete, undoDeletion } from "../deletion/update.js";
import { openHelp } from "../help.js";
import type { InputEvent } from "../input.js";
import { openPrune } from "../prune/update.js";
import { interrupt, quit } from "../quit.js";
import type { Update } from "../requests.js";
import { openSession } from "../session/open.js";
import { runSlashCommand } from "../slash-run.js";
import type { State } from "../state.js";
import { cursorSession } from "./cursor.js";
import { readStore } from "./listing.js";
import { sortMenu } from "./sort-menu.js";
import { type SessionsRequest, updateSessions } from "./update.js";

/** Gives input to the list. */
export function updateSessionsScreen(state: State, input: InputEvent): Update {
	const [sessions, request] = updateSessions(state.sessions, input, state);
	const next = sessions === state.sessions ? state : { ...state, sessions };
	return request === undefined ? [next, []] : answer(next, request);
}

function answer(state: State, request: SessionsRequest): Update {
	const { environment } = state;
	switch (request.type) {
		case "open":
			return openSession(state, request.path);
		case "resume":
			return [state, [{ type: "resume", wish: { path: request.path, prompt: environment.prompt } }]];
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
			return environment.picker ? interrupt(state) : quit(state);
		case "quit":
			return interrupt(state);
		case "command":
			return runSlashCommand(state, cursorSession(state.sessions)?.info.path, request.parsed);
		default:
			return request satisfies never;
	}
}
