import { isFoldable } from "../../session/transcript-lines.js";
import type { Size } from "../state.js";
import { sessionGeometry } from "./geometry.js";
import { type Frame, layoutOf, shownBlocks } from "./layout.js";
import { clamp, compare, end, followPosition, lastTop, moveBy, type Position, START } from "./scroll.js";
import type { SessionScreen } from "./state.js";

/** Moving through the transcript: its window, and the line the keys act on. */
export interface TranscriptContext {
	readonly size: Size;
	readonly now: number;
}

/** Columns beside the text: the cursor's mark on the left, air on the right. */
const TRANSCRIPT_MARGIN = 2;

export function frameOf(context: TranscriptContext): Frame {
	return { columns: Math.max(10, context.size.columns - TRANSCRIPT_MARGIN), now: context.now };
}

/** The first line shown. */
export function topOf(screen: SessionScreen, context: TranscriptContext): Position {
	const layout = layoutOf(screen, frameOf(context));
	const highest = lastTop(layout, sessionGeometry(screen, context.size).transcript);
	if (screen.top === "end") return highest;
	const top = clamp(layout, screen.top);
	return compare(top, highest) > 0 ? highest : top;
}

export function scrollBy(screen: SessionScreen, context: TranscriptContext, by: number): SessionScreen {
	const layout = layoutOf(screen, frameOf(context));
	const height = sessionGeometry(screen, context.size).transcript;
	const top = moveBy(layout, topOf(screen, context), by);
	const atEnd = compare(top, lastTop(layout, height)) >= 0;
	const scrolled: SessionScreen = { ...screen, top: atEnd ? "end" : top };
	return screen.focus === "transcript" ? keepCursorInWindow(scrolled, context) : scrolled;
}

function keepCursorInWindow(screen: SessionScreen, context: TranscriptContext): SessionScreen {
	const layout = layoutOf(screen, frameOf(context));
	const top = topOf(screen, context);
	const bottom = moveBy(layout, top, sessionGeometry(screen, context.size).transcript - 1);
	if (compare(screen.cursor, top) < 0) return { ...screen, cursor: top };
	if (compare(screen.cursor, bottom) > 0) return { ...screen, cursor: bottom };
	return screen;
}

/** Gives the keys to the transcript, at the last line shown. */
export function focusTranscript(screen: SessionScreen, context: TranscriptContext): SessionScreen {
	if (shownBlocks(screen).length === 0) return screen;
	const layout = layoutOf(screen, frameOf(context));
	const bottom = moveBy(layout, topOf(screen, context), sessionGeometry(screen, context.size).transcript - 1);
	return showCursor({ ...screen, focus: "transcript" }, context, bottom);
}

export function moveCursor(screen: SessionScreen, context: TranscriptContext, by: number): SessionScreen {
	const layout = layoutOf(screen, frameOf(context));
	const from = clamp(layout, screen.cursor);
	const to = moveBy(layout, from, by);
	if (by > 0 && compare(from, to) === 0) return { ...screen, focus: "prompt", top: "end" };
	return showCursor(screen, context, to);
}

/** Moves the cursor, and the window with it. */
export function showCursor(
	screen: SessionScreen,
	context: TranscriptContext,
	cursor: Position,
): SessionScreen {
	const layout = layoutOf(screen, frameOf(context));
	const height = sessionGeometry(screen, context.size).transcript;
	const top = followPosition(layout, topOf(screen, context), cursor, height);
	return { ...screen, cursor, top: compare(top, lastTop(layout, height)) >= 0 ? "end" : top };
}

export function goTo(
	screen: SessionScreen,
	context: TranscriptContext,
	where: "top" | "bottom",
): SessionScreen {
	const layout = layoutOf(screen, frameOf(context));
	const target = where === "top" ? START : end(layout);
	if (screen.focus === "transcript") return showCursor(screen, context, target);
	return { ...screen, top: where === "top" ? START : "end" };
}

/** Opens or folds the block under the cursor; the cursor goes to the block's first line when it folds. */
export function toggleAt(
	screen: SessionScreen,
	context: TranscriptContext,
	how: "toggle" | "fold",
): SessionScreen {
	const block = shownBlocks(screen)[screen.cursor.block];
	if (block === undefined || !isFoldable(block)) return screen;
	const open = screen.allOpen !== screen.toggled.has(block.key);
	if (how === "fold" && !open) return screen;
	const toggled = new Set(screen.toggled);
	if (!toggled.delete(block.key)) toggled.add(block.key);
	// Keep the window where it is rather than at the end, or the opened text would scroll away upwards.
	const held: SessionScreen = { ...screen, toggled, top: topOf(screen, context) };
	const { block: at } = screen.cursor;
	if (open) return showCursor(held, context, { block: at, line: 0 });
	// As much of what was opened as there is room for is shown below the cursor.
	const last = layoutOf(held, frameOf(context)).lines(at).length - 1;
	return showCursor(showCursor(held, context, { block: at, line: last }), context, screen.cursor);
}
