import { bytes } from "../../text/amounts.js";
import { bar } from "../../text/bar.js";
import { highlight, type Line, plainText, wrapLine } from "../../text/spans.js";
import type { State } from "../state.js";
import { layoutOf } from "./layout.js";
import { compare, windowOf } from "./scroll.js";
import type { SessionScreen } from "./state.js";
import { frameOf, topOf } from "./transcript.js";

/** The lines of the transcript that are shown, or what is said in its place. */
export function transcriptWindow(screen: SessionScreen, state: State, height: number): Line[] {
	const { columns } = state.size;
	switch (screen.content.kind) {
		case "reading": {
			const { read, total } = screen.content;
			if (total === 0) return [[{ text: " Reading…", dim: true }]];
			return [
				[
					{ text: " reading ", dim: true },
					{ text: bar(read, total, 20), colour: "accent" },
					{ text: ` ${bytes(read)} of ${bytes(total)}` },
				],
			];
		}
		case "failed":
			return wrapLine([{ text: screen.content.reason, colour: "red" }], Math.max(8, columns - 2)).map(
				(line) => [{ text: " " }, ...line],
			);
		case "ready":
			return shownLines(screen, state, height);
		default:
			return screen.content satisfies never;
	}
}

function shownLines(screen: SessionScreen, state: State, height: number): Line[] {
	const layout = layoutOf(screen, frameOf(state));
	if (layout.count === 0) return [[{ text: " No messages on this branch yet.", dim: true }]];
	const marked = screen.focus !== "prompt";
	const words = screen.focus === "prompt" ? "" : screen.find.text.toLowerCase();
	return windowOf(layout, topOf(screen, state), height).map(({ line, position }): Line => {
		const here = marked && compare(position, screen.cursor) === 0;
		const text = words === "" ? line : highlight(line, occurrences(plainText(line).toLowerCase(), words));
		return [here ? { text: "▸", colour: "accent", bold: true } : { text: " " }, ...text];
	});
}

function occurrences(text: string, words: string): [number, number][] {
	const found: [number, number][] = [];
	for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + words.length))
		found.push([at, at + words.length]);
	return found;
}
