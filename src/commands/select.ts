import { existsSync } from "node:fs";
import { listSessions } from "../store/catalogue.js";
import type { SessionInfo } from "../store/info.js";
import type { StoreLocation } from "../store/location.js";
import { Places } from "../store/places.js";
import { findSession, isPathSelector, pathOfSelector } from "../store/selector.js";
import { readSessionInfo } from "../store/session-info.js";
import { title } from "../store/title.js";
import { ageInWords } from "../text/amounts.js";
import { cut } from "../text/columns.js";
import { sanitiseLine } from "../text/sanitise.js";
import { CommandError, type CommandIo } from "./io.js";

/** More matches than these are counted, not listed. */
const MOST_MATCHES = 10;

/**
 * The session a selector names (behaviour.md §8). `sessions` are those of the store, read when they are needed.
 * @throws CommandError when none or several match; the message lists the matches, or suggests the nearest
 */
export async function selectSession(
	selector: string,
	location: StoreLocation,
	io: CommandIo,
	sessions?: readonly SessionInfo[],
): Promise<SessionInfo> {
	// A path is opened whether the store lists it or not; whatever is wrong with the file is then said of the file.
	const path = pathOfSelector(selector, io);
	if (isPathSelector(selector)) return readSessionInfo(path);
	const among = sessions ?? (await listSessions({ location })).sessions;
	const realPath = await realPaths(selector, among, io);
	const found = findSession(selector, among, { cwd: io.cwd, home: io.home, realPath });
	switch (found.kind) {
		case "one":
			return found.session;
		case "ambiguous":
			throw new CommandError(ambiguous(selector, found.matches, io));
		case "none":
			// A bare file name is the store's first, and only then one of the working directory.
			if (selector.endsWith(".jsonl") && existsSync(path)) return readSessionInfo(path);
			throw new CommandError(unknown(selector, found.closest, among.length, location));
		default:
			return found satisfies never;
	}
}

/** For `last:DIR`: the real paths of the directories, found without waiting for one that does not answer. */
async function realPaths(
	selector: string,
	sessions: readonly SessionInfo[],
	io: CommandIo,
): Promise<(directory: string) => string> {
	const places = new Places({ here: io.cwd });
	if (selector.startsWith("last:")) {
		await places.of(pathOfSelector(selector.slice("last:".length), io));
		for (const { cwd } of sessions) await places.of(cwd);
	}
	return (directory) => places.known(directory)?.real ?? directory;
}

function ambiguous(selector: string, matches: readonly SessionInfo[], io: CommandIo): string {
	const lines = matches.slice(0, MOST_MATCHES).map((session) => {
		const { id, path } = session;
		// Two files may carry one id: only the path tells them apart.
		const address = matches.some((other) => other !== session && other.id === id) ? path : id;
		return `  ${sanitiseLine(address)}  ${ageInWords(session.modified.getTime(), io.now)}  ${nameOf(session)}`;
	});
	const more = matches.length > MOST_MATCHES ? [`  … and ${matches.length - MOST_MATCHES} more`] : [];
	const head = `"${sanitiseLine(selector)}" may mean ${matches.length} sessions; give more of the id, or the path:`;
	return [head, ...lines, ...more].join("\n");
}

function unknown(
	selector: string,
	closest: SessionInfo | undefined,
	count: number,
	location: StoreLocation,
): string {
	const what = `no session "${sanitiseLine(selector)}" in ${sanitiseLine(location.sessionDir)}`;
	if (closest !== undefined) return `${what}; did you mean ${nameOf(closest)} (${sanitiseLine(closest.id)})?`;
	return count === 0 ? `${what}: there are none` : `${what}; \`prime-sessions list --all\` shows them`;
}

function nameOf(session: SessionInfo): string {
	return cut(sanitiseLine(title(session).slice(0, 400)), 60);
}
