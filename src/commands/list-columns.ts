/** How the columns of a list share the width of a terminal. */
import { columnsOf, cut, cutStart, widest } from "../text/columns.js";
import type { Line } from "../text/spans.js";

/** What a row says of a session, in full. */
export interface RowTexts {
	readonly name: string;
	/** "" without any. */
	readonly labels: string;
	/** "" where directories are not shown. */
	readonly cwd: string;
}

/** The columns of a title with its labels, and of the directory behind them. Infinity: nothing is cut nor filled up. */
export interface Widths {
	readonly name: number;
	readonly cwd: number;
}

export const NO_TEXTS: RowTexts = { name: "", labels: "", cwd: "" };

const GAP = 2;
/** The part of the room that directories, and labels beside a long title, are sure of. */
const SURE_PART = 0.4;

/** As wide as the texts need, while the room lasts. */
export function layOut(rows: readonly RowTexts[], room: number): Widths {
	if (room === Number.POSITIVE_INFINITY) return { name: room, cwd: room };
	const name = largest(rows.map(({ name, labels }) => columnsOf(name) + behind(columnsOf(labels))));
	const cwd = sharedBy(name, widest(rows.map((each) => each.cwd)), room);
	return { name: Math.max(1, Math.min(name, room - behind(cwd))), cwd };
}

/** A row in columns: the title, its labels flush right behind it, the directory. */
export function row({ name, labels, cwd }: RowTexts, widths: Widths): Line {
	if (widths.name === Number.POSITIVE_INFINITY) {
		const end = (text: string) => (text === "" ? "" : `  ${text}`);
		return [{ text: name }, { text: end(labels), colour: "yellow" }, { text: end(cwd), dim: true }];
	}
	const shownLabels = cut(labels, sharedBy(columnsOf(name), columnsOf(labels), widths.name));
	const shownName = cut(name, Math.max(1, widths.name - behind(columnsOf(shownLabels))));
	const shownCwd = cutStart(cwd, widths.cwd);
	const gap = spaces(widths.name - columnsOf(shownName) - columnsOf(shownLabels));
	if (shownCwd === "" && shownLabels === "") return [{ text: shownName }];
	return [
		{ text: `${shownName}${gap}` },
		{ text: shownLabels, colour: "yellow" },
		{ text: shownCwd === "" ? "" : `${spaces(GAP)}${shownCwd}`, dim: true },
	];
}

/** The columns that what stands behind a first text gets: what it needs, its sure part, or what the first one leaves. */
function sharedBy(first: number, second: number, room: number): number {
	const sure = Math.floor(room * SURE_PART);
	const granted = Math.min(second, Math.max(sure, room - first - GAP), room - GAP - 1);
	return Math.max(0, granted);
}

function behind(columns: number): number {
	return columns === 0 ? 0 : columns + GAP;
}

function largest(columns: readonly number[]): number {
	return columns.reduce((most, each) => Math.max(most, each), 0);
}

function spaces(columns: number): string {
	return " ".repeat(Math.max(0, columns));
}
