import { requested, type Update } from "../requests.js";
import type { State } from "../state.js";
import { openSessionScreen } from "./state.js";

/** Opens the session at `path` over the list, and reads it. */
export function openSession(state: State, path: string): Update {
	const [numbered, request] = requested(state);
	return [
		{ ...numbered, session: openSessionScreen(path, request) },
		[{ type: "read-session", request, path }],
	];
}
