import { bindings, KEY_TABLE, type KeyOverrides, type Mode } from "./keys.js";

/**
 * The user's `keybindings.json`: an object of `mode.action` (`sessions.rename`) to a key name or a list of them
 * (`["ctrl+r", "f2"]`; an empty list unbinds). What is wrong in it is left out and said, a line each.
 */
export function readKeybindings(json: unknown): { overrides: KeyOverrides; problems: string[] } {
	const overrides = new Map<string, readonly string[]>();
	const problems: string[] = [];
	if (typeof json !== "object" || json === null || Array.isArray(json)) {
		return { overrides, problems: ["it must hold an object of actions and their keys"] };
	}
	for (const [action, value] of Object.entries(json)) {
		const keys = typeof value === "string" ? [value] : value;
		if (!isAction(action)) problems.push(`there is no action "${action}"`);
		else if (!Array.isArray(keys) || !keys.every(isKeyName))
			problems.push(`"${action}" must be a key name or a list of them`);
		else overrides.set(action, keys);
	}
	return { overrides, problems: [...problems, ...conflicts(overrides)] };
}

/** Keys that one mode now has for two actions: only the first of them gets the key. */
function conflicts(overrides: KeyOverrides): string[] {
	const found: string[] = [];
	for (const mode of Object.keys(KEY_TABLE) as Mode[]) {
		const owners = new Map<string, string>();
		for (const [action, { keys }] of bindings(mode, overrides)) {
			for (const key of keys) {
				const owner = owners.get(key);
				if (owner === undefined) owners.set(key, `${mode}.${action}`);
				else if (owner !== `${mode}.${action}`)
					found.push(`"${key}" is bound to ${owner} and ${mode}.${action}; it does ${owner}`);
			}
		}
	}
	return found;
}

function isAction(name: string): boolean {
	const [mode = "", action = "", ...more] = name.split(".");
	const modes: Readonly<Record<string, Readonly<Record<string, unknown>>>> = KEY_TABLE;
	return more.length === 0 && Object.hasOwn(modes, mode) && Object.hasOwn(modes[mode] ?? {}, action);
}

function isKeyName(value: unknown): value is string {
	return typeof value === "string" && /^(shift\+)?(ctrl\+)?(alt\+)?[^\s+\p{C}]+$/u.test(value);
}
