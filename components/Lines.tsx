import { Box, Text } from "ink";
import { createContext, useContext } from "react";
import { cutLine, type Line, toAnsi } from "../src/text/spans.js";

/** What every line is drawn with. */
export interface Drawing {
	/** Whether colours may be used; bold, dim and italic are no colours. */
	readonly colours: boolean;
	/** Width of the terminal: no line is longer. */
	readonly columns: number;
}

export const DrawingContext = createContext<Drawing>({ colours: true, columns: 80 });

/** One row of the screen. */
export function OneLine({ line }: { readonly line: Line }) {
	const { colours, columns } = useContext(DrawingContext);
	const shown = cutLine(colours ? line : line.map(({ colour: _, ...span }) => span), columns);
	return (
		<Box height={1}>
			<Text wrap="truncate">{shown.length === 0 ? " " : toAnsi(shown, true)}</Text>
		</Box>
	);
}

/** Rows, one below the other; `height` cuts them off, or fills up with blank ones. */
export function Lines({ lines, height }: { readonly lines: readonly Line[]; readonly height?: number }) {
	const shown = height === undefined ? lines : lines.slice(0, height);
	const blanks = height === undefined ? 0 : Math.max(0, height - shown.length);
	return (
		<Box flexDirection="column">
			{shown.map((line, row) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a row of the screen is its place
				<OneLine key={row} line={line} />
			))}
			{blanks > 0 && <Box height={blanks} />}
		</Box>
	);
}
