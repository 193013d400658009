import { count } from "../../text/amounts.js";
import { openHelp } from "../help.js";
import type { InputEvent } from "../input.js";
import { interrupt } from "../quit.js";
import { type Update, withStatus } from "../requests.js";
import { runSlashCommand } from "../slash-run.js";
import type { State } from "../state.js";
import { error } from "../status.js";
import { LONGEST_FIELD } from "../text-field.js";
import { seekFurther } from "./finding.js";
import type { SessionRequest } from "./request.js";
import type { SessionScreen } from "./state.js";
import { updateSession } from "./update.js";

const PROMPT_FULL = error(
	`A prompt holds ${count(LONGEST_FIELD.many)} characters at most; the rest was left out.`,
);

/** Gives input to the session that is open over the list. */
export function updateSessionScreen(state: State, screen: SessionScreen, input: InputEvent): Update {
	const [session, request] = updateSession(screen, input, state);
	const next = session === screen ? state : { ...state, session };
	if (request !== undefined) return answer(next, session.path, request);
	return session.seeking === screen.seeking ? [next, []] : seekFurther(next);
}

function answer(state: State, path: string, request: SessionRequest): Update {
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
			return [state, [{ type: "resume", wish: { path, prompt: request.prompt } }]];
		case "prompt-full":
			return [withStatus(state, PROMPT_FULL), []];
		case "command":
			return runSlashCommand(state, path, request.parsed);
		default:
			return request satisfies never;
	}
}
