import { columnsOf } from "../text/columns.js";
import type { Line } from "../text/spans.js";
import { type Action, bindings, type KeyOverrides, keyLabel, type Mode } from "./keys.js";

/** What keys are said to do where the table's own words would mislead. */
export interface FooterWords<M extends Mode = Mode> {
	/** "": not named. */
	readonly words: Readonly<Partial<Record<Action<M>, string>>>;
	/** No other key is named. */
	readonly only?: boolean;
	/** What else can be typed, named after the keys. */
	readonly commands?: readonly Hint[];
}

interface Hint {
	readonly key: string;
	readonly word: string;
}

/** While a line is a command. */
export const COMMAND_WORDS: Readonly<Record<"sessions" | "session" | "tree", FooterWords>> = {
	sessions: { words: { open: "run", scope: "complete", back: "clear", help: "help" }, only: true },
	session: { words: { submit: "run", complete: "complete", back: "clear", help: "help" }, only: true },
	tree: { words: { select: "run", back: "clear", help: "help" }, only: true },
};

/** In one session: what is not found by looking at keys. */
export const SESSION_WORDS: FooterWords<"session"> = {
	words: {},
	commands: [
		{ key: "/tree", word: "branches" },
		{ key: "/name", word: "rename" },
		{ key: "/session", word: "details" },
	],
};

/** In `prime-sessions resume`, where Enter resumes. */
export const PICKER_WORDS: FooterWords<"sessions"> = { words: { open: "resume", "resume-now": "" } };

export const LABEL_WORDS: FooterWords<"rename"> = { words: { back: "keep the old label" } };

/** Before something is deleted for good. */
export const WORD_WORDS: FooterWords<"writing"> = {
	words: { submit: "delete for good", back: "keep" },
	only: true,
};

/**
 * The keys of `mode` that the footer names, as many as fit in `columns`. The way to the help stays, then what comes first, then
 * the way back.
 */
export function footerLine(
	mode: Mode,
	overrides: KeyOverrides,
	columns: number,
	{ words, only = false, commands = [] }: FooterWords = { words: {} },
): Line {
	const keys = bindings(mode, overrides).flatMap(([action, { keys, footer }]) => {
		const key = action === "help" ? "?" : keys[0] && keyLabel(keys[0], true);
		const word = words[action] ?? (only ? undefined : footer);
		return word === undefined || word === "" || key === undefined ? [] : [{ action, key, word }];
	});
	const help = keys.filter(({ action }) => action === "help");
	const back = keys.filter(({ action }) => action === "back");
	const hints: Hint[] = [...keys.filter((hint) => !help.includes(hint)), ...commands];
	// Two blanks stand between hints, none behind the last.
	let room = columns + 1;
	const fits = ({ key, word }: Hint) => {
		const size = columnsOf(key) + 1 + columnsOf(word) + 2;
		if (size > room) return false;
		room -= size;
		return true;
	};
	const wanted = new Set<Hint>([...help, ...hints.slice(0, 1), ...back, ...hints]);
	const kept = new Set<Hint>();
	for (const hint of wanted) {
		if (!fits(hint)) break;
		kept.add(hint);
	}
	const shown = [...hints, ...help].filter((hint) => kept.has(hint));
	return [
		{ text: " " },
		...shown.flatMap(({ key, word }, at) => [
			{ text: key },
			{ text: at === shown.length - 1 ? ` ${word}` : ` ${word}  `, dim: true },
		]),
	];
}
