import type { Line } from "../text/spans.js";
import type { InputEvent } from "./input.js";
import { actionOf, type KeyOverrides } from "./keys.js";

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
	const scroll = (by: number): PageOutcome => {
		const highest = Math.max(0, count - window.height);
		const top = Math.min(Math.max(0, page.top + by), highest);
		return { kind: "open", page: top === page.top ? page : { ...page, top } };
	};
	if (input.type === "mouse") {
		if (input.action === "wheel-up") return scroll(-3);
		if (input.action === "wheel-down") return scroll(3);
	}
	const action = actionOf("page", input, keys);
	switch (action) {
		case "up":
			return scroll(-1);
		case "down":
			return scroll(1);
		case "page-up":
			return scroll(-window.height);
		case "page-down":
			return scroll(window.height);
		case "first":
			return scroll(-count);
		case "last":
			return scroll(count);
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
