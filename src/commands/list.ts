import { resolve } from "node:path";
import { listSessions } from "../store/catalogue.js";
import type { SessionInfo } from "../store/info.js";
import { Places } from "../store/places.js";
import { filterScope, type Scope } from "../store/scope.js";
import { filterSessions } from "../store/search.js";
import { type Sort, sortSessions } from "../store/sort.js";
import type { Unreadable } from "../store/store-files.js";
import { sanitiseLine } from "../text/sanitise.js";
import { CommandError, type CommandIo, EXIT, type ExitCode, printJson } from "./io.js";
import { type NothingFound, nothingFound } from "./list-nothing.js";
import { listTable } from "./list-table.js";
import { migrateAtStart } from "./migrate-at-start.js";
import { sessionJson } from "./session-json.js";
import { openStore, type StoreOptions } from "./store-options.js";

export interface ListOptions extends StoreOptions {
	readonly all?: boolean;
	readonly repo?: boolean;
	/** Sessions of this directory instead of the working directory. */
	readonly cwd?: string;
	readonly sort?: Sort;
	readonly reverse?: boolean;
	readonly limit?: number;
	readonly named?: boolean;
	readonly archived?: boolean;
	readonly json?: boolean;
	/** With `json`: the text of all messages too. */
	readonly text?: boolean;
}

const MOST_UNREADABLE = 5;
const FILTERS = ["named", "archived"] as const;

/** `prime-sessions list [query]`: sessions, newest first; with a query, the best match first. */
export async function list(query: string, options: ListOptions, io: CommandIo): Promise<ExitCode> {
	checkOptions(options);
	const location = openStore(options, io);
	const migrated = await migrateAtStart(location, io);
	if (migrated !== undefined) io.err(`${migrated}\n`);
	const here = options.cwd === undefined ? io.cwd : resolve(io.cwd, options.cwd);
	const scope: Scope = options.all ? "all" : options.repo ? "repository" : "directory";
	const places = new Places({ here });
	const { sessions, unreadable } = await listSessions({ location, text: options.text ?? false });
	const wanted = sessions.filter(
		(session) =>
			(!options.named || session.name !== undefined) && (!options.archived || session.state === "archived"),
	);
	const found = matching(wanted, query, options);
	const scoped = await filterScope(found, scope, here, places);
	const shown = scoped.slice(0, options.limit ?? scoped.length);

	if (options.json) {
		printJson(io, { sessionDir: location.sessionDir, sessions: shown.map(sessionJson), unreadable });
		return EXIT.done;
	}
	io.out(listTable(shown, { ...io, paths: scope !== "directory" }));
	if (scoped.length > 0 && shown.length === 0) io.err(noneOf(scoped.length));
	else if (shown.length === 0) {
		const filters = FILTERS.filter((filter) => options[filter]);
		const nothing: NothingFound = {
			query,
			scope,
			here,
			isNamed: options.cwd !== undefined,
			filters,
			found,
			unfiltered: filters.length === 0 ? found.length : matching(sessions, query, options).length,
			sessionDir: location.sessionDir,
			home: io.home,
		};
		io.err(await nothingFound(nothing, places));
	}
	sayUnreadable(unreadable, io);
	return EXIT.done;
}

function checkOptions({ all, cwd, repo, text, json }: ListOptions): void {
	if (all && cwd !== undefined) throw new CommandError("--all or --cwd, not both", EXIT.usage);
	if (all && repo) throw new CommandError("--all or --repo, not both", EXIT.usage);
	if (text && !json) throw new CommandError("--text goes with --json", EXIT.usage);
}

/** Names the files that could not be read, the first of them where there are many. */
function sayUnreadable(unreadable: readonly Unreadable[], io: CommandIo): void {
	const shown = unreadable.length > MOST_UNREADABLE ? unreadable.slice(0, MOST_UNREADABLE) : unreadable;
	for (const { path, reason } of shown)
		io.err(`unreadable: ${sanitiseLine(path)}: ${sanitiseLine(reason)}\n`);
	const more = unreadable.length - shown.length;
	if (more > 0) io.err(`… and ${more} more; \`prime-sessions doctor\` names them all\n`);
}

function matching(
	sessions: readonly SessionInfo[],
	query: string,
	{ sort, reverse = false }: ListOptions,
): SessionInfo[] {
	if (query.trim() === "") return sortSessions(sessions, sort ?? "recent", { reverse });
	const hits = filterSessions(sessions, query);
	const byPath = new Map(sessions.map((session) => [session.path, session]));
	const found = [...hits.keys()].flatMap((path) => byPath.get(path) ?? []);
	// Best match first, unless an order was asked for.
	if (sort !== undefined) return sortSessions(found, sort, { reverse });
	return reverse ? found.reverse() : found;
}

function noneOf(sessions: number): string {
	return `${sessions} ${sessions === 1 ? "session" : "sessions"}, of which --limit 0 shows none.\n`;
}
