import type { Effect } from "./effect.js";
import type { Update } from "./requests.js";
import type { State } from "./state.js";

/** The exit code of a browser that was left by Ctrl+C (cli.md). */
const INTERRUPTED = 130;

export function quit(state: State): Update {
	return [state, [{ type: "quit", code: 0 }]];
}

/** Leaves the browser as Ctrl+C does, after the effects that end what is under way. */
export function interrupt(state: State, ...before: Effect[]): Update {
	return [state, [...before, { type: "quit", code: INTERRUPTED }]];
}
