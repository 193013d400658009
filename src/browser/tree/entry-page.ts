import type { Session } from "../../session/session.js";
import { type TranscriptBlock, transcript } from "../../session/transcript.js";
import { transcriptLines } from "../../session/transcript-lines.js";
import type { TreeNode } from "../../session/tree.js";
import { fullText } from "../../session/tree-lines.js";
import { dateTime } from "../../text/amounts.js";
import { sanitise, sanitiseLine } from "../../text/sanitise.js";
import { type Line, wrapLine } from "../../text/spans.js";
import type { Page } from "../page.js";

/** An entry in full, as the transcript shows it; one that the transcript leaves out, as it is in the file. */
export function entryPage(session: Session, entryId: string, now: number): Page {
	const node = session.tree.node(entryId);
	const entry = node?.entry;
	const label = session.tree.label(entryId);
	const when = entry === undefined ? Number.NaN : Date.parse(entry.timestamp);
	const facts = [
		sanitiseLine(entry?.type ?? ""),
		sanitiseLine(entryId),
		...(Number.isNaN(when) ? [] : [dateTime(when, now)]),
		...(label === undefined ? [] : [`[${sanitiseLine(label.label)}]`]),
	];
	const blocks = node === undefined ? [] : blocksOf(session, node);
	return {
		title: facts.join(" · "),
		request: undefined,
		lines: (columns): readonly Line[] => {
			if (blocks.length > 0) return transcriptLines(blocks, { columns, now, open: true });
			return node === undefined ? [] : wrapLine([{ text: sanitise(fullText(node)) }], columns);
		},
		top: 0,
	};
}

/** What the entry says; the result of a tool is shown with the call it answers, which is an entry before it. */
function blocksOf(session: Session, node: TreeNode): TranscriptBlock[] {
	const { id } = node.entry;
	const alone = transcript([node.entry]);
	if (!alone.some((block) => isResult(block, id))) return alone;
	const branch = session.tree.branch(node).map(({ entry }) => entry);
	const [answered] = transcript(branch).filter((block) => isResult(block, id));
	return answered === undefined ? alone : [{ ...answered, gap: false }];
}

function isResult(block: TranscriptBlock, id: string): boolean {
	return block.kind === "tool" && block.result?.id === id;
}
