import { Box } from "ink";
import { overlayOf } from "../src/browser/overlay.js";
import type { State, Working, Writing } from "../src/browser/state.js";
import { areaLines } from "../src/browser/text-area.js";
import { bytes, count } from "../src/text/amounts.js";
import type { Line } from "../src/text/spans.js";
import { Footer } from "./Footer.js";
import { Lines } from "./Lines.js";

/** A focus or a summary being written. */
export function WritingView({ state, writing }: { readonly state: State; readonly writing: Writing }) {
	const { gap, height } = overlayOf(state.size);
	const title =
		writing.purpose === "focus"
			? "What should the summary focus on?"
			: "Your summary of the branch you leave";
	const lines = areaLines(writing.field, {
		columns: state.size.columns,
		height: Math.max(1, height - 1),
		focused: true,
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
