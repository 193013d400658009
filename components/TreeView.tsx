import { Box } from "ink";
import { completionLines } from "../src/browser/completion-lines.js";
import { COMMAND_WORDS, type FooterWords, LABEL_WORDS } from "../src/browser/footer.js";
import { completions, isCommandLine } from "../src/browser/slash-commands.js";
import type { State } from "../src/browser/state.js";
import { treeGeometry } from "../src/browser/tree/geometry.js";
import { treeHeaderLine } from "../src/browser/tree/header-line.js";
import { treeScreenLines } from "../src/browser/tree/lines.js";
import type { TreeScreen } from "../src/browser/tree/state.js";
import type { Session } from "../src/session/session.js";
import { Footer } from "./Footer.js";
import { Lines } from "./Lines.js";

/** The entry tree of the open session. */
export function TreeView({
	state,
	tree,
	session,
}: {
	readonly state: State;
	readonly tree: TreeScreen;
	readonly session: Session;
}) {
	const geometry = treeGeometry(tree, state.size);
	const { columns } = state.size;
	const offered = completions(tree.query.text);
	return (
		<Box flexDirection="column">
			<Lines
				lines={[
					treeHeaderLine(tree, session, columns),
					...completionLines(offered, tree.completion, { columns, rows: geometry.completions }),
					...(geometry.gap === 1 ? [[]] : []),
				]}
			/>
			<Lines lines={treeScreenLines(tree, session, state)} height={geometry.rows} />
			<Footer
				state={state}
				mode={tree.labelling === undefined ? "tree" : "rename"}
				words={footerWords(tree)}
				gap={geometry.gap}
			/>
		</Box>
	);
}

function footerWords({ labelling, query }: TreeScreen): FooterWords | undefined {
	if (labelling !== undefined) return LABEL_WORDS;
	return isCommandLine(query.text) ? COMMAND_WORDS.tree : undefined;
}
