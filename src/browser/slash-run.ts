import { sanitiseLine } from "../text/sanitise.js";
import { askToDelete } from "./deletion/update.js";
import type { Effect } from "./effect.js";
import { openHelp } from "./help.js";
import { openPrune } from "./prune/update.js";
import { quit } from "./quit.js";
import { requested, type Update, withStatus } from "./requests.js";
import { openSessionScreen } from "./session/state.js";
import { cursorSession } from "./sessions/cursor.js";
import { markedSessions } from "./sessions/marks.js";
import type { ParsedCommand } from "./slash-commands.js";
import type { State } from "./state.js";
import { error } from "./status.js";
import { fieldOf } from "./text-field.js";
import { openTrash } from "./trash/open.js";
import { openTree } from "./tree/open.js";

/**
 * Runs a `/command` on the session at `path`: the open one, or the one under the list's cursor. `entryId` is the
 * entry under the cursor of its tree, where that is open.
 */
export function runSlashCommand(
	state: State,
	path: string | undefined,
	parsed: ParsedCommand,
	entryId?: string,
): Update {
	if (parsed.kind === "unknown") {
		const meant = parsed.closest === undefined ? "/help lists them." : `Did you mean /${parsed.closest}?`;
		return [withStatus(state, error(`There is no command /${parsed.word}. ${meant}`)), []];
	}
	switch (parsed.command) {
		case "resume":
			return [{ ...state, session: undefined }, [{ type: "stop-reading", what: "session" }]];
		case "help":
			return openHelp(state);
		case "quit":
			return quit(state);
		case "name":
			return name(state, path, parsed.argument);
		case "label":
			return onSession(state, path, (at) => ({
				type: "label-session",
				path: at,
				entryId,
				label: parsed.argument,
			}));
		case "fork":
			return onSession(state, path, (at) => ({ type: "fork-session", path: at, of: "branch", entryId }));
		case "clone":
			return onSession(state, path, (at) => ({
				type: "fork-session",
				path: at,
				of: "tree",
				entryId: undefined,
			}));
		case "tree":
			return tree(state, path);
		case "delete":
			return deleteSession(state, path, parsed.argument);
		case "trash":
			return openTrash(state);
		case "prune":
			return openPrune(state);
		case "copy":
			return onSession(state, path, (at) => ({ type: "copy-command", path: at }));
		case "session":
			return details(state, path);
		default:
			return parsed.command satisfies never;
	}
}

const NO_SESSION = error("There is no session here.");

function deleteSession(state: State, path: string | undefined, argument: string): Update {
	if (path === undefined) return [withStatus(state, NO_SESSION), []];
	if (argument !== "" && argument !== "forever") {
		return [withStatus(state, error("/delete takes nothing, or the word forever.")), []];
	}
	// In the list it is about the marked sessions, as Ctrl+D is.
	const marked =
		state.session === undefined ? markedSessions(state.sessions).map(({ info }) => info.path) : [];
	return askToDelete(state, marked.length > 0 ? marked : [path], argument === "forever");
}

function onSession(state: State, path: string | undefined, effect: (path: string) => Effect): Update {
	return path === undefined ? [withStatus(state, NO_SESSION), []] : [state, [effect(path)]];
}

function name(state: State, path: string | undefined, text: string): Update {
	if (path === undefined) return [withStatus(state, NO_SESSION), []];
	if (text !== "") return [state, [{ type: "name-session", path, name: text }]];
	// Without text the name is edited: in the prompt of an open session, else in the list.
	const current = currentName(state, path);
	if (state.session !== undefined) {
		return [
			{ ...state, session: { ...state.session, tree: undefined, prompt: fieldOf(`/name ${current}`) } },
			[],
		];
	}
	return [{ ...state, sessions: { ...state.sessions, renaming: { path, field: fieldOf(current) } } }, []];
}

function currentName(state: State, path: string): string {
	const listed = cursorSession(state.sessions);
	const session =
		listed?.info.path === path ? listed : state.sessions.listed.find(({ info }) => info.path === path);
	return sanitiseLine(session?.info.name ?? "");
}

function tree(state: State, path: string | undefined): Update {
	if (path === undefined) return [withStatus(state, NO_SESSION), []];
	if (state.session !== undefined) return [openTree(state, state.session), []];
	const [numbered, request] = requested(state);
	return [openTree(numbered, openSessionScreen(path, request)), [{ type: "read-session", request, path }]];
}

function details(state: State, path: string | undefined): Update {
	if (path === undefined) return [withStatus(state, NO_SESSION), []];
	const [numbered, request] = requested(state);
	const page = { title: "Session", request, lines: () => [[{ text: "Reading…", dim: true }]], top: 0 };
	return [{ ...numbered, page }, [{ type: "read-details", request, path, now: state.now }]];
}
