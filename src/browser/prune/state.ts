import type { ArtifactSizes } from "../../store/prune/artifact-sizes.js";
import type { PruneChoice } from "../../store/prune/prune.js";
import { fieldOf, type TextField } from "../text-field.js";

/** The criteria that are written, in the order of the form. */
export const PRUNE_FIELDS = ["older-than", "fewer-messages", "larger-than"] as const;
export type PruneField = (typeof PRUNE_FIELDS)[number];

/** The criteria that are chosen or not, in the order of the form. */
export const PRUNE_FLAGS = ["unnamed", "archived", "empty", "missingCwd", "damaged", "duplicate"] as const;
export type PruneFlag = (typeof PRUNE_FLAGS)[number];

/** What spares a session unless the user lets it go, in the order of the form. What an agent has open is always spared. */
export const PRUNE_SPARED = ["named", "labelled", "parent"] as const;
export type PruneSpared = (typeof PRUNE_SPARED)[number];

/** Choosing many sessions to move to the trash. */
export interface PruneScreen {
	readonly fields: Readonly<Record<PruneField, TextField>>;
	readonly flags: ReadonlySet<PruneFlag>;
	/** What spares no session. */
	readonly included: ReadonlySet<PruneSpared>;
	/** Which part of the form has the keys: a field, a flag, what is spared, or the list. */
	readonly focus: number;
	/** Paths that the user spares. */
	readonly spared: ReadonlySet<string>;
	/** Path of the session the cursor is on; undefined: the first. */
	readonly cursor: string | undefined;
	readonly top: number;
	/** What a field says that is no amount; nothing is chosen then. */
	readonly problem: string | undefined;
	/** Files that hold no more than another does; undefined until that was looked for. */
	readonly duplicates: ReadonlyMap<string, string> | undefined;
	/** The search for them that this screen waits for. */
	readonly request: number | undefined;
	/** What goes along with the sessions; undefined until it was measured, which is what `measuring` waits for. */
	readonly artifacts: ArtifactSizes | undefined;
	readonly measuring: number;
	/** What the criteria choose, derived by `withChoice`; its bytes with those that go along. */
	readonly choice: PruneChoice;
}

export const NOTHING: PruneChoice = { go: [], spared: [], bytes: 0 };

export function newPruneScreen(measuring: number): PruneScreen {
	return {
		fields: { "older-than": fieldOf("90d"), "fewer-messages": fieldOf(""), "larger-than": fieldOf("") },
		flags: new Set(["unnamed"]),
		included: new Set(),
		focus: 0,
		spared: new Set(),
		cursor: undefined,
		top: 0,
		problem: undefined,
		duplicates: undefined,
		request: undefined,
		artifacts: undefined,
		measuring,
		choice: NOTHING,
	};
}
