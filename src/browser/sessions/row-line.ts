import { age, tokens } from "../../text/amounts.js";
import { columnsOf, cut, cutStart, padStart } from "../../text/columns.js";
import { shortenHome } from "../../text/home.js";
import { sanitiseLine } from "../../text/sanitise.js";
import { cutLine, highlight, type Line, lineColumns, type Span } from "../../text/spans.js";
import { fieldLine, fill } from "../layout-lines.js";
import type { ListedSession, Renaming, SessionRow } from "./state.js";

export interface RowFrame {
	readonly columns: number;
	readonly now: number;
	readonly home: string;
	/** Show working directories. */
	readonly paths: boolean;
	readonly cursor: boolean;
	readonly marked: boolean;
	readonly renaming: Renaming | undefined;
}

/** Narrower lists do without labels and directories, and with tighter marks. */
const ROOMY = 56;
const COUNT_COLUMNS = 5;
const AGE_COLUMNS = 5;

/** One row of the list, exactly as wide as the list. */
export function rowLine(row: SessionRow, frame: RowFrame): Line {
	if (row.kind === "group") {
		const cwd = cutStart(shortenHome(sanitiseLine(row.cwd), frame.home), Math.max(1, frame.columns - 9));
		return fill(
			[
				{ text: ` ${cwd}`, bold: true },
				{ text: row.missing ? " (gone)" : "", dim: true },
			],
			frame.columns,
		);
	}
	const { info } = row.session;
	const roomy = frame.columns >= ROOMY;
	const lead = leadOf(frame, roomy);
	const mark = markOf(row.session);
	const tail: Line = [
		// "1.3k" rather than "1,284", which would touch what is before it.
		{ text: padStart(tokens(info.messageCount), COUNT_COLUMNS) },
		{ text: padStart(age(info.modified.getTime(), frame.now), AGE_COLUMNS), dim: !frame.cursor },
		{ text: " " },
	];
	const fixed = columnsOf(lead) + (roomy ? 2 : 1) + COUNT_COLUMNS + AGE_COLUMNS + 1;
	const room = Math.max(1, frame.columns - fixed);
	const middle =
		frame.renaming !== undefined && frame.renaming.path === info.path
			? fill([{ text: "name: ", dim: true }, ...fieldLine(frame.renaming.field, room - 6)], room)
			: middleOf(row, frame, room, roomy);
	const line: Line = [
		{ text: lead },
		{ text: roomy ? `${mark.text} ` : mark.text, ...colourOf(mark) },
		...middle,
		...tail,
	];
	return frame.cursor ? line.map((span) => ({ ...span, bold: true, colour: span.colour ?? "accent" })) : line;
}

/** The cursor's mark, and that of a marked session. */
function leadOf({ cursor, marked }: RowFrame, roomy: boolean): string {
	const pointer = cursor ? "▸" : " ";
	const mark = marked ? "✓" : " ";
	return roomy ? ` ${pointer}${mark}` : `${mark}${pointer}`;
}

/** Title on the left; labels and directory on the right, as far as there is room. */
function middleOf(
	row: Extract<SessionRow, { kind: "session" }>,
	frame: RowFrame,
	room: number,
	roomy: boolean,
): Line {
	const { info, cwdMissing } = row.session;
	const right: Span[] = [];
	// The title keeps half the room, and more where it alone is shown.
	let spare = Math.floor(room / 2);
	if (frame.paths && spare >= 10) {
		const gone = cwdMissing && roomy ? " (gone)" : "";
		const cwd = cutStart(
			shortenHome(sanitiseLine(info.cwd), frame.home),
			Math.min(spare, 32) - 2 - gone.length,
		);
		right.push({ text: `  ${cwd}${gone}`, dim: true });
		spare -= columnsOf(cwd) + 2 + gone.length;
	}
	if (roomy && info.labels.length > 0 && spare >= 8) {
		const labels = info.labels.map((label) => `[${sanitiseLine(label)}]`).join(" ");
		right.push({ text: `  ${cut(labels, Math.min(spare, 26) - 2)}`, colour: "yellow" });
	}
	const rightColumns = right.reduce((sum, span) => sum + columnsOf(span.text), 0);
	const left = Math.max(1, room - rightColumns);
	return [...fill(titleLine(row, left), left), ...right];
}

/** The title; and why the row was found where the title does not say, for which a long title gives way. */
function titleLine(row: Extract<SessionRow, { kind: "session" }>, room: number): Line {
	const { info } = row.session;
	const isFork = info.parentSessionPath !== undefined && info.rlmDepth === 0;
	const branch = branchOf(row.lasts);
	const prefix: Span[] = [];
	if (branch !== "") prefix.push({ text: branch, dim: true });
	if (isFork) prefix.push({ text: "fork · ", dim: true });
	const title: Line = [{ text: row.title, dim: info.messageCount === 0 && info.name === undefined }];
	const { hit } = row;
	if (hit === undefined) return [...prefix, ...title];
	if (hit.field === "title") return [...prefix, ...highlight(title, hit.ranges)];
	// Found in something the row does not show: say what.
	const why: Line = [
		{ text: `  ${hit.field}: `, dim: true },
		...highlight([{ text: hit.text, dim: true }], hit.ranges),
	];
	const forTitle = Math.max(Math.floor(room / 2), room - lineColumns(why));
	return [...cutLine([...prefix, ...title], forTitle), ...why];
}

/** The lines that lead down to a fork. */
function branchOf(lasts: readonly boolean[]): string {
	return lasts
		.map((isLast, at) => (at === lasts.length - 1 ? (isLast ? "└ " : "├ ") : isLast ? "  " : "│ "))
		.join("");
}

/** What must be known of a session before it is touched, as one mark. */
function markOf({ info }: ListedSession): { text: string; colour?: "green" | "yellow" | "red" } {
	if (info.open) return { text: "●", colour: "green" };
	if (info.problemCount > 0 || info.version > 3) return { text: "⚠", colour: "yellow" };
	if (info.state === "archived") return { text: "▪" };
	if (info.state === "crash") return { text: "✗", colour: "red" };
	return { text: " " };
}

function colourOf(mark: { colour?: "green" | "yellow" | "red" }): Pick<Span, "colour"> {
	return mark.colour === undefined ? {} : { colour: mark.colour };
}
