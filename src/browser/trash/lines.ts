import { dirname } from "node:path";
import { originalText } from "../../store/trash/originals.js";
import type { TrashedSession } from "../../store/trash/trash-can.js";
import { age, bytes, count, counted } from "../../text/amounts.js";
import { columnsOf, cutStart, padEnd, padStart, widest } from "../../text/columns.js";
import { shortenHome } from "../../text/home.js";
import { sanitiseLine } from "../../text/sanitise.js";
import { type Line, wrapLine } from "../../text/spans.js";
import { fill, justify } from "../layout-lines.js";
import { overlayOf } from "../overlay.js";
import { NARROW } from "../sessions/header-lines.js";
import type { State } from "../state.js";
import type { TrashScreen } from "./state.js";
import { trashCursorIndex } from "./update.js";

/** How many sessions lie in the trash, and how large they are. */
export function trashTitle({ items, marked }: TrashScreen, columns: number): Line {
	const total = items.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
	const marks = marked.size === 0 ? "" : `${count(marked.size)} marked · `;
	const originals = items.filter(({ path }) => originalText(path) !== undefined).length;
	const sessions = items.length - originals;
	const parts = [
		...(sessions > 0 || originals === 0 ? [counted(sessions, "session")] : []),
		...(originals > 0 && (sessions === 0 || columns >= NARROW) ? [counted(originals, "original")] : []),
	];
	const amount = `${marks}${parts.join(", ")} · ${bytes(total)} `;
	return justify([{ text: " Trash", bold: true }], [{ text: amount }], columns);
}

/** The rows of the trash, or what is said in their place. */
export function trashLines(trash: TrashScreen, state: State): Line[] {
	const { columns, height } = overlayOf(state.size);
	const said = (text: string): Line[] =>
		wrapLine([{ text, dim: true }], Math.max(8, columns - 4)).map((line) => [{ text: "   " }, ...line]);
	if (trash.request !== undefined) return said("Looking into the trash…");
	const note = trash.note === undefined ? [] : said(trash.note);
	if (trash.items.length === 0) return [...said("No session of this store lies in the trash."), ...note];
	const cursor = trashCursorIndex(trash);
	const shown = trash.items.slice(trash.top, trash.top + height);
	const places = shown.map((item) => placeOf(item, state));
	const placeColumns = Math.min(mostPlace(columns), widest(places));
	const rows = shown.map((item, offset): Line => {
		const isCursor = trash.top + offset === cursor;
		const mark = trash.marked.has(item.inTrash.path) ? "✓" : " ";
		const deleted = padStart(age(item.deletedAt.getTime(), state.now), 5);
		const size = padStart(bytes(item.sizeBytes), 9);
		const place = places[offset] ?? "";
		const where = placeColumns === 0 ? "" : `  ${padEnd(cutStart(place, placeColumns), placeColumns)}`;
		const room = Math.max(1, state.size.columns - 5 - deleted.length - size.length - columnsOf(where));
		const style = isCursor ? ({ bold: true, colour: "accent" } as const) : {};
		// Where there is no room for a place, the title says what is no session.
		const prefix = where === "" && originalText(item.path) !== undefined ? "original: " : "";
		return [
			{ text: isCursor ? " ▸" : "  ", ...style },
			{ text: `${mark} `, ...style },
			...fill([{ text: prefix + sanitiseLine(item.title.slice(0, 600)), ...style }], room),
			{ text: where, dim: true },
			{ text: size },
			{ text: deleted },
		];
	});
	return [...rows, ...note.slice(0, Math.max(0, height - rows.length))];
}

/** Columns for where a session worked; none in a narrow terminal. */
function mostPlace(columns: number): number {
	if (columns < 72) return 0;
	return columns < 100 ? 26 : 40;
}

/** Where a session worked, or if that is not known, where its file was; of what is no session, what it is. */
function placeOf({ path, session }: TrashedSession, { environment }: State): string {
	return originalText(path) ?? shortenHome(sanitiseLine(session?.cwd ?? dirname(path)), environment.home);
}
