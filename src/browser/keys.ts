import { key } from "./input/events.js";
import type { InputEvent } from "./input.js";
import { type Action, type Binding, KEY_TABLE, type Mode } from "./key-table.js";

export { type Action, type Binding, KEY_TABLE, MODE_TITLES, type Mode } from "./key-table.js";

/** Keys the user changed: mode and action (`sessions.rename`) to key names. */
export type KeyOverrides = ReadonlyMap<string, readonly string[]>;

export const NO_OVERRIDES: KeyOverrides = new Map();

/** The table's name of a key: modifiers in the order shift, ctrl, alt, then the key. */
export function keyName(event: Extract<InputEvent, { type: "key" }>): string {
	return `${event.shift ? "shift+" : ""}${event.ctrl ? "ctrl+" : ""}${event.alt ? "alt+" : ""}${event.name}`;
}

export function bindings<M extends Mode>(mode: M, overrides: KeyOverrides): [Action<M>, Binding][] {
	const entries = Object.entries(KEY_TABLE[mode]) as [Action<M>, Binding][];
	return entries.map(([action, binding]) => {
		const keys = overrides.get(`${mode}.${action}`);
		return [action, keys === undefined ? binding : { ...binding, keys }];
	});
}

/** What `event` does in `mode`, or undefined when it is bound to nothing there. */
export function actionOf<M extends Mode>(
	mode: M,
	event: InputEvent,
	overrides: KeyOverrides = NO_OVERRIDES,
): Action<M> | undefined {
	const name =
		event.type === "key" ? keyName(event) : event.type === "text" ? textKeyName(event.text) : undefined;
	if (name === undefined) return undefined;
	for (const [action, binding] of bindings(mode, overrides)) if (binding.keys.includes(name)) return action;
	return undefined;
}

/** A space as a key, for where it is not typed. */
export function spaceAsKey(input: InputEvent): InputEvent {
	return input.type === "text" && input.text === " " ? key("space") : input;
}

/** A typed character as a key, for modes without a text field. */
function textKeyName(text: string): string | undefined {
	if ([...text].length !== 1) return undefined;
	return text !== text.toLowerCase() ? `shift+${text.toLowerCase()}` : text;
}

const KEY_LABELS: Readonly<Record<string, string>> = {
	up: "↑",
	down: "↓",
	left: "←",
	right: "→",
	pageup: "PgUp",
	pagedown: "PgDn",
	home: "Home",
	end: "End",
	enter: "Enter",
	escape: "Esc",
	tab: "Tab",
	space: "Space",
};

/** How a key is written for people: `Ctrl+S`, `Alt+Enter`, `↑`; short: `^S`. */
export function keyLabel(name: string, short = false): string {
	const parts = name.split("+");
	const key = parts.pop() ?? "";
	// A letter alone is typed as it is; with a modifier it is written large.
	const shown = KEY_LABELS[key] ?? (parts.length === 0 && key.length === 1 ? key : key.toUpperCase());
	if (short && parts.length === 1 && parts[0] === "ctrl") return `^${shown}`;
	if (parts.length === 1 && parts[0] === "shift" && key.length === 1) return `Shift+${shown}`;
	return [...parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)), shown].join("+");
}
