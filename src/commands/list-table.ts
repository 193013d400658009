import type { SessionInfo } from "../store/info.js";
import { titles } from "../store/title.js";
import { age, count } from "../text/amounts.js";
import { columnsOf, cut, cutStart, padEnd, padStart } from "../text/columns.js";
import { shortenHome } from "../text/home.js";
import { sanitiseLine } from "../text/sanitise.js";
import { type Line, toAnsi } from "../text/spans.js";
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
	const idColumns = Math.max(...ids.map(columnsOf));
	const counts = sessions.map(({ messageCount }) => count(messageCount));
	const countColumns = Math.max(...counts.map(columnsOf));
	return sessions
		.map((session, index) => {
			const lead: Line = [
				{ text: padEnd(ids[index] ?? "", idColumns), colour: "accent" },
				{ text: padStart(age(session.modified.getTime(), options.now), 5), dim: true },
				{ text: ` ${padStart(counts[index] ?? "", countColumns)}  ` },
				{ text: `${mark(session)} ` },
			];
			const room = options.columns - idColumns - 5 - countColumns - 3 - 2;
			return `${toAnsi([...lead, ...text(session, called.get(session.path) ?? "", room, options)], options.colours)}\n`;
		})
		.join("");
}

function text(session: SessionInfo, title: string, room: number, { paths, home }: TableOptions): Line {
	const name = cut(sanitiseLine(title.slice(0, 2 * LONGEST_TITLE)), LONGEST_TITLE);
	const labels = session.labels.map((label) => `[${sanitiseLine(label)}]`).join(" ");
	const cwd = paths ? shortenHome(sanitiseLine(session.cwd), home) : "";
	const end = (text: string) => (text === "" ? "" : `  ${text}`);
	if (room === Number.POSITIVE_INFINITY) {
		return [{ text: name }, { text: end(labels), colour: "yellow" }, { text: end(cwd), dim: true }];
	}
	const half = Math.floor(Math.max(0, room) / 2);
	const shownCwd = end(cutStart(cwd, Math.min(40, half - 2)));
	const shownLabels = end(cut(labels, Math.max(0, Math.min(24, half - columnsOf(shownCwd) - 2))));
	const left = Math.max(1, room - columnsOf(shownCwd) - columnsOf(shownLabels));
	return [{ text: cut(name, left) }, { text: shownLabels, colour: "yellow" }, { text: shownCwd, dim: true }];
}

function mark(session: SessionInfo): string {
	if (session.open) return "●";
	if (session.problemCount > 0 || session.version > 3) return "⚠";
	if (session.state === "archived") return "▪";
	return " ";
}
