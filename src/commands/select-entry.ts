import type { Session } from "../session/session.js";
import type { TreeNode } from "../session/tree.js";
import { sanitiseLine } from "../text/sanitise.js";
import { CommandError } from "./io.js";

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
	if (ids.size > 1) {
		throw new CommandError(`"${sanitiseLine(text)}" may mean ${ids.size} entries; give more of the id`);
	}
	return node;
}
