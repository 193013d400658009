import { basename, resolve } from "node:path";
import { closestSession } from "./closest.js";
import type { SessionInfo } from "./info.js";
import { lexical } from "./places.js";
import { recent } from "./sort.js";

export type Selected =
	| { kind: "one"; session: SessionInfo }
	/** Newest first. */
	| { kind: "ambiguous"; matches: SessionInfo[] }
	| { kind: "none"; closest?: SessionInfo };

export interface SelectorOptions {
	/** For relative paths. */
	cwd: string;
	/** For `~` in a path. */
	home?: string;
	/** The real path of a directory, for `last:<cwd>`; by default only the spelling is evened out. */
	realPath?: (directory: string) => string;
}

/** Fewer characters of an id than these never outweigh a session's name. */
const TELLING_PART = 4;

/**
 * The session a user means (behaviour.md §8): a path, a full id or file name, an exact name, the unique beginning or
 * end of an id (hyphens and case ignored), `last`, or `last:<directory>`. Where a text is both a name and part
 * of another session's id, both match.
 */
export function findSession(
	selector: string,
	sessions: readonly SessionInfo[],
	options: SelectorOptions,
): Selected {
	const text = selector.trim();
	if (text === "") return { kind: "none" };
	if (text === "last" || text.startsWith("last:"))
		return newest(text.slice("last:".length), sessions, options);

	const byPath = matchesOfPath(text, sessions, options);
	if (byPath.length > 0) return answer(byPath);
	const lower = text.toLowerCase();
	const whole = sessions.filter((session) => session.id.toLowerCase() === lower || isFileName(text, session));
	if (whole.length > 0) return answer(whole);

	const name = text.normalize("NFC");
	const named = sessions.filter((session) => session.name?.trim().normalize("NFC") === name);
	const partial = matchesOfId(text, sessions);
	if (named.length > 0 && digitsOf(text).length < TELLING_PART) return answer(named);
	const matches = [...new Set([...named, ...partial])];
	if (matches.length > 0) return answer(matches);
	const closest = closestSession(text, sessions);
	return closest ? { kind: "none", closest } : { kind: "none" };
}

/** Whether a selector can only be a path: such a file is opened even when the store does not list it. */
export function isPathSelector(selector: string): boolean {
	return /[\\/]/.test(selector) && !selector.startsWith("last:");
}

/** The absolute path a selector names. */
export function pathOfSelector(selector: string, options: { cwd: string; home?: string }): string {
	const { home } = options;
	if (home !== undefined && selector.startsWith("~/")) return resolve(home, selector.slice(2));
	return resolve(options.cwd, selector);
}

function answer(matches: SessionInfo[]): Selected {
	const [session, ...others] = matches;
	if (session && others.length === 0) return { kind: "one", session };
	return { kind: "ambiguous", matches: [...matches].sort(recent) };
}

function newest(directory: string, sessions: readonly SessionInfo[], options: SelectorOptions): Selected {
	const realPath = options.realPath ?? lexical;
	const wanted = directory === "" ? undefined : realPath(pathOfSelector(directory, options));
	let found: SessionInfo | undefined;
	for (const session of sessions) {
		if (wanted !== undefined && realPath(session.cwd) !== wanted) continue;
		if (!found || recent(session, found) < 0) found = session;
	}
	return found ? { kind: "one", session: found } : { kind: "none" };
}

function matchesOfPath(
	text: string,
	sessions: readonly SessionInfo[],
	options: SelectorOptions,
): SessionInfo[] {
	const path = pathOfSelector(text, options);
	return sessions.filter((session) => session.path === path);
}

function isFileName(text: string, session: SessionInfo): boolean {
	const name = basename(session.path);
	return name === text || name === `${text}.jsonl`;
}

/** By id; where no id matches, by the file's name, which older lists show. */
function matchesOfId(text: string, sessions: readonly SessionInfo[]): SessionInfo[] {
	const wanted = digitsOf(text);
	if (wanted === "") return [];
	const within = (id: string) => {
		const digits = digitsOf(id);
		return digits.startsWith(wanted) || digits.endsWith(wanted);
	};
	const byId = sessions.filter((session) => within(session.id));
	if (byId.length > 0) return byId;
	return sessions.filter((session) => within(basename(session.path, ".jsonl")));
}

/** An id as it is compared; empty for text that cannot be part of one. */
function digitsOf(text: string): string {
	return /\s/.test(text) ? "" : text.replaceAll("-", "").toLowerCase();
}
