import { basename } from "node:path";
import { findSession, pathOfSelector } from "../store/selector.js";
import { originalText } from "../store/trash/originals.js";
import type { TrashedSession } from "../store/trash/trash-can.js";
import { ageInWords } from "../text/amounts.js";
import { cut } from "../text/columns.js";
import { sanitiseLine } from "../text/sanitise.js";
import { CommandError, type CommandIo } from "./io.js";

const MOST_MATCHES = 10;

/**
 * The session in the trash that a selector names: what names one in the store, by where it was, or its path in the trash;
 * `last` is the one deleted last. Of several from one path it is the one deleted last. The original of a file that was
 * rewritten is meant only where no session is.
 * @throws CommandError when none or several match
 */
export function selectTrashed(
	selector: string,
	trashed: readonly TrashedSession[],
	io: CommandIo,
): TrashedSession {
	const newest = trashed.find(isSession) ?? trashed[0];
	if (selector === "last" && newest) return newest;
	const path = pathOfSelector(selector, io);
	const byPath = trashed.filter(
		(item) => item.path === path || item.inTrash.path === path || basename(item.path) === selector,
	);
	const all = byPath.length > 0 ? byPath : byContent(selector, trashed, io);
	const matches = all.some(isSession) ? all.filter(isSession) : all;
	const [first] = matches;
	if (first === undefined) {
		const what = `nothing in the trash is called "${sanitiseLine(selector)}"`;
		throw new CommandError(`${what}; \`prime-sessions restore\` shows what is there`);
	}
	if (matches.every((item) => item.path === first.path)) return first;
	throw new CommandError(ambiguous(selector, matches, io));
}

function isSession({ path }: TrashedSession): boolean {
	return originalText(path) === undefined;
}

function byContent(selector: string, trashed: readonly TrashedSession[], io: CommandIo): TrashedSession[] {
	const items = new Map(trashed.flatMap((item) => (item.session ? [[item.session, item] as const] : [])));
	const found = findSession(selector, [...items.keys()], io);
	const sessions = found.kind === "one" ? [found.session] : found.kind === "ambiguous" ? found.matches : [];
	const wanted = new Set(sessions.map((session) => items.get(session)));
	return trashed.filter((item) => wanted.has(item));
}

function ambiguous(selector: string, matches: readonly TrashedSession[], io: CommandIo): string {
	const lines = matches.slice(0, MOST_MATCHES).map(({ path, deletedAt, title }) => {
		const when = ageInWords(deletedAt.getTime(), io.now);
		return `  ${sanitiseLine(path)}  deleted ${when}  ${cut(sanitiseLine(title.slice(0, 400)), 60)}`;
	});
	const more = matches.length > MOST_MATCHES ? [`  … and ${matches.length - MOST_MATCHES} more`] : [];
	const head = `"${sanitiseLine(selector)}" may mean ${matches.length} sessions in the trash; give the path:`;
	return [head, ...lines, ...more].join("\n");
}
