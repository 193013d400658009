import { Box } from "ink";
import { deletionLines } from "../src/browser/deletion/lines.js";
import type { DeletionScreen } from "../src/browser/deletion/state.js";
import { type FooterWords, WORD_WORDS } from "../src/browser/footer.js";
import type { Mode } from "../src/browser/keys.js";
import { overlayOf } from "../src/browser/overlay.js";
import type { State } from "../src/browser/state.js";
import type { Line } from "../src/text/spans.js";
import { Footer } from "./Footer.js";
import { Lines } from "./Lines.js";

/** Asks before sessions go to the trash, and shows how far it is. */
export function DeletionView({
	state,
	deletion,
}: {
	readonly state: State;
	readonly deletion: DeletionScreen;
}) {
	const { gap, columns, height } = overlayOf(state.size);
	const lines = deletionLines(deletion, state, Math.max(8, columns - 4)).map(
		(line): Line => [{ text: "   " }, ...line],
	);
	return (
		<Box flexDirection="column">
			<Lines lines={[...(gap === 1 ? [[]] : []), ...lines]} height={height + 1 + gap} />
			<Footer state={state} mode={modeOf(deletion)} words={wordsOf(deletion)} gap={gap} />
		</Box>
	);
}

function modeOf(deletion: DeletionScreen): Mode {
	if (deletion.kind !== "asking") return "working";
	return deletion.word === undefined ? "confirm" : "writing";
}

function wordsOf(deletion: DeletionScreen): FooterWords | undefined {
	return deletion.kind === "asking" && deletion.word !== undefined ? WORD_WORDS : undefined;
}
