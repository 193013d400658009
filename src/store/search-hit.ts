import { fold, foldedRanges } from "../text/fold.js";
import { sanitiseLine } from "../text/sanitise.js";
import { NO_MESSAGES, type SessionInfo } from "./info.js";
import { title } from "./title.js";

/** Why a session was found: the field, its text as shown, and the hits in it as offsets in code units. */
export interface SearchHit {
	readonly field: "title" | "was" | "message" | "directory" | "label";
	/** Sanitised, on one line; of a long text the part around the first hit. */
	readonly text: string;
	readonly ranges: readonly (readonly [number, number])[];
}

/** The longest text that is worth cleaning: no terminal shows more. */
const SHOWN = 600;
/** What is shown of a long text before its first hit, in code units. */
const BEFORE = 24;

/** The hit of a session that holds `terms`, folded. Its parts are found when they are asked for: few rows are drawn. */
export function searchHit(session: SessionInfo, terms: readonly string[]): SearchHit {
	let hit: SearchHit | undefined;
	const found = () => {
		hit ??= explain(session, terms);
		return hit;
	};
	return {
		get field() {
			return found().field;
		},
		get text() {
			return found().text;
		},
		get ranges() {
			return found().ranges;
		},
	};
}

/** The title where it holds all terms; else the first text that holds one the title lacks. */
function explain(session: SessionInfo, terms: readonly string[]): SearchHit {
	const shown = sanitiseLine(title(session).slice(0, SHOWN));
	const folded = fold(shown);
	const missing = terms.filter((term) => !folded.includes(term));
	for (const [field, text] of missing.length > 0 ? textsOf(session) : []) {
		const at = Math.min(...missing.map((term) => fold(text).indexOf(term)).filter((at) => at >= 0));
		if (at === Number.POSITIVE_INFINITY) continue;
		const part = field === "message" ? around(text, at) : sanitiseLine(text.slice(0, SHOWN));
		const ranges = foldedRanges(part, terms);
		if (ranges.length > 0) return { field, text: part, ranges };
	}
	return { field: "title", text: shown, ranges: foldedRanges(shown, terms) };
}

function* textsOf(session: SessionInfo): Generator<[Exclude<SearchHit["field"], "title">, string]> {
	for (const name of session.oldNames) yield ["was", name];
	if (session.firstMessage !== NO_MESSAGES) yield ["message", session.firstMessage];
	for (const message of session.nextMessages) yield ["message", message];
	yield ["directory", session.cwd];
	for (const label of session.labels) yield ["label", label];
}

/** The part of a text around a place in it, beginning with a whole word. `at` may be off where folding changed lengths. */
function around(text: string, at: number): string {
	if (at <= BEFORE) return sanitiseLine(text.slice(0, SHOWN));
	const start = at - BEFORE;
	const space = text.slice(start, at).search(/\s/);
	const from = space === -1 ? start : start + space + 1;
	const isHalf = (text.charCodeAt(from) & 0xfc00) === 0xdc00;
	return sanitiseLine(`…${text.slice(isHalf ? from + 1 : from, from + SHOWN)}`);
}
