/** Names and labels: what a user writes onto a session. Used by the commands, the browser and the manager alike. */
import type { SessionDeps } from "./deps.js";
import { SessionError } from "./errors.js";
import { appendEntries, type Change } from "./session-change.js";
import { normalizeName } from "./session-name.js";
import type { SessionTree } from "./tree.js";

/** Sets the display name of the session at `path`; an empty one clears it. Line breaks become spaces. */
export function setSessionName(path: string, name: string, deps: SessionDeps = {}): Promise<Change> {
	return appendEntries(path, (_, next) => [next({ type: "session_info", name: normalizeName(name) })], deps);
}

/**
 * Sets the label of an entry; without text it clears it.
 * @throws SessionError `no-such-entry`, and the codes of `appendEntries`
 */
export function setLabel(
	path: string,
	entryId: string,
	label: string | undefined,
	deps: SessionDeps = {},
): Promise<Change> {
	return appendEntries(
		path,
		({ tree }, next) => {
			checkEntry(tree, entryId, path);
			const text = normalizeName(label);
			return [next({ type: "label", targetId: entryId, ...(text === "" ? {} : { label: text }) })];
		},
		deps,
	);
}

/** @throws SessionError `no-such-entry` */
export function checkEntry(tree: SessionTree, entryId: string, path?: string): void {
	if (tree.node(entryId) !== undefined) return;
	const where = path === undefined ? "" : `${path}: `;
	throw new SessionError("no-such-entry", `${where}no entry ${entryId}`, path === undefined ? {} : { path });
}
