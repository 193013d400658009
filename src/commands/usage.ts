/** The command line as it was typed: the prompt in it, and what is said of one that cannot be taken. */
import { shellQuote } from "../agent/shell-quote.js";
import { sanitiseLine } from "../text/sanitise.js";
import { CommandError, EXIT } from "./io.js";

/** `resume … -- prompt`: the words after `--` are the prompt, whatever they look like. */
export function splitPrompt(argv: readonly string[]): { words: readonly string[]; prompt: string } {
	const at = argv.indexOf("--");
	const takesValue = new Set(["--session-dir", "--agent-dir", "--agent"]);
	const command = argv.find((word, index) => !word.startsWith("-") && !takesValue.has(argv[index - 1] ?? ""));
	if (at < 0 || command !== "resume") return { words: argv, prompt: "" };
	return { words: argv.slice(0, at), prompt: argv.slice(at + 1).join(" ") };
}

/** `resume last fix it`: what was meant. */
export function promptWithoutDashes(session: string | undefined, words: readonly string[]): CommandError {
	const example = ["resume", session ?? "last", "--", ...words].map(shellQuote).join(" ");
	return new CommandError(`a prompt follows after --: prime-sessions ${sanitiseLine(example)}`, EXIT.usage);
}

/** What commander says of a command line that it cannot take, as one line like every other error. */
export function usageError(text: string): string {
	const what = text
		.replace(/^error: /, "")
		.trim()
		.replaceAll("\n", " ");
	return `prime-sessions: ${sanitiseLine(what)} (--help shows what there is)\n`;
}
