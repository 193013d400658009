import { updateDeletion } from "./deletion/update.js";
import { updateDirectory } from "./directory.js";
import type { Effect } from "./effect.js";
import type { InputEvent } from "./input.js";
import { actionOf } from "./keys.js";
import { updateMenu } from "./menu.js";
import { overlayOf } from "./overlay.js";
import { updatePage } from "./page.js";
import { FIRST_FLAG, updatePrune } from "./prune/update.js";
import { interrupt } from "./quit.js";
import { type Update, withStatus } from "./requests.js";
import { updateSessionScreen } from "./session/update-screen.js";
import { withRows } from "./sessions/rows.js";
import { updateSessionsScreen } from "./sessions/update-screen.js";
import type { Choice, State } from "./state.js";
import { bringBack, stopRestoring } from "./trash/restoring.js";
import { updateTrash } from "./trash/update.js";
import { startWriting, switchLeaf, updateTreeScreen } from "./tree/update-screen.js";
import { updateWorking, updateWriting } from "./tree/update-writing.js";

/** Gives input to whatever is on top. Where nothing is typed, spaces that came at once are as many keys. */
export function updateFromInput(before: State, input: InputEvent): Update {
	if (input.type !== "text" || !/^ {2,}$/.test(input.text) || !isSpaceAKey(before))
		return updateOnTop(before, input);
	let state = before;
	const effects: Effect[] = [];
	for (const text of input.text) {
		const [next, more] = updateOnTop(state, { type: "text", text });
		state = next;
		effects.push(...more);
	}
	return [state, effects];
}

function isSpaceAKey({ menu, deletion, page, trash, prune }: State): boolean {
	if (menu !== undefined || deletion !== undefined || page !== undefined) return false;
	return trash !== undefined || (prune !== undefined && prune.focus >= FIRST_FLAG);
}

/** Gives input to a menu, the directory line, a page, one session, the list: the first of them that is there. */
function updateOnTop(before: State, input: InputEvent): Update {
	if (input.type === "focus") return [before, []];
	// A status line stays until the next key.
	const state = input.type === "mouse" ? before : withStatus(before, undefined);
	if (state.restoring > 0 && actionOf("working", input, state.environment.keys) === "back")
		return stopRestoring(state);
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
	if (state.session !== undefined) return updateSessionScreen(state, state.session, input);
	return updateSessionsScreen(state, input);
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
			return bringBack(state, { type: "restore-trashed", items: choice.items, alternative: true });
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
