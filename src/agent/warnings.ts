import { CURRENT_SESSION_VERSION } from "../session/entries.js";
import { bytes } from "../text/amounts.js";

/** From here on the agents take seconds before they answer. */
const SLOW_BYTES = 50 * 1024 * 1024;
/** The agents read a file into one string, and Node has none longer than this. */
const TOO_LARGE_BYTES = 512 * 1024 * 1024 - 24;

/**
 * What a user should know of a session before an agent gets it, not after: one line each, none where all is well.
 * `version` is that on disk, `problemCount` the number of lines that cannot be read (as in SessionInfo).
 */
export function resumeWarnings(session: {
	version: number;
	sizeBytes: number;
	problemCount: number;
}): string[] {
	const { version, sizeBytes, problemCount } = session;
	const warnings: string[] = [];
	if (version > CURRENT_SESSION_VERSION) {
		warnings.push(`The session is of version ${version}, newer than is known here; its agent must know it.`);
	}
	if (sizeBytes > TOO_LARGE_BYTES) {
		warnings.push(
			`The session is too large for an agent (${bytes(sizeBytes)}; 512 MB at most): it may not open.`,
		);
	} else if (sizeBytes >= SLOW_BYTES) {
		warnings.push(`The session is large (${bytes(sizeBytes)}): the agent may take a while to open it.`);
	}
	if (problemCount > 0) {
		const lines = problemCount === 1 ? "1 line" : `${problemCount} lines`;
		warnings.push(`The session is damaged: ${lines} cannot be read; \`prime-sessions doctor\` says more.`);
	}
	return warnings;
}
