import type { InputEvent } from "../input.js";
import { actionOf } from "../keys.js";
import { EMPTY_FIELD, edit } from "../text-field.js";
import { wheelRows } from "../viewport.js";
import { commonAction, isCommon } from "./common-actions.js";
import { findNext, findWhileTyping, leaveFind, withoutSeeking } from "./finding.js";
import { pageOf } from "./geometry.js";
import type { Outcome, SessionContext } from "./request.js";
import type { SessionScreen } from "./state.js";
import { moveCursor, scrollBy, toggleAt } from "./transcript.js";
import { updatePrompt } from "./update-prompt.js";

/** What a key, text, paste or wheel does to the session screen. */
export function updateSession(screen: SessionScreen, input: InputEvent, context: SessionContext): Outcome {
	const wheel = wheelRows(input);
	if (wheel !== undefined) return [scrollBy(screen, context, wheel)];
	if (input.type === "mouse") return [screen];
	switch (screen.focus) {
		case "prompt":
			return updatePrompt(screen, input, context);
		case "transcript":
			return inTranscript(screen, input, context);
		case "find":
			return inFind(screen, input, context);
		default:
			return screen.focus satisfies never;
	}
}

function inTranscript(given: SessionScreen, input: InputEvent, context: SessionContext): Outcome {
	const screen = withoutSeeking(given);
	const action = actionOf("transcript", input, context.environment.keys);
	if (isCommon(action)) return commonAction(screen, action, context);
	switch (action) {
		case "open":
		case "fold":
			return [toggleAt(screen, context, action === "open" ? "toggle" : "fold")];
		case "up":
			return [moveCursor(screen, context, -1)];
		case "down":
			return [moveCursor(screen, context, 1)];
		case "page-up":
			return [moveCursor(screen, context, -pageOf(screen, context))];
		case "page-down":
			return [moveCursor(screen, context, pageOf(screen, context))];
		case "next-match":
		case "previous-match":
			if (screen.find.text === "") break;
			return [findNext(screen, context, action === "next-match" ? 1 : -1)];
		case "back":
			return [{ ...screen, focus: "prompt", find: EMPTY_FIELD }];
		case undefined:
			break;
		default:
			return action satisfies never;
	}
	// Typing goes to the prompt, from wherever it is done.
	if (input.type === "text" || input.type === "paste")
		return updatePrompt({ ...screen, focus: "prompt" }, input, context);
	return [screen];
}

function inFind(screen: SessionScreen, input: InputEvent, context: SessionContext): Outcome {
	const action = actionOf("find", input, context.environment.keys);
	switch (action) {
		case "submit":
			return [screen.find.text === "" ? leaveFind(screen) : { ...screen, focus: "transcript" }];
		case "previous":
			return [findNext(screen, context, -1)];
		case "back":
			return [leaveFind(screen)];
		case "quit":
			return [screen, { type: "quit" }];
		case undefined: {
			const field = edit(screen.find, input);
			return [
				field === undefined || field === screen.find ? screen : findWhileTyping(screen, context, field),
			];
		}
		default:
			return action satisfies never;
	}
}
