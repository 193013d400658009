import { completions, type ParsedCommand, parseCommand, SLASH_COMMANDS } from "./slash-commands.js";

/** What Enter does to a line that is a command: the chosen completion is taken, or the command runs. */
export type Entered =
	| { readonly kind: "complete"; readonly text: string }
	| { readonly kind: "run"; readonly parsed: ParsedCommand };

/** Enter on the line `text`, with the completion `chosen` of those that are offered. */
export function enterCommand(text: string, chosen: number): Entered {
	const parsed = parseCommand(text);
	const offered = completions(text)[chosen];
	if (parsed.kind === "command" || offered === undefined) return { kind: "run", parsed };
	if (SLASH_COMMANDS[offered].argument !== undefined) return { kind: "complete", text: `/${offered} ` };
	return { kind: "run", parsed: { kind: "command", command: offered, argument: "" } };
}

/** What Tab makes of the line; undefined where nothing is offered. */
export function completeCommand(text: string, chosen: number): string | undefined {
	const offered = completions(text)[chosen];
	return offered === undefined ? undefined : `/${offered} `;
}
