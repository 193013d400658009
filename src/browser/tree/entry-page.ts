import type { Session } from "../../session/session.js";
import { transcript } from "../../session/transcript.js";
import { transcriptLines } from "../../session/transcript-lines.js";
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
	const blocks = entry === undefined ? [] : transcript([entry]);
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
