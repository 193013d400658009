import { Box } from "ink";
import { fieldLine } from "../src/browser/layout-lines.js";
import { overlayOf } from "../src/browser/overlay.js";
import { lineOfCursor } from "../src/browser/session/prompt.js";
import type { State, Working, Writing } from "../src/browser/state.js";
import { bytes, count } from "../src/text/amounts.js";
import type { Line } from "../src/text/spans.js";
import { Footer } from "./Footer.js";
import { Lines } from "./Lines.js";

/** A focus or a summary being written. */
export function WritingView({ state, writing }: { readonly state: State; readonly writing: Writing }) {
	const { gap, columns, height } = overlayOf(state.size);
	const title =
		writing.purpose === "focus"
			? "What should the summary focus on?"
			: "Your summary of the branch you leave";
	const { text, cursor } = writing.field;
	const at = lineOfCursor(text, cursor);
	const rows = Math.max(1, height - 1);
	const first = Math.max(0, at.line - rows + 1);
	const lines = text
		.split("\n")
		.slice(first, first + rows)
		.map((line, index): Line => {
			const isHere = first + index === at.line;
			const shown = isHere ? fieldLine({ text: line, cursor: at.column }, columns - 3) : [{ text: line }];
			return [{ text: index + first === 0 ? " › " : "   ", colour: "accent" }, ...shown];
		});
	return (
		<Box flexDirection="column">
			<Lines
				lines={[[{ text: ` ${title}`, bold: true }], ...(gap === 1 ? [[]] : []), ...lines]}
				height={height + 1 + gap}
			/>
			<Footer state={state} mode="writing" gap={gap} />
		</Box>
	);
}

/** The agent summarises; Escape cancels. */
export function WorkingView({ state, working }: { readonly state: State; readonly working: Working }) {
	const { gap, height } = overlayOf(state.size);
	const received = working.received === 0 ? "" : ` · ${bytes(working.received)} received`;
	const lines: Line[] = [
		[{ text: ` ${working.what}…`, bold: true }],
		[],
		[{ text: ` ${count(working.seconds)} s${received}`, dim: true }],
		[{ text: " Nothing is written until it is done.", dim: true }],
	];
	return (
		<Box flexDirection="column">
			<Lines lines={lines} height={height + 1 + gap} />
			<Footer state={state} mode="working" gap={gap} />
		</Box>
	);
}
