import { Box } from "ink";
import { overlayOf } from "../src/browser/overlay.js";
import type { State } from "../src/browser/state.js";
import { trashLines, trashTitle } from "../src/browser/trash/lines.js";
import type { TrashScreen } from "../src/browser/trash/state.js";
import { Footer } from "./Footer.js";
import { Lines } from "./Lines.js";

/** The sessions of this store that lie in the trash. */
export function TrashView({ state, trash }: { readonly state: State; readonly trash: TrashScreen }) {
	const { gap, height } = overlayOf(state.size);
	return (
		<Box flexDirection="column">
			<Lines lines={[trashTitle(trash, state.size.columns), ...(gap === 1 ? [[]] : [])]} />
			<Lines lines={trashLines(trash, state)} height={height} />
			<Footer state={state} mode="trash" gap={gap} />
		</Box>
	);
}
