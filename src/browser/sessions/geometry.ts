import { completions } from "../slash-commands.js";
import type { Size } from "../state.js";
import type { SessionsScreen } from "./state.js";

/** From this width on the preview lies beside the list (tui.md). */
export const WIDE = 100;

/** How the sessions screen is laid out. A frame is one row shorter than the terminal. */
export interface SessionsGeometry {
	/** Blank lines between the regions; dropped where rows are scarce. */
	readonly gap: 0 | 1;
	/** Rows of commands offered under the search line. */
	readonly completions: number;
	readonly list: { readonly columns: number; readonly rows: number; readonly firstRow: number };
	readonly preview: { readonly columns: number; readonly rows: number; readonly beside: boolean } | undefined;
}

export function sessionsGeometry(screen: SessionsScreen, size: Size): SessionsGeometry {
	const height = Math.max(3, size.rows - 1);
	const gap = height >= 9 ? 1 : 0;
	// A row of the list stays, whatever is offered.
	const offered = Math.min(completions(screen.query.text).length, Math.max(0, height - 4 - 2 * gap));
	// Header, search line, blank; then the status line or a blank, and the footer.
	const above = 2 + offered + gap;
	const rows = Math.max(1, height - above - gap - 1);
	const wide = size.columns >= WIDE;
	const previewing = screen.previewing ?? wide;
	const base = { gap, completions: offered } as const;
	if (!previewing) {
		return { ...base, list: { columns: size.columns, rows, firstRow: above + 1 }, preview: undefined };
	}
	if (wide) {
		const columns = Math.min(90, Math.max(38, Math.round(size.columns * 0.4)));
		return {
			...base,
			list: { columns: size.columns - columns - 1, rows, firstRow: above + 1 },
			preview: { columns, rows, beside: true },
		};
	}
	const listRows = Math.max(1, Math.min(rows - 1, Math.floor(rows * 0.4)));
	return {
		...base,
		list: { columns: size.columns, rows: listRows, firstRow: above + 1 },
		preview: { columns: size.columns, rows: rows - listRows, beside: false },
	};
}
