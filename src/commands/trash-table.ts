import { originalText } from "../store/trash/originals.js";
import type { TrashedSession } from "../store/trash/trash-can.js";
import { age, bytes } from "../text/amounts.js";
import { columnsOf, cut, cutStart, padEnd, padStart, widest } from "../text/columns.js";
import { shortenHome } from "../text/home.js";
import { sanitiseLine } from "../text/sanitise.js";
import { toAnsi } from "../text/spans.js";
import type { CommandIo } from "./io.js";
import { LONGEST_TITLE } from "./list-table.js";
import { shortIds } from "./short-ids.js";

/** What is in the trash as a table: id (enough of it to select by), time since the deletion, size, title, where it was. */
export function trashTable(trashed: readonly TrashedSession[], io: CommandIo): string {
	const ids = shortIds(trashed.map(({ id = "" }) => sanitiseLine(id)));
	const idColumns = widest(ids);
	const sizes = trashed.map(({ sizeBytes }) => bytes(sizeBytes));
	const sizeColumns = widest(sizes);
	return trashed
		.map(({ deletedAt, title, problem, path }, index) => {
			const lead = [
				{ text: padEnd(ids[index] ?? "", idColumns), colour: "accent" as const },
				{ text: padStart(age(deletedAt.getTime(), io.now), 5), dim: true },
				{ text: `  ${padStart(sizes[index] ?? "", sizeColumns)}  ` },
			];
			const room = io.columns - idColumns - 5 - sizeColumns - 4;
			const called = cut(sanitiseLine(title.slice(0, 2 * LONGEST_TITLE)), LONGEST_TITLE);
			const remarks = [originalText(path), problem && sanitiseLine(problem)].filter(Boolean).join(", ");
			const name = remarks === "" ? called : `${called} (${remarks})`;
			const place = sanitiseLine(shortenHome(path, io.home));
			return `${toAnsi([...lead, ...titleAndPlace(name, place, room)], io.colours)}\n`;
		})
		.join("");
}

function titleAndPlace(name: string, place: string, room: number) {
	if (room === Number.POSITIVE_INFINITY) return [{ text: name }, { text: `  ${place}`, dim: true }];
	const shown = cutStart(place, Math.min(40, Math.max(0, Math.floor(room / 2) - 2)));
	return [{ text: cut(name, Math.max(1, room - columnsOf(shown) - 2)) }, { text: `  ${shown}`, dim: true }];
}
