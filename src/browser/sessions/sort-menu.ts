import { SORTS, type Sort } from "../../store/sort.js";
import type { Menu } from "../menu.js";
import type { Choice } from "../state.js";

const LABELS: Readonly<Record<Sort, string>> = {
	recent: "Recent: last message first",
	created: "Created: newest first",
	name: "Name",
	size: "Size: largest first",
	messages: "Messages: most first",
	cost: "Cost: dearest first",
	directory: "Directory: grouped",
};

/** Asks for the order of the list; the present one is chosen at first. */
export function sortMenu(present: Sort): Menu<Choice> {
	return {
		lines: ["Sort the sessions by"],
		items: SORTS.map((sort) => ({ label: LABELS[sort], value: { type: "sort", sort } })),
		index: Math.max(0, SORTS.indexOf(present)),
	};
}
