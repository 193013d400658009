import type { InputEvent } from "./input.js";
import { actionOf, type KeyOverrides } from "./keys.js";
import { edit, type TextField } from "./text-field.js";

/** What input does to a field that is edited in a row: a name, a label. */
export type InlineOutcome =
	| { readonly kind: "open"; readonly field: TextField }
	| { readonly kind: "submit" }
	| { readonly kind: "closed" }
	| { readonly kind: "quit" };

export function updateInline(field: TextField, input: InputEvent, keys: KeyOverrides): InlineOutcome {
	const action = actionOf("rename", input, keys);
	switch (action) {
		case "submit":
			return { kind: "submit" };
		case "back":
			return { kind: "closed" };
		case "quit":
			return { kind: "quit" };
		case undefined:
			return { kind: "open", field: edit(field, input) ?? field };
		default:
			return action satisfies never;
	}
}
