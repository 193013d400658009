import type { Size } from "../state.js";
import { areaRows } from "../text-area.js";
import { completionsOf } from "./prompt.js";
import type { SessionScreen } from "./state.js";

/** How the rows of the session screen are shared out. A frame is one row shorter than the terminal. */
export interface SessionGeometry {
	/** Blank lines between the regions; dropped where rows are scarce. */
	readonly gap: 0 | 1;
	/** A blank line before the prompt, where there is room. */
	readonly air: 0 | 1;
	readonly transcript: number;
	readonly prompt: number;
	readonly completions: number;
}

export function sessionGeometry(screen: SessionScreen, size: Size): SessionGeometry {
	const rows = Math.max(3, size.rows - 1);
	const gap = rows >= 10 ? 1 : 0;
	const air = rows >= 14 ? 1 : 0;
	// Header, what is between the regions, footer.
	const fixed = 2 + gap + air + gap;
	const prompt =
		screen.focus === "find"
			? 1
			: Math.min(areaRows(screen.prompt.text, size.columns).length, Math.max(1, Math.floor(rows / 4)));
	const completions = Math.min(completionsOf(screen).length, Math.max(0, rows - fixed - prompt - 2));
	return { gap, air, prompt, completions, transcript: Math.max(1, rows - fixed - prompt - completions) };
}

/** By how many rows a page scrolls: one stays in view. */
export function pageOf(screen: SessionScreen, { size }: { readonly size: Size }): number {
	return Math.max(1, sessionGeometry(screen, size).transcript - 1);
}
