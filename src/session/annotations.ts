/** Names and labels: what a user writes onto a session. Used by the commands, the browser and the manager alike. */
import { sanitiseLine } from "../text/sanitise.js";
import type { SessionDeps } from "./deps.js";
import type { SessionEntry } from "./entries.js";
import type { Draft } from "./entry-draft.js";
import { SessionError } from "./errors.js";
import { isConversational } from "./message.js";
import { appendEntries, type Change } from "./session-change.js";
import { nameOf } from "./session-name.js";
import type { SessionTree } from "./tree.js";

/**
 * Sets the display name of the session at `path`; an empty one clears it. It becomes one line without control
 * characters. The name it has already is not written again.
 */
export function setSessionName(path: string, name: string, deps: SessionDeps = {}): Promise<Change> {
	const text = sanitiseLine(name);
	return appendEntries(
		path,
		({ entries }, next) =>
			(nameOf(entries) ?? "") === text ? [] : [next({ type: "session_info", name: text })],
		deps,
	);
}

/**
 * Sets the label of an entry, one line without control characters; without text it clears it. The label it has already
 * is not written again.
 * @throws SessionError `no-such-entry`, and the codes of `appendEntries`
 */
export function setLabel(
	path: string,
	entryId: string,
	label: string | undefined,
	deps: SessionDeps = {},
): Promise<Change> {
	const text = sanitiseLine(label ?? "");
	return appendEntries(
		path,
		({ tree }, next) => {
			checkEntry(tree, entryId, path);
			return labelEntries(tree, entryId, text, next);
		},
		deps,
	);
}

/**
 * `setLabel` for the last entry of the conversation on the active branch, as it is when the label is written.
 * @throws SessionError `no-such-entry` when there is no conversation
 */
export async function setLastLabel(
	path: string,
	label: string | undefined,
	deps: SessionDeps = {},
): Promise<Change & { entryId: string }> {
	const text = sanitiseLine(label ?? "");
	let entryId = "";
	const change = await appendEntries(
		path,
		({ tree }, next) => {
			const last = tree.branch().findLast(({ entry }) => isConversational(entry));
			if (last === undefined) {
				const reason = `${path}: nothing was said in it yet, so there is nothing to label`;
				throw new SessionError("no-such-entry", reason, { path });
			}
			entryId = last.entry.id;
			return labelEntries(tree, entryId, text, next);
		},
		deps,
	);
	return { ...change, entryId };
}

/** The entry that sets a label; none where it is set already. */
function labelEntries(tree: SessionTree, targetId: string, text: string, next: Draft): SessionEntry[] {
	if ((tree.label(targetId)?.label ?? "") === text) return [];
	return [next({ type: "label", targetId, ...(text === "" ? {} : { label: text }) })];
}

/** @throws SessionError `no-such-entry` */
export function checkEntry(tree: SessionTree, entryId: string, path?: string): void {
	if (tree.node(entryId) !== undefined) return;
	const where = path === undefined ? "" : `${path}: `;
	throw new SessionError("no-such-entry", `${where}no entry ${entryId}`, path === undefined ? {} : { path });
}
