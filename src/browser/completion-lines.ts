import { padEnd } from "../text/columns.js";
import { cutLine, type Line } from "../text/spans.js";
import { SLASH_COMMANDS, type SlashCommand } from "./slash-commands.js";
import { follow } from "./viewport.js";

/** The commands offered while one is typed, a line each: as many as there are rows for, the chosen one among them. */
export function completionLines(
	offered: readonly SlashCommand[],
	chosen: number,
	{ columns, rows }: { columns: number; rows: number },
): Line[] {
	if (rows <= 0) return [];
	const first = follow(0, chosen, rows, offered.length);
	return offered.slice(first, first + rows).map((command, row) => {
		const index = first + row;
		const { argument, does } = SLASH_COMMANDS[command];
		const name = padEnd(argument === undefined ? `/${command}` : `/${command} [${argument}]`, 16);
		const isChosen = index === chosen;
		return cutLine(
			[
				{ text: isChosen ? " ▸ " : "   ", colour: "accent" },
				isChosen ? { text: name, bold: true, colour: "accent" } : { text: name },
				{ text: ` ${does}`, dim: true },
			],
			columns,
		);
	});
}
