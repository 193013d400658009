import { count } from "../../text/amounts.js";
import { bar } from "../../text/bar.js";
import { shortenHome } from "../../text/home.js";
import { sanitiseLine } from "../../text/sanitise.js";
import type { Line, Span } from "../../text/spans.js";
import { fieldLine, justify } from "../layout-lines.js";
import { isCommandLine } from "../slash-commands.js";
import type { Environment } from "../state.js";
import { marksText } from "./marks.js";
import type { SessionsScreen } from "./state.js";

/** Narrower screens abbreviate. */
export const NARROW = 72;

/** What is shown, how much of it, in what order, and how far the reading is. */
export function headerLine(screen: SessionsScreen, environment: Environment, columns: number): Line {
	const narrow = columns < NARROW;
	const shown = screen.rows.filter((row) => row.kind === "session").length;
	const total = screen.inScope;
	const active: Span[] = [];
	if (screen.sort !== "recent" || !narrow)
		active.push({ text: ` · ${orderOf(screen)}`, dim: screen.sort === "recent" });
	if (screen.namedOnly) active.push({ text: " · named", colour: "accent" });
	const counts = narrow ? `${count(shown)}/${count(total)}` : `${count(shown)} of ${count(total)}`;
	const right: Line = [
		{ text: shown === total && !narrow ? count(total) : counts },
		...active,
		...readingSpans(screen, narrow),
		{ text: " " },
	];
	return justify(
		[{ text: narrow ? " " : " prime-sessions  ", bold: true }, ...scopeSpans(screen, environment, narrow)],
		right,
		columns,
	);
}

/** A search orders its hits by itself unless another order was chosen. */
function orderOf({ sort, query }: SessionsScreen): string {
	const searches = query.text.trim() !== "" && !isCommandLine(query.text);
	return searches && sort === "recent" ? "best match" : sort;
}

function scopeSpans(screen: SessionsScreen, environment: Environment, narrow: boolean): Span[] {
	const directory = shortenHome(sanitiseLine(environment.cwd), environment.home);
	switch (screen.scope) {
		case "directory":
			return [{ text: narrow ? `here ${directory}` : `here: ${directory}` }];
		case "repository":
			return [{ text: narrow ? `repo ${directory}` : `repository of ${directory}`, colour: "accent" }];
		case "all":
			return [{ text: narrow ? "all" : "all directories", colour: "accent" }];
		default:
			return screen.scope satisfies never;
	}
}

/** How far the reading of the store is; nothing when it is not read. */
function readingSpans({ reading }: SessionsScreen, narrow: boolean): Span[] {
	if (reading === undefined) return [];
	const { loaded, total } = reading;
	if (narrow) return [{ text: ` ${bar(loaded, total, 5)}`, colour: "accent" }];
	const counts = total === 0 ? "" : ` ${count(loaded)}/${count(total)}`;
	return [
		{ text: "   reading ", dim: true },
		{ text: bar(loaded, total, 10), colour: "accent" },
		{ text: counts },
	];
}

/** The line that always takes typing. */
export function searchLine(screen: SessionsScreen, columns: number): Line {
	const right: Span[] = [];
	const marks = marksText(screen);
	if (marks !== "") right.push({ text: `${marks} `, colour: "accent", bold: true });
	if (screen.failure !== undefined && screen.listed.length > 0) {
		right.push({ text: "⚠ not read anew: F5 tries again ", colour: "yellow" });
	} else if (screen.unreadable.length > 0) {
		const files = `${count(screen.unreadable.length)} unreadable`;
		right.push({
			text: `⚠ ${files}${columns >= NARROW ? " (doctor names them)" : ""} `,
			colour: "yellow",
		});
	}
	return justify(
		[{ text: " › ", colour: "accent" }, ...fieldLine(screen.query, Math.max(4, columns - 8))],
		right,
		columns,
	);
}
