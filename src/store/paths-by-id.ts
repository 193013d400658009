import type { SessionInfo } from "./info.js";

/** The paths of the files that carry an id, in the order of the sessions: several may carry one. */
export function pathsById(sessions: readonly Pick<SessionInfo, "id" | "path">[]): Map<string, string[]> {
	const paths = new Map<string, string[]>();
	for (const { id, path } of sessions) {
		const same = paths.get(id);
		if (same) same.push(path);
		else paths.set(id, [path]);
	}
	return paths;
}
