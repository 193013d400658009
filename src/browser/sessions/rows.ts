import type { SessionInfo } from "../../store/info.js";
import type { Scope } from "../../store/scope.js";
import { filterSessions, type SearchHit } from "../../store/search.js";
import { sortSessions } from "../../store/sort.js";
import { type ThreadRow, threadSessions } from "../../store/threads.js";
import { titles } from "../../store/title.js";
import { sanitiseLine } from "../../text/sanitise.js";
import { isCommandLine } from "../slash-commands.js";
import type { Size } from "../state.js";
import { inWindow } from "./cursor.js";
import type { ListedSession, SessionRow, SessionsScreen } from "./state.js";

/** The longest title that is worth cleaning: no terminal shows more. */
const TITLE_LENGTH = 600;

/** The screen with its rows made anew, and the cursor kept on its session, or near where that was. */
export function withRows(screen: SessionsScreen, size: Size): SessionsScreen {
	const filtered = screen.listed.filter(({ info }) => !screen.namedOnly || info.name !== undefined);
	const query = isCommandLine(screen.query.text) ? "" : screen.query.text.trim();
	const hits =
		query === ""
			? undefined
			: filterSessions(
					filtered.map(({ info }) => info),
					query,
				);
	const found = hits === undefined ? filtered : filtered.filter(({ info }) => hits.has(info.path));
	const rows = makeRows(
		found.filter((session) => within(screen.scope, session)),
		screen,
		hits,
	);
	const next: SessionsScreen = {
		...screen,
		rows,
		matching: {
			directory: found.filter((session) => within("directory", session)).length,
			repository: found.filter((session) => within("repository", session)).length,
			all: found.length,
		},
		inScope: screen.listed.filter((session) => within(screen.scope, session)).length,
	};
	return inWindow(keepCursor(next, screen), size);
}

function within(scope: Scope, session: ListedSession): boolean {
	switch (scope) {
		case "all":
			return true;
		case "repository":
			return session.nearness !== "elsewhere";
		case "directory":
			return session.nearness === "directory";
		default:
			return scope satisfies never;
	}
}

function makeRows(
	sessions: readonly ListedSession[],
	screen: SessionsScreen,
	hits: ReadonlyMap<string, SearchHit> | undefined,
): SessionRow[] {
	const byPath = new Map(sessions.map((session) => [session.info.path, session]));
	const infos = sessions.map(({ info }) => info);
	const called = titlesOf(screen.listed);
	const row = (path: string, lasts: ThreadRow<unknown>["lasts"] = []): SessionRow[] => {
		const session = byPath.get(path);
		if (session === undefined) return [];
		const title = called.get(path) ?? "";
		return [
			{
				kind: "session",
				session,
				title,
				lasts,
				hit: hits?.get(path),
			},
		];
	};
	if (hits !== undefined && screen.sort === "recent") {
		// Best hit first: the search's own order.
		return [...hits.keys()].flatMap((path) => row(path));
	}
	const sorted = sortSessions(infos, screen.sort);
	if (screen.sort === "directory") {
		return sorted.flatMap(({ path, cwd }, index) => [
			...(sorted[index - 1]?.cwd === cwd ? [] : [heading(cwd, byPath.get(path))]),
			...row(path),
		]);
	}
	if (hits !== undefined || screen.sort !== "recent") return sorted.flatMap(({ path }) => row(path));
	return threadSessions(sorted).flatMap((thread) => row(thread.session.path, thread.lasts));
}

function heading(cwd: string, session: ListedSession | undefined): SessionRow {
	return { kind: "group", cwd, missing: session?.cwdMissing ?? false };
}

let titled: { listed: readonly ListedSession[]; titles: Map<string, string> } | undefined;

/** Titles of all that is listed; made once a reading, not once a key. */
function titlesOf(listed: readonly ListedSession[]): Map<string, string> {
	if (titled?.listed !== listed) {
		const made = titles(listed.map(({ info }) => info));
		for (const { info } of listed) made.set(info.path, cleaned(info, made.get(info.path) ?? ""));
		titled = { listed, titles: made };
	}
	return titled.titles;
}

const clean = new WeakMap<SessionInfo, { readonly text: string; readonly shown: string }>();

/** A title as it is shown; cleaned once, however often the list is made while it is read. */
function cleaned(info: SessionInfo, text: string): string {
	const known = clean.get(info);
	if (known?.text === text) return known.shown;
	const shown = sanitiseLine(text.slice(0, TITLE_LENGTH));
	clean.set(info, { text, shown });
	return shown;
}

/** A cursor whose session is no longer shown goes to the session that took its place. */
function keepCursor(next: SessionsScreen, before: SessionsScreen): SessionsScreen {
	const { cursor } = next;
	if (cursor === undefined) return next.top === 0 ? next : { ...next, top: 0 };
	const shown = next.rows.some((row) => row.kind === "session" && row.session.info.path === cursor);
	if (shown) return next;
	const at = before.rows.findIndex((row) => row.kind === "session" && row.session.info.path === cursor);
	for (const index of [at, at - 1, 0]) {
		const row = next.rows[index];
		if (row?.kind === "session") return { ...next, cursor: row.session.info.path };
	}
	return { ...next, cursor: undefined };
}
