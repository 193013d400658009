import type { InputEvent } from "../input.js";
import { actionOf } from "../keys.js";
import { interrupt } from "../quit.js";
import { type Update, withStatus } from "../requests.js";
import type { State, Working, Writing } from "../state.js";
import { info } from "../status.js";
import { moveRow } from "../text-area.js";
import { edit, insert } from "../text-field.js";
import { askAgain, summariseAgain, switchLeaf } from "./update-screen.js";

const NOTHING_WRITTEN = info("Nothing is written yet. Escape goes back to the choices.");

/** What input does to the text the user writes about a branch. */
export function updateWriting(state: State, writing: Writing, input: InputEvent): Update {
	const action = actionOf("writing", input, state.environment.keys);
	const lines = writing.purpose === "summary" ? "many" : "one";
	const withField = (field: Writing["field"]): Update => [{ ...state, writing: { ...writing, field } }, []];
	switch (action) {
		case "submit": {
			const text = writing.field.text.trim();
			if (text === "" && writing.purpose === "summary") return [withStatus(state, NOTHING_WRITTEN), []];
			const summary =
				writing.purpose === "summary"
					? ({ kind: "own", text } as const)
					: ({ kind: "agent", focus: text } as const);
			return switchLeaf({ ...state, writing: undefined }, writing.wish, summary);
		}
		case "newline":
			return lines === "many" ? withField(insert(writing.field, "\n")) : [state, []];
		case "back":
			return [
				askAgain({ ...state, writing: undefined }, writing.wish, writing.purpose, writing.field.text),
				[],
			];
		case "quit":
			return interrupt(state);
		case undefined: {
			if (lines === "many" && input.type === "key" && (input.name === "up" || input.name === "down")) {
				const moved = moveRow(writing.field, input.name === "up" ? -1 : 1, state.size.columns);
				return moved === undefined ? [state, []] : withField(moved);
			}
			const field = edit(writing.field, input, lines);
			return field === undefined || field === writing.field ? [state, []] : withField(field);
		}
		default:
			return action satisfies never;
	}
}

/** What input does while the agent summarises: Escape cancels, and nothing is written. */
export function updateWorking(state: State, working: Working, input: InputEvent): Update {
	const action = actionOf("working", input, state.environment.keys);
	switch (action) {
		case "back":
			return [summariseAgain(state, working), [{ type: "cancel-summary" }]];
		case "quit":
			return interrupt(state, { type: "cancel-summary" });
		case undefined:
			return [state, []];
		default:
			return action satisfies never;
	}
}
