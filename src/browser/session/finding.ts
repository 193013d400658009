import { EMPTY_FIELD, type TextField } from "../text-field.js";
import { findLine } from "./find.js";
import { layoutOf } from "./layout.js";
import { clamp } from "./scroll.js";
import type { SessionScreen } from "./state.js";
import { frameOf, showCursor, type TranscriptContext, topOf } from "./transcript.js";

/** Begins a search at the first line shown. */
export function startFind(screen: SessionScreen, context: TranscriptContext): SessionScreen {
	const cursor = screen.focus === "transcript" ? screen.cursor : topOf(screen, context);
	return { ...screen, focus: "find", find: EMPTY_FIELD, cursor };
}

/** Takes the changed search text, and goes to the first match from where the search is. */
export function findWhileTyping(
	screen: SessionScreen,
	context: TranscriptContext,
	find: TextField,
): SessionScreen {
	const layout = layoutOf(screen, frameOf(context));
	const match = findLine(layout, find.text, clamp(layout, screen.cursor), 1, true);
	return match === undefined ? { ...screen, find } : showCursor({ ...screen, find }, context, match);
}

export function findNext(
	screen: SessionScreen,
	context: TranscriptContext,
	direction: 1 | -1,
): SessionScreen {
	const layout = layoutOf(screen, frameOf(context));
	const match = findLine(layout, screen.find.text, clamp(layout, screen.cursor), direction, false);
	return match === undefined ? screen : showCursor(screen, context, match);
}

export function leaveFind(screen: SessionScreen): SessionScreen {
	return { ...screen, focus: "prompt", find: EMPTY_FIELD };
}
