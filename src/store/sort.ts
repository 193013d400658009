import type { SessionInfo } from "./info.js";
import { title } from "./title.js";

/** The orders of a list, in the order in which a key steps through them. */
export const SORTS = ["recent", "created", "name", "size", "messages", "cost", "directory"] as const;

export type Sort = (typeof SORTS)[number];

type Compare = (a: SessionInfo, b: SessionInfo) => number;

/**
 * Sessions in an order: newest, largest, most or dearest first; names and directories from A to Z. Every order is
 * total: ties go by the newest activity, then by id, then by path. `reverse` turns the whole of it around.
 */
export function sortSessions(
	sessions: readonly SessionInfo[],
	sort: Sort,
	options: { reverse?: boolean } = {},
): SessionInfo[] {
	const compare = comparison(sessions, sort);
	const sign = options.reverse ? -1 : 1;
	return [...sessions].sort((a, b) => sign * (compare(a, b) || recent(a, b)));
}

/** Newest activity first; the order of every list that asks for none. */
export function recent(a: SessionInfo, b: SessionInfo): number {
	return (
		b.modified.getTime() - a.modified.getTime() || compareText(a.id, b.id) || compareText(a.path, b.path)
	);
}

function comparison(sessions: readonly SessionInfo[], sort: Sort): Compare {
	switch (sort) {
		case "recent":
			return recent;
		case "created":
			return (a, b) => b.created.getTime() - a.created.getTime();
		case "name":
			return byName(sessions);
		case "size":
			return (a, b) => b.sizeBytes - a.sizeBytes;
		case "messages":
			return (a, b) => b.messageCount - a.messageCount;
		case "cost":
			return (a, b) => b.usage.cost - a.usage.cost;
		case "directory":
			return (a, b) => compareText(a.cwd, b.cwd);
	}
}

/** Sessions with a name first, then the others by what was asked. */
function byName(sessions: readonly SessionInfo[]): Compare {
	const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
	const titles = new Map(sessions.map((session) => [session, title(session).slice(0, 200)]));
	return (a, b) => {
		const named = Number(b.name !== undefined) - Number(a.name !== undefined);
		return named || collator.compare(titles.get(a) ?? "", titles.get(b) ?? "");
	};
}

function compareText(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
