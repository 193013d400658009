import { padEnd } from "../text/columns.js";
import { cutLine, type Line } from "../text/spans.js";
import { SLASH_COMMANDS, type SlashCommand } from "./slash-commands.js";

/** The commands offered while one is typed, a line each. */
export function completionLines(offered: readonly SlashCommand[], chosen: number, columns: number): Line[] {
	return offered.map((command, index) => {
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
