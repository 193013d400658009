/** Making new entries: fresh ids, the time, each the child of the one before. */

import type { ResolvedDeps } from "./deps.js";
import type { SessionEntry } from "./entries.js";
import { freshId } from "./ids.js";
import type { SessionTree } from "./tree.js";

/** An entry's own fields: all but those that give it its place. */
export type EntryFields = { type: string } & { [key: string]: unknown };

/** Makes the next entry. It becomes the parent of the one after it. */
export type Draft = (fields: EntryFields) => SessionEntry;

/** Drafts entries below `leafId`; null makes the first a root. */
export function draftBelow(leafId: string | null, tree: SessionTree, deps: ResolvedDeps): Draft {
	const drafted = new Set<string>();
	let parentId = leafId;
	return ({ type, ...fields }) => {
		const id = freshId(
			(candidate) => drafted.has(candidate) || tree.node(candidate) !== undefined,
			deps.newEntryId,
		);
		const timestamp = new Date(deps.now()).toISOString();
		const entry = { type, id, parentId, timestamp, ...fields } as unknown as SessionEntry;
		drafted.add(id);
		parentId = id;
		return entry;
	};
}
