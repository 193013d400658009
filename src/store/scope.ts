import { isWithin, type Place, type Places } from "./places.js";

/** Which sessions are shown: of this directory, of this git repository with its worktrees, or all. */
export type Scope = "directory" | "repository" | "all";

/** From narrow to wide. */
export const SCOPES: readonly Scope[] = ["directory", "repository", "all"];

/**
 * Whether a session whose cwd is `place` belongs to a scope seen from `here` (behaviour.md §3). Directories
 * are compared by real path. A repository includes its worktrees, and what lay in it and is gone; a repository
 * nested in another is its own. Outside a repository the repository scope is this directory and below.
 */
export function inScope(scope: Scope, here: Place, place: Place): boolean {
	switch (scope) {
		case "all":
			return true;
		case "directory":
			return place.real === here.real;
		case "repository":
			if (place.real === here.real) return true;
			if (here.repository === undefined) return isWithin(place.real, here.real);
			if (place.repository === here.repository) return true;
			return place.exists === false && (here.worktrees ?? []).some((root) => isWithin(place.real, root));
	}
}

/** The sessions of a scope, in their order. */
export async function filterScope<T extends { cwd: string }>(
	sessions: readonly T[],
	scope: Scope,
	cwd: string,
	places: Places,
): Promise<T[]> {
	if (scope === "all") return [...sessions];
	const here = await places.of(cwd);
	const shown: T[] = [];
	for (const session of sessions) if (inScope(scope, here, await places.of(session.cwd))) shown.push(session);
	return shown;
}

/** How many sessions each scope holds: for "nothing here, 12 in this repository". */
export async function countScopes(
	sessions: readonly { cwd: string }[],
	cwd: string,
	places: Places,
): Promise<Record<Scope, number>> {
	const here = await places.of(cwd);
	const counts = { directory: 0, repository: 0, all: sessions.length };
	for (const session of sessions) {
		const place = await places.of(session.cwd);
		if (inScope("directory", here, place)) counts.directory++;
		if (inScope("repository", here, place)) counts.repository++;
	}
	return counts;
}
