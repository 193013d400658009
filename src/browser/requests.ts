import type { Effect } from "./effect.js";
import type { State } from "./state.js";
import type { Status } from "./status.js";

export type Update = readonly [State, readonly Effect[]];

/** Takes the next request number: an answer that carries an older one is stale. */
export function requested(state: State): [State, number] {
	const request = state.requests + 1;
	return [{ ...state, requests: request }, request];
}

export function withStatus(state: State, status: Status | undefined): State {
	return state.status === status ? state : { ...state, status };
}
