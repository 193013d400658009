import { constants } from "node:fs";
import { type ResolvedDeps, resolveDeps, type SessionDeps } from "../session/deps.js";
import { CURRENT_SESSION_VERSION } from "../session/entries.js";
import { SessionError } from "../session/errors.js";
import { withLock } from "../session/lock.js";
import { checkReadable, readError, readSession, stampOf } from "../session/session.js";
import { appendLines } from "../session/session-file.js";
import { upgradeFile } from "../session/upgrade-file.js";
import { withTrash } from "../store/trash/trash.js";

const LINE_FEED = 0x0a;
/** A last line without an end that is younger than this may still be on its way from another process. */
const SETTLED_MS = 2_000;

/**
 * Makes a session file fit for an agent to work on (behaviour.md §2, §6): upgrades an old version, keeping the
 * original, and ends a last line that was cut short, because agents put their next entry right behind it and lose
 * both. A newer version is left alone; a file that an agent has open must not come here. What cannot be done is
 * returned in one line; the file is then as it was.
 */
export async function prepareForAgent(
	session: { path: string; version: number },
	deps: SessionDeps = withTrash,
): Promise<string | undefined> {
	const { path, version } = session;
	if (version > CURRENT_SESSION_VERSION) return undefined;
	const resolved = resolveDeps(deps);
	try {
		if (version < CURRENT_SESSION_VERSION) {
			const whole = await readSession(path, { fs: resolved.fs });
			if (whole.outdated) await upgradeFile(path, whole, resolved);
		}
		if (endsUnfinished(path, resolved)) await withLock(path, resolved, () => endLastLine(path, resolved));
		return undefined;
	} catch (error) {
		const known = readError(error, path, resolved.fs);
		if (known instanceof SessionError) return known.message;
		throw known;
	}
}

function endsUnfinished(path: string, { fs, now }: ResolvedDeps): boolean {
	const stats = fs.statSync(path);
	checkReadable(path, stats, Number.POSITIVE_INFINITY);
	if (stats.size === 0 || now() - stats.mtimeMs < SETTLED_MS) return false;
	const fd = fs.openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
	try {
		const last = Buffer.alloc(1);
		return fs.readSync(fd, last, 0, 1, stats.size - 1) === 1 && last[0] !== LINE_FEED;
	} finally {
		fs.closeSync(fd);
	}
}

/** Appends nothing, for which the last line is ended first. */
function endLastLine(path: string, deps: ResolvedDeps): void {
	appendLines(path, stampOf(deps.fs.statSync(path)), "", deps);
}
