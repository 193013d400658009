import { completions, type SlashCommand } from "../slash-commands.js";
import type { SessionScreen } from "./state.js";

/** The commands offered below the prompt. */
export function completionsOf(screen: SessionScreen): readonly SlashCommand[] {
	return screen.focus === "prompt" ? completions(screen.prompt.text) : [];
}

/** Where the cursor is in a text of several lines. */
export function lineOfCursor(text: string, cursor: number): { line: number; column: number; count: number } {
	const before = text.slice(0, cursor);
	const line = before.split("\n").length - 1;
	return { line, column: cursor - (before.lastIndexOf("\n") + 1), count: text.split("\n").length };
}

/** The cursor one line up or down, in the same column where the line is long enough. */
export function moveCursorLine(text: string, cursor: number, by: 1 | -1): number {
	const { line, column } = lineOfCursor(text, cursor);
	const lines = text.split("\n");
	const target = lines[line + by];
	if (target === undefined) return cursor;
	const start = lines.slice(0, line + by).reduce((sum, each) => sum + each.length + 1, 0);
	return start + Math.min(column, target.length);
}
