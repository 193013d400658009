import type { InputEvent } from "./input.js";
import { actionOf, type KeyOverrides } from "./keys.js";
import { step } from "./viewport.js";

/** One choice of a menu. `value` says what it stands for; it is unique in its menu. */
export interface MenuItem<Value> {
	readonly label: string;
	readonly value: Value;
}

/** A short menu over the screen. The harmless item comes first: it is what Enter takes. */
export interface Menu<Value> {
	/** What is asked, a line each. */
	readonly lines: readonly string[];
	readonly items: readonly MenuItem<Value>[];
	readonly index: number;
	/** Red: choosing wrongly would do harm. */
	readonly danger?: boolean;
	/** Where Escape leads, for the footer. */
	readonly back?: string;
}

export type MenuOutcome<Value> =
	| { readonly kind: "open"; readonly menu: Menu<Value> }
	| { readonly kind: "chosen"; readonly value: Value }
	| { readonly kind: "closed" }
	| { readonly kind: "quit" };

/** What a key or a click's row does to a menu. Digits choose directly. */
export function updateMenu<Value>(
	menu: Menu<Value>,
	input: InputEvent,
	keys: KeyOverrides,
): MenuOutcome<Value> {
	const at = (index: number): MenuOutcome<Value> => ({
		kind: "open",
		menu: index === menu.index ? menu : { ...menu, index },
	});
	const choose = (index: number): MenuOutcome<Value> => {
		const item = menu.items[index];
		return item === undefined ? { kind: "open", menu } : { kind: "chosen", value: item.value };
	};
	const action = actionOf("menu", input, keys);
	switch (action) {
		case "up":
			return at(step(menu.index, -1, menu.items.length));
		case "down":
			return at(step(menu.index, 1, menu.items.length));
		case "choose":
			return choose(menu.index);
		case "back":
			return { kind: "closed" };
		case "quit":
			return { kind: "quit" };
		case undefined:
			return input.type === "text" && /^[1-9]$/.test(input.text)
				? choose(Number(input.text) - 1)
				: { kind: "open", menu };
		default:
			return action satisfies never;
	}
}
