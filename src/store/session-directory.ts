/** Where in a store a new session's file belongs. */
import { readdirSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { systemErrorCode } from "../session/errors.js";
import { artifactsDir, type StoreLocation } from "./location.js";
import { isProjectDirectory } from "./store-kind.js";

/** The directory for a session made from the one at `path`, which ran in `from`, to run in `cwd`. */
export function directoryOfFork(
	path: string,
	{ from, cwd }: { from: string; cwd: string },
	location: Pick<StoreLocation, "sessionDir">,
): string {
	const directory = dirname(path);
	// A sub-agent's file lies with its parent's artifacts; a fork of it is a session of the user's.
	if (directory.startsWith(artifactsDir(location.sessionDir) + sep)) return location.sessionDir;
	if (!isProjectDirectory(basename(directory)) || cwd === from) return directory;
	return join(dirname(directory), projectDirectoryName(cwd));
}

/** The directory for a session that comes from elsewhere and ran in `cwd`: in pi's stores that of the project. */
export function directoryOfImport(
	cwd: string,
	{ sessionDir, kind }: Pick<StoreLocation, "sessionDir" | "kind">,
): string {
	if (kind !== "pi") return sessionDir;
	const names = entriesOf(sessionDir);
	const isFlat = names.some((name) => name.endsWith(".jsonl")) && !names.some(isProjectDirectory);
	return isFlat ? sessionDir : join(sessionDir, projectDirectoryName(cwd));
}

/** What pi calls the directory of a project: its path with `-` for what separates, between `--`. */
export function projectDirectoryName(cwd: string): string {
	return `--${cwd.replace(/^[\\/]/, "").replace(/[\\/:]/g, "-")}--`;
}

function entriesOf(directory: string): string[] {
	try {
		return readdirSync(directory);
	} catch (error) {
		if (systemErrorCode(error) !== "ENOENT") throw error;
		return [];
	}
}
