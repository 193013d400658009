import type { Line } from "../text/spans.js";
import type { InputEvent } from "./input.js";
import { actionOf, type KeyOverrides } from "./keys.js";
import { isMove, moved, wheelRows } from "./viewport.js";

/** A text over the whole screen, to be scrolled: help, details. */
export interface Page {
	readonly title: string;
	/** The read this page waits for; undefined once it is there, or never needed one. */
	readonly request: number | undefined;
	/** Laid out by whoever draws it: a function of the width. */
	readonly lines: (columns: number) => readonly Line[];
	readonly top: number;
}

export type PageOutcome =
	| { readonly kind: "open"; readonly page: Page }
	| { readonly kind: "closed" }
	| { readonly kind: "quit" };

/** What a key does to a page shown in a window of `height` lines of `columns`. */
export function updatePage(
	page: Page,
	input: InputEvent,
	keys: KeyOverrides,
	window: { height: number; columns: number },
): PageOutcome {
	const count = page.lines(window.columns).length;
	const scrollTo = (line: number): PageOutcome => {
		const highest = Math.max(0, count - window.height);
		const top = Math.min(Math.max(0, line), highest);
		return { kind: "open", page: top === page.top ? page : { ...page, top } };
	};
	const wheel = wheelRows(input);
	if (wheel !== undefined) return scrollTo(page.top + wheel);
	const action = actionOf("page", input, keys);
	if (isMove(action)) return scrollTo(moved(action, page.top, window.height, count));
	switch (action) {
		case "back":
			return { kind: "closed" };
		case "quit":
			return { kind: "quit" };
		case undefined:
			return { kind: "open", page };
		default:
			return action satisfies never;
	}
}
