import type { SessionInfo } from "../store/info.js";
import { titles } from "../store/title.js";
import { age, count } from "../text/amounts.js";
import { cut, padEnd, padStart, widest } from "../text/columns.js";
import { shortenHome } from "../text/home.js";
import { sanitiseLine } from "../text/sanitise.js";
import { type Line, toAnsi } from "../text/spans.js";
import { layOut, NO_TEXTS, type RowTexts, row } from "./list-columns.js";
import { shortIds } from "./short-ids.js";

/** In columns: a first message may be of megabytes. */
export const LONGEST_TITLE = 4096;

export interface TableOptions {
	/** Infinity: nothing is cut to fit. */
	readonly columns: number;
	readonly colours: boolean;
	readonly now: number;
	readonly home: string;
	/** Show working directories. */
	readonly paths: boolean;
}

/** Sessions as a table: id (enough of it to select by), age, messages, mark and title, labels, directory. */
export function listTable(sessions: readonly SessionInfo[], options: TableOptions): string {
	if (sessions.length === 0) return "";
	const ids = shortIds(sessions.map(({ id }) => sanitiseLine(id)));
	const called = titles(sessions);
	const idColumns = widest(ids);
	const counts = sessions.map(({ messageCount }) => count(messageCount));
	const countColumns = widest(counts);
	const texts = sessions.map((session) => textsOf(session, called.get(session.path) ?? "", options));
	const widths = layOut(texts, options.columns - idColumns - 5 - countColumns - 3 - 2);
	return sessions
		.map((session, index) => {
			const line: Line = [
				{ text: padEnd(ids[index] ?? "", idColumns), colour: "accent" },
				{ text: padStart(age(session.modified.getTime(), options.now), 5), dim: true },
				{ text: ` ${padStart(counts[index] ?? "", countColumns)}  ` },
				{ text: `${mark(session)} ` },
				...row(texts[index] ?? NO_TEXTS, widths),
			];
			return `${toAnsi(line, options.colours)}\n`;
		})
		.join("");
}

function textsOf(session: SessionInfo, title: string, { paths, home }: TableOptions): RowTexts {
	return {
		name: cut(sanitiseLine(title.slice(0, 2 * LONGEST_TITLE)), LONGEST_TITLE),
		labels: session.labels.map((label) => `[${sanitiseLine(label)}]`).join(" "),
		cwd: paths ? shortenHome(sanitiseLine(session.cwd), home) : "",
	};
}

function mark(session: SessionInfo): string {
	if (session.open) return "●";
	if (session.problemCount > 0 || session.version > 3) return "⚠";
	if (session.state === "archived") return "▪";
	return " ";
}
