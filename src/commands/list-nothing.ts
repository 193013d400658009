import type { SessionInfo } from "../store/info.js";
import type { Places } from "../store/places.js";
import { countScopes, type Scope } from "../store/scope.js";
import { shortenHome } from "../text/home.js";
import { sanitiseLine } from "../text/sanitise.js";

/** What a list was asked for that came out empty. */
export interface NothingFound {
	readonly query: string;
	readonly scope: Scope;
	/** The directory the scope is seen from. */
	readonly here: string;
	/** Whether that was named with `--cwd`. */
	readonly isNamed: boolean;
	/** The filters that were given, such as "named". */
	readonly filters: readonly string[];
	/** What matches in any directory, with the filters and without them. */
	readonly found: readonly SessionInfo[];
	readonly unfiltered: number;
	readonly sessionDir: string;
	readonly home: string;
}

/** One line on why a list is empty: where nothing was found, and where there is more. */
export async function nothingFound(nothing: NothingFound, places: Places): Promise<string> {
	const { found, unfiltered, filters, here, isNamed, scope } = nothing;
	const what = subject(nothing);
	if (found.length === 0) {
		const flags = filters.map((filter) => `--${filter}`).join(" ");
		const more = unfiltered > 0 ? `; ${unfiltered} without ${flags}` : "";
		return `${what} in ${shown(nothing.sessionDir, nothing)}${more}.\n`;
	}
	const counts = await countScopes(found, here, places);
	const inRepository = (await places.of(here)).repository !== undefined;
	const around = isNamed ? "in its repository" : "in this repository";
	const below = isNamed ? "there and below" : "here and below";
	const instead = isNamed || scope === "repository" ? " instead" : "";
	const wider = [
		...(scope === "directory" && counts.repository > 0
			? [`${counts.repository} ${inRepository ? around : below} (--repo)`]
			: []),
		`${counts.all} in all directories (--all${instead})`,
	];
	return `${what} ${whereOf(nothing, inRepository)}; ${wider.join(", ")}.\n`;
}

function subject({ filters, query }: NothingFound): string {
	const sessions = ["No", filters.join(", "), "sessions"].filter((word) => word !== "").join(" ");
	return query.trim() === "" ? sessions : `${sessions} match "${sanitiseLine(query)}"`;
}

function whereOf(nothing: NothingFound, inRepository: boolean): string {
	const { here, isNamed, scope } = nothing;
	const directory = isNamed ? shown(here, nothing) : "this directory";
	if (scope !== "repository") return `in ${directory}`;
	if (!inRepository) return `in ${directory}, which is in no repository, or below`;
	return isNamed ? `in the repository of ${directory}` : "in this repository";
}

function shown(path: string, { home }: NothingFound): string {
	return sanitiseLine(shortenHome(path, home));
}
