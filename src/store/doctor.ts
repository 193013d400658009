/** Looking a session file over for damage, and mending it: what `doctor` does (cli.md). */
import type { SessionDeps } from "../session/deps.js";
import { CURRENT_SESSION_VERSION } from "../session/entries.js";
import { reasonWithoutPath, SessionError } from "../session/errors.js";
import type { Problem } from "../session/jsonl.js";
import { isDamaged, mendSession } from "../session/mend.js";
import { readSession } from "../session/session.js";
import type { Fault } from "../session/tree.js";
import { isNewer } from "../session/versions.js";
import { leaseOf } from "./lease.js";
import type { StoreLocation } from "./location.js";
import { readSessionInfo } from "./session-info.js";
import { trashFile } from "./trash/trash.js";

/** What was found in one file. */
export type CheckUp =
	| {
			readonly kind: "session";
			readonly path: string;
			readonly id: string;
			readonly version: number;
			/** Whether there is anything to mend. Faults that harm nobody are no damage, nor is an old version. */
			readonly damaged: boolean;
			readonly problems: readonly Problem[];
			readonly faults: readonly Fault[];
			/** Some lines are of an older version than the file: an agent may refuse them. */
			readonly oldLines: boolean;
			/** Too large to be read whole: its lines were looked at, its graph was not. */
			readonly linesOnly: boolean;
			/** Why mending would be refused, or what to do instead; absent where it would not. */
			readonly unmendable?: string;
	  }
	/** No session, or nothing that can be read. */
	| { readonly kind: "unreadable"; readonly path: string; readonly reason: string };

/** What became of a file that was to be mended. */
export type Repair =
	| {
			readonly kind: "mended";
			/** Where the original is: undefined in the trash. */
			readonly original: string | undefined;
	  }
	| { readonly kind: "refused"; readonly reason: string }
	| { readonly kind: "failed"; readonly reason: string };

/** Reads a file whole and says what is wrong with it. Nothing is written. */
export async function checkUp(path: string): Promise<CheckUp> {
	try {
		const session = await readSession(path);
		const { header, version, problems, faults, outdated } = session;
		// An old version is no damage; lines of one in a file of the present version are.
		const oldLines = outdated && version === CURRENT_SESSION_VERSION;
		const damaged = isDamaged({ ...session, outdated: oldLines });
		const { id } = header;
		const found = { kind: "session", path, id, version, damaged, problems, faults, oldLines } as const;
		if (!session.readOnly) return { ...found, linesOnly: false };
		const unmendable = isNewer(session) ? "a newer agent wrote it" : "correct line 1 by hand";
		return { ...found, linesOnly: false, unmendable };
	} catch (error) {
		if (!(error instanceof SessionError)) throw error;
		if (error.code === "too-large") return checkLines(path);
		return unreadable(path, error);
	}
}

/** Mends a damaged session in place. One that an agent has open, or a newer agent wrote, is refused. */
export async function repair(
	path: string,
	location: Pick<StoreLocation, "agentDir">,
	deps: SessionDeps = {},
): Promise<Repair> {
	const lease = leaseOf(path, location.agentDir);
	if (lease !== undefined) {
		return {
			kind: "refused",
			reason: `an agent has it open (process ${lease.pid}); end that first`,
		};
	}
	const move = deps.trash ?? trashFile;
	let original: string | undefined;
	const trash = async (file: string) => {
		original = file;
		await move(file);
		original = undefined;
	};
	try {
		await mendSession(path, { ...deps, trash });
		return { kind: "mended", original };
	} catch (error) {
		if (!(error instanceof SessionError)) throw error;
		return { kind: error.code === "newer-version" ? "refused" : "failed", reason: reasonWithoutPath(error) };
	}
}

async function checkLines(path: string): Promise<CheckUp> {
	try {
		const { id, version, problems, problemCount } = await readSessionInfo(path);
		const damaged = problemCount > 0;
		const unmendable = "it is too large";
		const unknown = { faults: [], oldLines: false, linesOnly: true, unmendable };
		return { kind: "session", path, id, version, damaged, problems, ...unknown };
	} catch (error) {
		if (!(error instanceof SessionError)) throw error;
		return unreadable(path, error);
	}
}

function unreadable(path: string, error: SessionError): CheckUp {
	return { kind: "unreadable", path, reason: reasonWithoutPath(error) };
}
