/** The keys that have a name of their own. */
export type NamedKey =
	| "up"
	| "down"
	| "left"
	| "right"
	| "home"
	| "end"
	| "pageup"
	| "pagedown"
	| "insert"
	| "delete"
	| "backspace"
	| "enter"
	| "escape"
	| "tab"
	/** Only with ctrl or alt; a plain space is text. */
	| "space"
	| `f${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12}`;

/** A named key, or the character that was combined with ctrl or alt; letters are lower case (see `shift`). */
export type KeyName = NamedKey | (string & {});

export interface Modifiers {
	readonly ctrl: boolean;
	readonly alt: boolean;
	readonly shift: boolean;
}

export interface KeyEvent extends Modifiers {
	readonly type: "key";
	readonly name: KeyName;
}

/** Printable characters, one or more, as typed. Never holds a control character. */
export interface TextEvent {
	readonly type: "text";
	readonly text: string;
}

/** What was pasted, whole. Lines end in "\n"; anything else a clipboard can hold may be in it. */
export interface PasteEvent {
	readonly type: "paste";
	readonly text: string;
}

export interface MouseEvent {
	readonly type: "mouse";
	readonly action: "press" | "release" | "wheel-up" | "wheel-down" | "move";
	/** From 1, the left edge. */
	readonly column: number;
	/** From 1, the top edge. */
	readonly row: number;
	/** 0 left, 1 middle, 2 right, 3 none or unknown; 0 for the wheel. */
	readonly button: number;
}

/** The terminal window came to the front, or left it. */
export interface FocusEvent {
	readonly type: "focus";
	readonly focused: boolean;
}

export type InputEvent = KeyEvent | TextEvent | PasteEvent | MouseEvent | FocusEvent;

export const PLAIN: Modifiers = { ctrl: false, alt: false, shift: false };

export function key(name: KeyName, modifiers: Modifiers = PLAIN): KeyEvent {
	return { type: "key", name, ctrl: modifiers.ctrl, alt: modifiers.alt, shift: modifiers.shift };
}
