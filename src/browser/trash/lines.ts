import { age, bytes, count, counted } from "../../text/amounts.js";
import { cutStart, padStart } from "../../text/columns.js";
import { shortenHome } from "../../text/home.js";
import { sanitiseLine } from "../../text/sanitise.js";
import { type Line, wrapLine } from "../../text/spans.js";
import { fill, justify } from "../layout-lines.js";
import { overlayOf } from "../overlay.js";
import type { State } from "../state.js";
import type { TrashScreen } from "./state.js";
import { trashCursorIndex } from "./update.js";

/** How many sessions lie in the trash, and how large they are. */
export function trashTitle({ items, marked }: TrashScreen, columns: number): Line {
	const total = items.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
	const marks = marked.size === 0 ? "" : `${count(marked.size)} marked · `;
	const amount = `${marks}${counted(items.length, "session")} · ${bytes(total)} `;
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
	const rows = trash.items.slice(trash.top, trash.top + height).map((item, offset): Line => {
		const isCursor = trash.top + offset === cursor;
		const mark = trash.marked.has(item.inTrash.path) ? "✓" : " ";
		const deleted = padStart(age(item.deletedAt.getTime(), state.now), 5);
		const size = padStart(bytes(item.sizeBytes), 9);
		const where =
			columns < 72 ? "" : `  ${cutStart(shortenHome(sanitiseLine(item.path), state.environment.home), 40)}`;
		const room = Math.max(1, state.size.columns - 4 - deleted.length - size.length - where.length - 1);
		const style = isCursor ? ({ bold: true, colour: "accent" } as const) : {};
		return [
			{ text: isCursor ? " ▸" : "  ", ...style },
			{ text: `${mark} `, ...style },
			...fill([{ text: sanitiseLine(item.title.slice(0, 600)), ...style }], room),
			{ text: where, dim: true },
			{ text: size },
			{ text: deleted },
		];
	});
	return [...rows, ...note.slice(0, Math.max(0, height - rows.length))];
}
