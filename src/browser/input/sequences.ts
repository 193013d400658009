import { codePointKey } from "./characters.js";
import type { InputEvent, Modifiers, NamedKey } from "./events.js";
import { key, PLAIN } from "./events.js";
import { sgrMouse, urxvtMouse } from "./mouse.js";

const LETTERS = new Map<string, NamedKey>([
	["A", "up"],
	["B", "down"],
	["C", "right"],
	["D", "left"],
	["F", "end"],
	["H", "home"],
	["P", "f1"],
	["Q", "f2"],
	["R", "f3"],
	["S", "f4"],
]);

const RXVT_ARROWS = new Map<string, NamedKey>([
	["a", "up"],
	["b", "down"],
	["c", "right"],
	["d", "left"],
]);

const NUMBERS = new Map<number, NamedKey>([
	[1, "home"],
	[2, "insert"],
	[3, "delete"],
	[4, "end"],
	[5, "pageup"],
	[6, "pagedown"],
	[7, "home"],
	[8, "end"],
	[11, "f1"],
	[12, "f2"],
	[13, "f3"],
	[14, "f4"],
	[15, "f5"],
	[17, "f6"],
	[18, "f7"],
	[19, "f8"],
	[20, "f9"],
	[21, "f10"],
	[23, "f11"],
	[24, "f12"],
]);

const KEYPAD = new Map<string, string>([
	..."0123456789".split("").map((digit, i): [string, string] => [String.fromCharCode(0x70 + i), digit]),
	["X", "="],
	["j", "*"],
	["k", "+"],
	["l", ","],
	["m", "-"],
	["n", "."],
	["o", "/"],
]);

const RELEASED = 3;

/** Numbers of one parameter: `5:3` is [5, 3]; what is left out or no number is undefined. */
type Parameter = readonly (number | undefined)[];

function parameters(text: string): Parameter[] {
	return text
		.split(";")
		.map((parameter) =>
			parameter.split(":").map((part) => (/^\d{1,9}$/.test(part) ? Number(part) : undefined)),
		);
}

/** What a modifier parameter says; undefined for a key that is let go, or held with a key unknown here (super). */
function modifiersOf(parameter: Parameter | undefined): Modifiers | undefined {
	const [value = 1, event] = parameter ?? [];
	if (event === RELEASED || value < 1) return undefined;
	const bits = value - 1;
	// 1 shift, 2 alt, 4 ctrl, 8 super, 16 hyper, 32 meta; 64 and 128 are the lock keys.
	if (bits & 0b11000) return undefined;
	return { shift: (bits & 1) !== 0, alt: (bits & 0b100010) !== 0, ctrl: (bits & 4) !== 0 };
}

/** The event of a control sequence `ESC [ <text> <final>`; undefined for one that is of no use here. */
export function csiEvent(text: string, final: string): InputEvent | undefined {
	if (text.startsWith("<")) return sgrMouse(text.slice(1), final);
	// Private parameters and intermediate bytes mark replies of the terminal.
	if (/[^\d;:]/.test(text)) return undefined;
	const [first = [], second, third] = parameters(text);
	const number = first[0];
	switch (final) {
		case "~":
			return tilde(number, second, third);
		case "u": {
			const modifiers = modifiersOf(second);
			if (number === undefined || modifiers === undefined) return undefined;
			return codePointKey(number, modifiers, first[1]);
		}
		case "M":
			return urxvtMouse(text);
		case "Z":
			return key("tab", { ...(modifiersOf(second) ?? PLAIN), shift: true });
		case "I":
		case "O":
			return text === "" ? { type: "focus", focused: final === "I" } : undefined;
		// rxvt: shift, ctrl, both.
		case "$":
			return numbered(number, { ...PLAIN, shift: true });
		case "^":
			return numbered(number, { ...PLAIN, ctrl: true });
		case "@":
			return numbered(number, { ...PLAIN, ctrl: true, shift: true });
		default:
			return lettered(final, text, second === undefined && text !== "" ? first : second);
	}
}

function lettered(final: string, text: string, modifier: Parameter | undefined): InputEvent | undefined {
	const arrow = text === "" ? RXVT_ARROWS.get(final) : undefined;
	if (arrow !== undefined) return key(arrow, { ...PLAIN, shift: true });
	const name = LETTERS.get(final);
	const modifiers = modifiersOf(modifier);
	if (name === undefined || modifiers === undefined) return undefined;
	// `ESC [ 12 ; 40 R` is a cursor position.
	if (final === "R" && text !== "" && !text.startsWith("1;")) return undefined;
	return key(name, modifiers);
}

function tilde(
	number: number | undefined,
	second: Parameter | undefined,
	third: Parameter | undefined,
): InputEvent | undefined {
	const modifiers = modifiersOf(second);
	if (modifiers === undefined) return undefined;
	// xterm's modifyOtherKeys: ESC [ 27 ; modifiers ; code point ~
	if (number === 27) return third?.[0] === undefined ? undefined : codePointKey(third[0], modifiers);
	return numbered(number, modifiers);
}

function numbered(number: number | undefined, modifiers: Modifiers): InputEvent | undefined {
	const name = number === undefined ? undefined : NUMBERS.get(number);
	return name === undefined ? undefined : key(name, modifiers);
}

/** The event of `ESC O <digits> <final>`: keys in application mode, and the keypad. */
export function ss3Event(digits: string, final: string): InputEvent | undefined {
	const modifiers = digits === "" ? PLAIN : modifiersOf([Number(digits)]);
	if (modifiers === undefined) return undefined;
	const arrow = RXVT_ARROWS.get(final);
	if (arrow !== undefined) return key(arrow, { ...modifiers, ctrl: true });
	const name = LETTERS.get(final);
	if (name !== undefined) return key(name, modifiers);
	if (final === "M") return key("enter", modifiers);
	const text = KEYPAD.get(final);
	return text === undefined ? undefined : { type: "text", text };
}

/** F1–F5 of the Linux console: `ESC [ [ A` to `E`. */
export function linuxFunctionKey(final: string): InputEvent | undefined {
	const name = NUMBERS.get(final.charCodeAt(0) - 0x41 + 11);
	return name !== undefined && final >= "A" && final <= "E" ? key(name) : undefined;
}
