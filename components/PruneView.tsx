import { Box } from "ink";
import { formLines } from "../src/browser/prune/form-lines.js";
import { pruneGeometry } from "../src/browser/prune/geometry.js";
import { prunedLines, pruneTitle } from "../src/browser/prune/lines.js";
import type { PruneScreen } from "../src/browser/prune/state.js";
import type { State } from "../src/browser/state.js";
import { Footer } from "./Footer.js";
import { Lines } from "./Lines.js";

/** Choosing old sessions to move to the trash: criteria, what they choose, what they spare. */
export function PruneView({ state, prune }: { readonly state: State; readonly prune: PruneScreen }) {
	const { gap, form, air, list, status } = pruneGeometry(state.size);
	return (
		<Box flexDirection="column">
			<Lines lines={[pruneTitle(prune, state), ...(gap === 1 ? [[]] : [])]} />
			<Lines lines={formLines(prune, state.size.columns)} height={form + air} />
			<Lines lines={prunedLines(prune, state)} height={list} />
			<Footer state={state} mode="prune" gap={status} />
		</Box>
	);
}
