import { Box } from "ink";
import { fieldLine } from "../src/browser/layout-lines.js";
import { overlayOf } from "../src/browser/overlay.js";
import type { DirectoryField, State } from "../src/browser/state.js";
import { sanitiseLine } from "../src/text/sanitise.js";
import { cutLine, type Line } from "../src/text/spans.js";
import { Footer } from "./Footer.js";
import { Lines } from "./Lines.js";

/** Asks for a directory to resume in. */
export function DirectoryView({
	state,
	directory,
}: {
	readonly state: State;
	readonly directory: DirectoryField;
}) {
	const { columns } = state.size;
	const { gap, height } = overlayOf(state.size);
	const suggestions = directory.suggestions
		.slice(0, Math.max(0, height - 2))
		.map((path): Line => [{ text: `     ${sanitiseLine(path)}`, dim: true }]);
	const refusal: Line[] =
		directory.refusal === undefined ? [] : [[{ text: `   ${directory.refusal}`, colour: "red" }]];
	const lines: Line[] = [
		[{ text: "   Resume in which directory?", bold: true }],
		[{ text: "   › ", colour: "accent" }, ...fieldLine(directory.field, Math.max(4, columns - 6))],
		...refusal,
		...suggestions,
	];
	return (
		<Box flexDirection="column">
			<Lines lines={lines.map((line) => cutLine(line, columns))} height={height + 1 + gap} />
			<Footer state={state} mode="directory" gap={gap} />
		</Box>
	);
}
