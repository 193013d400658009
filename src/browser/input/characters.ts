import type { InputEvent, Modifiers, NamedKey } from "./events.js";
import { key } from "./events.js";

const CONTROL_NAMES = new Map<number, NamedKey>([
	// Ctrl+H and Backspace cannot be told apart; the key that is on the keyboard wins. Likewise Ctrl+J.
	[0x08, "backspace"],
	[0x09, "tab"],
	[0x0a, "enter"],
	[0x0d, "enter"],
	[0x1b, "escape"],
	[0x7f, "backspace"],
]);

/** The key of a control byte (0x00–0x1F, 0x7F), with `alt` when an escape byte came before it. */
export function controlKey(byte: number, alt: boolean): InputEvent {
	const name = CONTROL_NAMES.get(byte);
	if (name !== undefined) return key(name, { ctrl: false, alt, shift: false });
	if (byte === 0) return key("space", { ctrl: true, alt, shift: false });
	return key(String.fromCharCode(byte + 0x40).toLowerCase(), { ctrl: true, alt, shift: false });
}

/** The key of one character held with alt (and ctrl): the letter in lower case, shift told apart. */
export function combinedKey(character: string, modifiers: Modifiers): InputEvent {
	if (character === " ") return key("space", modifiers);
	const lower = character.toLowerCase();
	const shifted = lower !== character && character.length === lower.length;
	return key(shifted ? lower : character, { ...modifiers, shift: modifiers.shift || shifted });
}

/** Whether a code point is a character that can be typed as text. */
export function isPrintable(codePoint: number): boolean {
	if (codePoint < 0x20 || (codePoint >= 0x7f && codePoint < 0xa0)) return false;
	return codePoint <= 0x10ffff && !(codePoint >= 0xd800 && codePoint < 0xe000);
}

// The functional keys of the kitty keyboard protocol that this program can use: the keypad.
const KEYPAD_NAMES: readonly NamedKey[] = [
	"left",
	"right",
	"up",
	"down",
	"pageup",
	"pagedown",
	"home",
	"end",
	"insert",
	"delete",
];
const KEYPAD_CHARACTERS = "0123456789./*-+";
const FIRST_KEYPAD_CHARACTER = 57399;
const KEYPAD_ENTER = 57414;
const KEYPAD_EQUAL = 57415;
const FIRST_KEYPAD_NAME = 57417;
const PRIVATE_USE = { from: 57344, to: 63743 };

/**
 * The event of a key that was reported by its code point (kitty's `CSI … u`, xterm's modifyOtherKeys).
 * `shifted` is the code point with shift held, where the terminal says it. Undefined for keys without a use here.
 */
export function codePointKey(
	codePoint: number,
	modifiers: Modifiers,
	shifted?: number,
): InputEvent | undefined {
	const name = CONTROL_NAMES.get(codePoint);
	if (name !== undefined) return key(name, modifiers);
	if (codePoint === KEYPAD_ENTER) return key("enter", modifiers);
	const keypadName = KEYPAD_NAMES[codePoint - FIRST_KEYPAD_NAME];
	if (keypadName !== undefined) return key(keypadName, modifiers);
	const character = characterOf(codePoint);
	if (character === undefined) return undefined;
	if (modifiers.ctrl || modifiers.alt) return combinedKey(character, modifiers);
	if (!modifiers.shift) return { type: "text", text: character };
	const capital = shifted === undefined ? undefined : characterOf(shifted);
	return { type: "text", text: capital ?? character.toUpperCase() };
}

function characterOf(codePoint: number): string | undefined {
	const keypad = KEYPAD_CHARACTERS[codePoint - FIRST_KEYPAD_CHARACTER];
	if (keypad !== undefined) return keypad;
	if (codePoint === KEYPAD_EQUAL) return "=";
	if (codePoint >= PRIVATE_USE.from && codePoint <= PRIVATE_USE.to) return undefined;
	return isPrintable(codePoint) ? String.fromCodePoint(codePoint) : undefined;
}
