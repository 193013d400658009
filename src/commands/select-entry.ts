import type { Session } from "../session/session.js";
import type { TreeNode } from "../session/tree.js";
import { sanitiseLine } from "../text/sanitise.js";
import { describeEntry } from "./describe-entry.js";
import { CommandError } from "./io.js";

/** More matches than these are counted, not listed. */
const MOST_MATCHES = 10;

/**
 * An entry by its id, or by the unique beginning of one.
 * @throws CommandError when none or several match
 */
export function selectEntry(session: Session, text: string): TreeNode {
	const exact = session.tree.node(text);
	if (exact !== undefined) return exact;
	const where = session.path === undefined ? "the session" : sanitiseLine(session.path);
	const matches = text === "" ? [] : session.tree.nodes.filter(({ entry }) => entry.id.startsWith(text));
	const ids = new Set(matches.map(({ entry }) => entry.id));
	const [only] = ids;
	const node = only === undefined ? undefined : session.tree.node(only);
	if (node === undefined) throw new CommandError(`there is no entry "${sanitiseLine(text)}" in ${where}`);
	if (ids.size > 1) throw new CommandError(ambiguous(text, [...ids], session));
	return node;
}

function ambiguous(text: string, ids: readonly string[], { tree }: Session): string {
	const lines = ids.slice(0, MOST_MATCHES).map((id) => {
		const node = tree.node(id);
		return `  ${sanitiseLine(id)}  ${node === undefined ? "" : describeEntry(node)}`.trimEnd();
	});
	const more = ids.length > MOST_MATCHES ? [`  … and ${ids.length - MOST_MATCHES} more`] : [];
	const head = `"${sanitiseLine(text)}" may mean ${ids.length} entries; give more of the id:`;
	return [head, ...lines, ...more].join("\n");
}
