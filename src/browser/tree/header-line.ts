import type { Session } from "../../session/session.js";
import { nameOf } from "../../session/session-name.js";
import { count } from "../../text/amounts.js";
import { cut } from "../../text/columns.js";
import { sanitiseLine } from "../../text/sanitise.js";
import { type Line, lineColumns, type Span } from "../../text/spans.js";
import { fieldLine, justify } from "../layout-lines.js";
import { isCommandLine } from "../slash-commands.js";
import type { TreeScreen } from "./state.js";

/** Whose tree it is, what the filter leaves of it, and what is searched. */
export function treeHeaderLine(screen: TreeScreen, session: Session, columns: number): Line {
	const { tree } = session;
	const all = tree.nodes.length;
	const shown = screen.rows.length;
	const branches = tree.branchCount > 1 && columns >= 60 ? ` · ${count(tree.branchCount)} branches` : "";
	const amount = columns < 60 ? `${count(shown)}/${count(all)}` : `${count(shown)} of ${count(all)} entries`;
	const facts: Span[] = [
		{ text: "   " },
		{ text: screen.filter, ...(screen.filter === "default" ? {} : { colour: "accent" }) },
		{ text: ` · ${amount}${branches}` },
	];
	const typed = screen.query.text;
	const word = isCommandLine(typed) ? "" : columns < 60 ? "› " : "search: ";
	const search: Line =
		typed === ""
			? [{ text: columns < 60 ? "" : "type to search ", dim: true }]
			: [
					{ text: word, dim: true },
					...fieldLine(screen.query, Math.max(8, Math.floor(columns / 3))),
					{ text: " " },
				];
	const title = titleSpans(session, columns, columns - lineColumns([...facts, ...search]) - 1);
	return justify([...title, ...facts], search, columns);
}

/** A long name gives way to the facts. */
function titleSpans(session: Session, columns: number, room: number): Span[] {
	const name = nameOfSession(session);
	const title = { text: " Tree", bold: true };
	const left = room - lineColumns([title]) - 4;
	if (name === undefined || columns < 60 || left < 4) return [title];
	return [title, { text: ` of ${cut(sanitiseLine(name), left)}`, bold: true }];
}

const names = new WeakMap<Session, { readonly name: string | undefined }>();

/** Looked for once a session: without one, all its entries are gone through. */
function nameOfSession(session: Session): string | undefined {
	let known = names.get(session);
	if (known === undefined) {
		known = { name: nameOf(session.entries) };
		names.set(session, known);
	}
	return known.name;
}
