import { title } from "../../store/title.js";
import { age, bytes, count, counted } from "../../text/amounts.js";
import { columnsOf, cutStart, padEnd, padStart } from "../../text/columns.js";
import { shortenHome } from "../../text/home.js";
import { sanitiseLine } from "../../text/sanitise.js";
import type { Line } from "../../text/spans.js";
import { fill, justify } from "../layout-lines.js";
import { NARROW } from "../sessions/header-lines.js";
import type { State } from "../state.js";
import { pruneGeometry } from "./geometry.js";
import type { PruneScreen } from "./state.js";
import { LIST_STOP, pruneCursorIndex } from "./update.js";

/** How many would go, and the space that frees. */
export function pruneTitle(screen: PruneScreen, { size, sessions }: State): Line {
	const { choice, problem, artifacts, request } = screen;
	const known = sessions.whole && artifacts !== undefined && request === undefined;
	const soFar = known ? "" : " so far";
	const amount =
		problem === undefined
			? [
					{
						text: `${counted(choice.go.length, "session")} · ${bytes(choice.bytes)} would go${soFar} `,
					},
				]
			: [{ text: `${problem} `, colour: "red" as const }];
	const where = size.columns < NARROW ? "" : "  all directories";
	return justify(
		[
			{ text: " Prune", bold: true },
			{ text: where, dim: true },
		],
		amount,
		size.columns,
	);
}

/** The sessions that would go. */
export function prunedLines(screen: PruneScreen, state: State): Line[] {
	const { columns } = state.size;
	const { list } = pruneGeometry(state.size);
	if (screen.choice.go.length === 0) {
		const soFar = state.sessions.whole ? "" : " so far";
		return [[{ text: `   Nothing would go${soFar}.`, dim: true }]];
	}
	const cursor = pruneCursorIndex(screen);
	return screen.choice.go.slice(screen.top, screen.top + list).map(({ session }, offset): Line => {
		const isCursor = screen.focus === LIST_STOP && screen.top + offset === cursor;
		const where =
			columns < 76
				? ""
				: `  ${padEnd(cutStart(shortenHome(sanitiseLine(session.cwd), state.environment.home), 26), 26)}`;
		const tail = `${padStart(count(session.messageCount), 6)}${padStart(age(session.modified.getTime(), state.now), 6)}${padStart(bytes(session.sizeBytes), 9)} `;
		const name = fill(
			[{ text: sanitiseLine(title(session).slice(0, 600)) }],
			Math.max(1, columns - 3 - columnsOf(where) - columnsOf(tail)),
		);
		const line: Line = [
			{ text: isCursor ? " ▸ " : "   " },
			...name,
			{ text: where, dim: true },
			{ text: tail },
		];
		return isCursor ? line.map((span) => ({ ...span, bold: true, colour: "accent" as const })) : line;
	});
}
