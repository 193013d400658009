import type { Update } from "../requests.js";
import type { State } from "../state.js";
import { EMPTY_FIELD, type TextField } from "../text-field.js";
import { findLine, type Seek } from "./find.js";
import { layoutOf } from "./layout.js";
import { clamp } from "./scroll.js";
import type { SessionScreen } from "./state.js";
import { frameOf, showCursor, type TranscriptContext, topOf } from "./transcript.js";

/** Begins a search at the first line shown. */
export function startFind(screen: SessionScreen, context: TranscriptContext): SessionScreen {
	const cursor = screen.focus === "transcript" ? screen.cursor : topOf(screen, context);
	return { ...screen, focus: "find", find: EMPTY_FIELD, cursor, seeking: undefined, unmatched: false };
}

/** Takes the changed search text, and goes to the first match from where the search is. */
export function findWhileTyping(
	screen: SessionScreen,
	context: TranscriptContext,
	find: TextField,
): SessionScreen {
	return seek({ ...screen, find }, context, 1, true);
}

export function findNext(
	screen: SessionScreen,
	context: TranscriptContext,
	direction: 1 | -1,
): SessionScreen {
	return seek(screen, context, direction, false);
}

export function leaveFind(screen: SessionScreen): SessionScreen {
	return { ...screen, focus: "prompt", find: EMPTY_FIELD, seeking: undefined, unmatched: false };
}

function seek(
	screen: SessionScreen,
	context: TranscriptContext,
	direction: 1 | -1,
	inclusive: boolean,
): SessionScreen {
	const from = clamp(layoutOf(screen, frameOf(context)), screen.cursor);
	return seekOn(screen, context, { words: screen.find.text, from, direction, inclusive, step: 0 });
}

/** Goes to the match if it is near, else notes where to go on: keys come first. */
export function seekOn(screen: SessionScreen, context: TranscriptContext, seeking: Seek): SessionScreen {
	const sought = findLine(layoutOf(screen, frameOf(context)), seeking);
	switch (sought.kind) {
		case "found":
			return showCursor({ ...screen, seeking: undefined, unmatched: false }, context, sought.position);
		case "nothing":
			return { ...screen, seeking: undefined, unmatched: screen.find.text !== "" };
		case "more":
			return { ...screen, seeking: sought.seek, unmatched: false };
		default:
			return sought satisfies never;
	}
}

/** Has the search of the open session go on, if one is under way. */
export function seekFurther(state: State): Update {
	const seeking = state.session?.seeking;
	return [state, seeking === undefined ? [] : [{ type: "seek-on", seek: seeking }]];
}

/** The screen without a search under way: who moves on by key wants to be there. */
export function withoutSeeking(screen: SessionScreen): SessionScreen {
	return screen.seeking === undefined ? screen : { ...screen, seeking: undefined };
}
