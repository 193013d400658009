/** What choosing sessions to prune needs to know of the disk, asked only where a criterion asks for it. */

import type { SessionInfo } from "../info.js";
import { Places } from "../places.js";
import { findDuplicates } from "./duplicates.js";
import type { PruneCriteria, PruneFacts } from "./prune.js";

export interface PruneFactsOptions {
	/** Milliseconds since 1970. */
	readonly now: number;
	/** The working directory. */
	readonly here: string;
	readonly signal?: AbortSignal | undefined;
	readonly places?: Places | undefined;
}

/**
 * Looks up what the criteria ask for: whether working directories are gone, without waiting for one that does not
 * answer, and which files hold the bytes of others.
 * @throws SessionError `cancelled`
 */
export async function gatherPruneFacts(
	sessions: readonly SessionInfo[],
	criteria: PruneCriteria,
	{ now, here, signal, places = new Places({ here }) }: PruneFactsOptions,
): Promise<PruneFacts> {
	const missingCwds = criteria.missingCwd ? await missing(sessions, places) : undefined;
	const duplicates = criteria.duplicate ? await findDuplicates(sessions, { signal }) : undefined;
	return { now, missingCwds, duplicates };
}

async function missing(sessions: readonly SessionInfo[], places: Places): Promise<Set<string>> {
	const gone = new Set<string>();
	for (const cwd of new Set(sessions.map((session) => session.cwd))) {
		if ((await places.of(cwd)).exists === false) gone.add(cwd);
	}
	return gone;
}
