import { stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { systemErrorCode } from "../session/errors.js";

/** Whether an agent can be started in a directory, and if not, why. */
export type DirectoryState = "usable" | "missing" | "not-a-directory" | "closed" | "unreachable";

/** How long a directory on a mount may take to answer. */
const PATIENCE_MS = 2_000;

/** Looks at a session's working directory. Never creates it, never waits for a dead mount. */
export async function directoryState(
	cwd: string,
	{ patienceMs = PATIENCE_MS, look = stat }: { patienceMs?: number; look?: typeof stat } = {},
): Promise<DirectoryState> {
	// A header can say anything; only an absolute path means the same from everywhere.
	if (!isAbsolute(cwd) || cwd.includes("\0")) return "missing";
	let timer: NodeJS.Timeout | undefined;
	const silence = new Promise<DirectoryState>((resolve) => {
		timer = setTimeout(() => resolve("unreachable"), patienceMs);
	});
	try {
		return await Promise.race([stateOf(cwd, look), silence]);
	} finally {
		clearTimeout(timer);
	}
}

async function stateOf(cwd: string, look: typeof stat): Promise<DirectoryState> {
	try {
		return (await look(cwd)).isDirectory() ? "usable" : "not-a-directory";
	} catch (error) {
		const code = systemErrorCode(error);
		if (code === undefined) throw error;
		if (code === "EACCES" || code === "EPERM") return "closed";
		return code === "ENOTDIR" || code === "ENOENT" ? "missing" : "unreachable";
	}
}

/**
 * What is wrong with a directory, to follow its name: "/gone does not exist any more". One that was `typed` may never have
 * been there.
 */
export function describeDirectory(
	state: Exclude<DirectoryState, "usable">,
	{ typed = false }: { typed?: boolean } = {},
): string {
	switch (state) {
		case "missing":
			return typed ? "does not exist" : "does not exist any more";
		case "not-a-directory":
			return "is not a directory";
		case "closed":
			return "may not be entered";
		case "unreachable":
			return "does not answer";
	}
}

export type MissingDirectoryChoice = "cancel" | "run-here" | "choose" | "fork-here";

/**
 * What can be done with a session whose directory is gone, in the order of the menu: what changes nothing is first.
 * `here` is the working directory as it is to be shown.
 */
export function missingDirectoryChoices(here: string): { id: MissingDirectoryChoice; label: string }[] {
	return [
		{ id: "cancel", label: "Cancel" },
		{ id: "run-here", label: `Run the agent here, in ${here}` },
		{ id: "choose", label: "Choose another directory…" },
		{ id: "fork-here", label: `Fork the session into ${here} and run it there` },
	];
}
