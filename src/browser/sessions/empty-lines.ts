import { count } from "../../text/amounts.js";
import { cut } from "../../text/columns.js";
import { shortenHome } from "../../text/home.js";
import { sanitiseLine } from "../../text/sanitise.js";
import { type Line, wrapLine } from "../../text/spans.js";
import { keyLabel } from "../keys.js";
import type { Environment } from "../state.js";
import type { SessionsScreen } from "./state.js";

/** In columns: enough to know it again. */
const LONGEST_QUERY = 60;

/** What is said in place of an empty list: why it is empty, and what to do. */
export function emptyLines(screen: SessionsScreen, environment: Environment, columns: number): Line[] {
	const texts = emptyTexts(screen, environment);
	return texts.flatMap((text, index) =>
		wrapLine([{ text, dim: index > 0 }], Math.max(10, columns - 4)).map((line) => [{ text: "   " }, ...line]),
	);
}

function emptyTexts(screen: SessionsScreen, environment: Environment): string[] {
	const store = shortenHome(sanitiseLine(environment.sessionDir), environment.home);
	if (screen.failure !== undefined)
		return [`The sessions cannot be read: ${screen.failure}`, "F5 tries again."];
	if (!screen.whole && screen.listed.length === 0) return ["Reading the sessions…"];
	if (screen.listed.length === 0) {
		const unreadable =
			screen.unreadable.length === 0
				? []
				: [
						`${count(screen.unreadable.length)} files there are no sessions that can be read; \`prime-sessions list\` names them.`,
					];
		return [
			`No sessions in ${store}.`,
			...unreadable,
			"`prime-sessions --demo` shows some samples; `--session-dir` opens another store.",
		];
	}
	const filters = [
		...(screen.query.text.trim() === ""
			? []
			: [`match "${cut(sanitiseLine(screen.query.text), LONGEST_QUERY)}"`]),
		...(screen.namedOnly ? ["have a name"] : []),
	].join(" and ");
	const where = { directory: "of this directory", repository: "of this repository", all: "" }[screen.scope];
	const soFar = screen.whole ? "" : "so far";
	const first = `${["No sessions", where, filters, soFar].filter((part) => part !== "").join(" ")}.`;
	return [first, ...wider(screen), ...(screen.query.text === "" ? [] : ["Esc clears the search."])];
}

function wider(screen: SessionsScreen): string[] {
	const { matching, scope } = screen;
	const parts = [
		...(scope === "directory" && matching.repository > 0
			? [`${count(matching.repository)} in this repository`]
			: []),
		...(scope !== "all" && matching.all > 0 ? [`${count(matching.all)} in all directories`] : []),
	];
	return parts.length === 0 ? [] : [`${parts.join(", ")}: ${keyLabel("tab")} widens the view.`];
}
