import type { Session } from "../../session/session.js";
import { queryWords } from "../../session/tree/search.js";
import { panFor, rowLine } from "../../session/tree-lines.js";
import type { Line } from "../../text/spans.js";
import { fieldLine } from "../layout-lines.js";
import { isCommandLine } from "../slash-commands.js";
import type { State } from "../state.js";
import { treeGeometry } from "./geometry.js";
import { treeCursorIndex } from "./rows.js";
import type { TreeScreen } from "./state.js";

/** The rows of the tree that are shown, panned so that the cursor's is readable. */
export function treeScreenLines(screen: TreeScreen, session: Session, state: State): Line[] {
	const { rows: height } = treeGeometry(screen, state.size);
	const columns = Math.max(1, state.size.columns - 3);
	if (screen.rows.length === 0) return [[{ text: "   Nothing matches. Esc clears the search.", dim: true }]];
	const cursor = treeCursorIndex(screen);
	const row = screen.rows[cursor];
	const pan = row === undefined ? 0 : panFor(row, columns);
	const words = isCommandLine(screen.query.text) ? [] : queryWords(screen.query.text);
	return screen.rows.slice(screen.top, screen.top + height).map((row, offset): Line => {
		const isCursor = screen.top + offset === cursor;
		const lead: Line = [{ text: isCursor ? " ▸ " : "   ", colour: "accent", bold: true }];
		if (screen.labelling !== undefined && screen.labelling.entry === row.node.index) {
			return [...lead, { text: "label: ", dim: true }, ...fieldLine(screen.labelling.field, columns - 8)];
		}
		const label = session.tree.label(row.node.entry.id);
		const line = rowLine(row, {
			columns,
			pan,
			now: state.now,
			label: label?.label,
			labelTime: screen.times ? label?.timestamp : undefined,
			words,
		});
		return [
			...lead,
			...(isCursor
				? line.map((span) => ({ ...span, bold: true, colour: span.colour ?? ("accent" as const) }))
				: line),
		];
	});
}
