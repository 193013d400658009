/** The commands of the prompt: a line that starts with `/`. */
import { editDistance } from "../text/edit-distance.js";

export const SLASH_COMMANDS = {
	resume: { argument: undefined, does: "back to the list of sessions" },
	name: { argument: "text", does: "name the session; without text: edit its name" },
	label: { argument: "text", does: "label the last message, or the tree's entry; without text: clear it" },
	fork: { argument: undefined, does: "a new session from the active branch, or the tree's entry up" },
	clone: { argument: undefined, does: "a new session with the whole tree, opened here" },
	tree: { argument: undefined, does: "the tree of entries: go back to any point, fold, label" },
	copy: { argument: undefined, does: "copy the command that resumes the session" },
	delete: { argument: "forever", does: "move the session to the trash; `forever`: delete it for good" },
	trash: { argument: undefined, does: "what lies in the trash, to bring back" },
	prune: { argument: undefined, does: "choose old sessions to move to the trash" },
	session: { argument: undefined, does: "the session's details" },
	help: { argument: undefined, does: "keys and commands" },
	quit: { argument: undefined, does: "leave" },
} as const satisfies Record<string, { argument: string | undefined; does: string }>;

export type SlashCommand = keyof typeof SLASH_COMMANDS;

export type ParsedCommand =
	| { readonly kind: "command"; readonly command: SlashCommand; readonly argument: string }
	/** `closest` is the command that was probably meant. */
	| { readonly kind: "unknown"; readonly word: string; readonly closest: SlashCommand | undefined };

const NAMES = Object.keys(SLASH_COMMANDS) as SlashCommand[];

/** Whether a line is a command: `/word …`. A path (`/usr/bin is missing`) is not: its word holds a second slash. */
export function isCommandLine(text: string): boolean {
	return /^\/[^\s/]*(\s|$)/u.test(text);
}

/** Reads a command line. */
export function parseCommand(line: string): ParsedCommand {
	const [, word = "", argument = ""] = /^\/(\S*)\s*([\s\S]*)$/u.exec(line) ?? [];
	const command = NAMES.find((name) => name === word.toLowerCase());
	if (command !== undefined) return { kind: "command", command, argument: argument.trim() };
	return { kind: "unknown", word, closest: closest(word.toLowerCase(), NAMES) };
}

/** The commands whose names begin with what was typed, while only the name is being typed. */
export function completions(text: string): readonly SlashCommand[] {
	const typed = /^\/(\S*)$/u.exec(text)?.[1];
	return typed === undefined ? [] : NAMES.filter((name) => name.startsWith(typed.toLowerCase()));
}

/** The name nearest to `word` by edits, if near enough to have been meant. */
export function closest<Name extends string>(word: string, names: readonly Name[]): Name | undefined {
	let best: { name: Name; distance: number } | undefined;
	for (const name of names) {
		const distance = name.startsWith(word) && word !== "" ? 0 : editDistance(word, name);
		if (best === undefined || distance < best.distance) best = { name, distance };
	}
	return best !== undefined && best.distance <= Math.max(1, Math.floor(best.name.length / 2))
		? best.name
		: undefined;
}
