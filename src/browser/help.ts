import { columnsOf, padEnd } from "../text/columns.js";
import { type Line, wrapLine } from "../text/spans.js";
import { bindings, KEY_TABLE, type KeyOverrides, keyLabel, MODE_TITLES, type Mode } from "./keys.js";
import type { Update } from "./requests.js";
import { SLASH_COMMANDS } from "./slash-commands.js";
import type { State } from "./state.js";

/** A section of the help: what it is about, and its keys or commands with what they do. */
export interface HelpSection {
	readonly title: string;
	readonly rows: readonly { readonly keys: string; readonly does: string }[];
}

/** The whole key table and the commands, as the help screen and the README show them. */
export function helpSections(overrides: KeyOverrides): HelpSection[] {
	const modes = Object.keys(KEY_TABLE) as Mode[];
	const keys = modes.map((mode) => ({
		title: MODE_TITLES[mode],
		rows: bindings(mode, overrides).map(([, binding]) => ({
			keys: binding.keys.map((name) => keyLabel(name)).join(", "),
			does: binding.does,
		})),
	}));
	const commands = Object.entries(SLASH_COMMANDS).map(([name, { argument, does }]) => ({
		keys: argument === undefined ? `/${name}` : `/${name} [${argument}]`,
		does,
	}));
	return [...keys.slice(0, 2), { title: "Commands, typed with a / first", rows: commands }, ...keys.slice(2)];
}

const MARKS: readonly { keys: string; does: string }[] = [
	{ keys: "●", does: "open in an agent" },
	{ keys: "⚠", does: "damaged, or of a newer version" },
	{ keys: "▪", does: "archived" },
	{ keys: "✗", does: "its agent crashed" },
];

/** Opens the help, at the keys of the screen it is opened from. */
export function openHelp(state: State): Update {
	const all = [...helpSections(state.environment.keys), { title: "Marks", rows: MARKS }];
	const here = MODE_TITLES[modeOf(state)];
	const sections = all.toSorted((a, b) => Number(b.title === here) - Number(a.title === here));
	const lines = (columns: number) => helpLines(sections, columns);
	return [{ ...state, page: { title: "Help", request: undefined, lines, top: 0 } }, []];
}

function modeOf({ trash, prune, session }: State): Mode {
	if (trash !== undefined) return "trash";
	if (prune !== undefined) return "prune";
	if (session === undefined) return "sessions";
	if (session.tree !== undefined) return "tree";
	return session.focus === "transcript" ? "transcript" : "session";
}

function helpLines(sections: readonly HelpSection[], columns: number): Line[] {
	const widest = Math.max(...sections.flatMap(({ rows }) => rows.map(({ keys }) => columnsOf(keys))));
	const left = Math.min(widest, Math.floor(columns / 3)) + 2;
	return sections.flatMap(({ title, rows }) => [
		[{ text: title, bold: true }],
		...rows.flatMap(({ keys, does }) => {
			const texts = wrapLine([{ text: does }], Math.max(8, columns - left - 2));
			return texts.map(
				(line, index): Line => [{ text: `  ${padEnd(index === 0 ? keys : "", left)}` }, ...line],
			);
		}),
		[],
	]);
}
