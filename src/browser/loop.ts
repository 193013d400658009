/**
 * The browser's loop: one state, one `update`, effects as data. Views subscribe; whatever happens comes in
 * through `dispatch`, in order, so no key is lost however many arrive at once.
 */
export interface Loop<State, Event> {
	state(): State;
	/** Calls `listener` after each change of the state; returns its own undo. */
	subscribe(listener: () => void): () => void;
	/** Takes in one event, or several of which the views see only the outcome. */
	dispatch(...events: Event[]): void;
}

export interface LoopParts<State, Event, Effect> {
	initial: State;
	/** Pure. Returns the very same state when nothing changed. */
	update(state: State, event: Event): readonly [State, readonly Effect[]];
	/** Starts an effect; its outcome comes back through `dispatch`. */
	run(effect: Effect, dispatch: (event: Event) => void): void;
}

export function createLoop<State, Event, Effect>(parts: LoopParts<State, Event, Effect>): Loop<State, Event> {
	let state = parts.initial;
	const listeners = new Set<() => void>();
	const queue: Event[] = [];
	let draining = false;

	function dispatch(...events: Event[]): void {
		queue.push(...events);
		// An event dispatched from an effect or a listener waits its turn.
		if (draining) return;
		draining = true;
		const before = state;
		try {
			for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
				const [after, effects] = parts.update(state, next);
				state = after;
				for (const effect of effects) parts.run(effect, dispatch);
			}
		} finally {
			draining = false;
		}
		if (!Object.is(before, state)) for (const listener of [...listeners]) listener();
	}

	return {
		state: () => state,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		dispatch,
	};
}
