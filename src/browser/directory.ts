import type { InputEvent } from "./input.js";
import { actionOf } from "./keys.js";
import { interrupt } from "./quit.js";
import { requested, type Update } from "./requests.js";
import { cwdMenu } from "./resume-menus.js";
import type { DirectoryField, State } from "./state.js";
import { edit } from "./text-field.js";

/** What input does to the line that asks for a directory to resume in. */
export function updateDirectory(state: State, directory: DirectoryField, input: InputEvent): Update {
	const action = actionOf("directory", input, state.environment.keys);
	switch (action) {
		case "submit": {
			const wish = { ...directory.wish, cwd: directory.field.text };
			return [{ ...state, directory: { ...directory, refusal: undefined } }, [{ type: "resume", wish }]];
		}
		case "complete": {
			const [numbered, request] = requested(state);
			const effect = { type: "complete-directory", request, text: directory.field.text } as const;
			return [{ ...numbered, directory: { ...directory, request } }, [effect]];
		}
		case "back": {
			const { cwd: _, ...wish } = directory.wish;
			const session = state.sessions.listed.find(({ info }) => info.path === wish.path);
			const menu = cwdMenu(wish, session?.info.cwd ?? "", state.environment);
			return [{ ...state, directory: undefined, menu }, []];
		}
		case "quit":
			return interrupt(state);
		case undefined: {
			const field = edit(directory.field, input);
			if (field === undefined || field === directory.field) return [state, []];
			return [{ ...state, directory: { ...directory, field, suggestions: [], refusal: undefined } }, []];
		}
		default:
			return action satisfies never;
	}
}
