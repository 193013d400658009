import { columnsOf } from "../text/columns.js";
import type { Line } from "../text/spans.js";
import { bindings, type KeyOverrides, keyLabel, type Mode } from "./keys.js";

/** The keys of `mode` that the footer names, as many as fit in `columns`; the way to the help stays. */
export function footerLine(mode: Mode, overrides: KeyOverrides, columns: number): Line {
	const hints = bindings(mode, overrides).flatMap(([action, { keys, footer }]) => {
		const key = action === "help" ? "?" : keys[0];
		return footer === undefined || key === undefined
			? []
			: [{ key: action === "help" ? "?" : keyLabel(key, true), footer }];
	});
	const size = ({ key, footer }: { key: string; footer: string }) =>
		columnsOf(key) + 1 + columnsOf(footer) + 2;
	let room = columns - 1;
	const help = hints.filter((hint) => hint.key === "?");
	for (const hint of help) room -= size(hint);
	const shown = [];
	for (const hint of hints) {
		if (hint.key === "?") continue;
		room -= size(hint);
		if (room < 0) break;
		shown.push(hint);
	}
	return [
		{ text: " " },
		...[...shown, ...help].flatMap(({ key, footer }) => [{ text: key }, { text: ` ${footer}  `, dim: true }]),
	];
}
