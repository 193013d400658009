/** The states of the decoder, between two bytes, and what each makes of the next byte. */
import { combinedKey, controlKey, isPrintable } from "./characters.js";
import { type InputEvent, key, PLAIN } from "./events.js";
import { x10Mouse } from "./mouse.js";
import { PasteCollector } from "./paste.js";
import { csiEvent, linuxFunctionKey, ss3Event } from "./sequences.js";

interface Csi {
	readonly at: "csi";
	/** An escape byte came before the sequence. */
	readonly alt: boolean;
	readonly text: string;
}

interface Ss3 {
	readonly at: "ss3";
	readonly alt: boolean;
	readonly digits: string;
}

/** A reply of the terminal (OSC, DCS, APC), dropped up to its end; `escaped` after an escape byte in it. */
interface Reply {
	readonly at: "reply";
	readonly opener: string;
	readonly empty: boolean;
	readonly escaped: boolean;
}

interface Utf8 {
	readonly at: "utf8";
	readonly alt: boolean;
	readonly bytes: readonly number[];
	readonly length: number;
}

export type State =
	| { readonly at: "ground" }
	/** After an escape byte; `doubled` after two. */
	| { readonly at: "escape"; readonly doubled: boolean }
	| Csi
	/** After `ESC [ [`. */
	| { readonly at: "linux" }
	| Ss3
	/** After `ESC [ M`. */
	| { readonly at: "x10"; readonly bytes: readonly number[] }
	| Reply
	| Utf8
	| { readonly at: "paste"; readonly collector: PasteCollector };

export type Emit = (event: InputEvent | undefined) => void;

export const GROUND: State = { at: "ground" };
const ESC = 0x1b;
const BEL = 0x07;
/** Longer sequences come from no keyboard. They are passed over whole, and not kept. */
const MAX_PARAMETERS = 64;
const PASTE_START = "200";
const REPLY_OPENERS = "]P_";

/** The state after one more byte. What the byte completes is emitted. */
export function step(state: Exclude<State, { at: "paste" }>, byte: number, emit: Emit): State {
	switch (state.at) {
		case "ground":
			return ground(byte, false, emit);
		case "escape":
			return afterEscape(state.doubled, byte, emit);
		case "csi":
			return inCsi(state, byte, emit);
		case "linux":
			if (isControl(byte)) return ground(byte, false, emit);
			emit(linuxFunctionKey(String.fromCharCode(byte)));
			return GROUND;
		case "ss3":
			return inSs3(state, byte, emit);
		case "x10":
			return inX10(state.bytes, byte, emit);
		case "reply":
			return inReply(state, byte, emit);
		case "utf8":
			return inUtf8(state, byte, emit);
	}
}

/** Whether only time can tell what the bytes so far are. */
export function isUndecided(state: State): boolean {
	return state.at !== "ground" && state.at !== "utf8" && state.at !== "paste";
}

/** Emits what an unfinished sequence is when nothing follows it: keys, where it can have been typed. */
export function settle(state: State, emit: Emit): void {
	if (state.at === "escape") {
		emit(key("escape"));
		if (state.doubled) emit(key("escape"));
	} else if (state.at === "csi" && state.text === "") {
		emitAlt("[", state.alt, emit);
	} else if (state.at === "ss3" && state.digits === "") {
		emitAlt("O", state.alt, emit);
	} else if (state.at === "reply" && state.empty) {
		emitAlt(state.opener, false, emit);
		if (state.escaped) emit(key("escape"));
	}
}

function emitAlt(character: string, escaped: boolean, emit: Emit): void {
	if (escaped) emit(key("escape"));
	emit(combinedKey(character, { ...PLAIN, alt: true }));
}

function isControl(byte: number): boolean {
	return byte < 0x20 || byte > 0x7e;
}

function ground(byte: number, alt: boolean, emit: Emit): State {
	if (byte === ESC) return { at: "escape", doubled: false };
	if (byte >= 0xc2 && byte < 0xf5) {
		return { at: "utf8", alt, bytes: [byte], length: byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4 };
	}
	if (byte < 0x20 || byte === 0x7f) emit(controlKey(byte, alt));
	else if (byte < 0x80) emitCharacter(String.fromCharCode(byte), alt, emit);
	// Other bytes begin no character.
	return GROUND;
}

function emitCharacter(character: string, alt: boolean, emit: Emit): void {
	emit(alt ? combinedKey(character, { ...PLAIN, alt: true }) : { type: "text", text: character });
}

function afterEscape(doubled: boolean, byte: number, emit: Emit): State {
	const character = String.fromCharCode(byte);
	// Two escape bytes and a sequence: the sequence's key with alt, as rxvt and iTerm2 send it.
	if (character === "[") return { at: "csi", alt: doubled, text: "" };
	if (character === "O") return { at: "ss3", alt: doubled, digits: "" };
	if (doubled) emit(key("escape"));
	if (byte === ESC) return { at: "escape", doubled: true };
	if (REPLY_OPENERS.includes(character)) {
		return { at: "reply", opener: character, empty: true, escaped: false };
	}
	return ground(byte, true, emit);
}

function inCsi(state: Csi, byte: number, emit: Emit): State {
	if (isControl(byte)) {
		settle(state, emit);
		return ground(byte, false, emit);
	}
	const character = String.fromCharCode(byte);
	if (state.text === "" && character === "[") return { at: "linux" };
	if (state.text === "" && character === "M") return { at: "x10", bytes: [] };
	// rxvt ends shifted keys in "$", which elsewhere stands before the end.
	const ends = byte >= 0x40 || (character === "$" && /^\d+$/.test(state.text));
	if (!ends) return state.text.length < MAX_PARAMETERS ? { ...state, text: state.text + character } : state;
	if (state.text === PASTE_START && character === "~") {
		return { at: "paste", collector: new PasteCollector() };
	}
	if (state.text.length < MAX_PARAMETERS) emit(withAlt(csiEvent(state.text, character), state.alt));
	return GROUND;
}

function inSs3(state: Ss3, byte: number, emit: Emit): State {
	if (isControl(byte)) {
		settle(state, emit);
		return ground(byte, false, emit);
	}
	const character = String.fromCharCode(byte);
	if (/\d/.test(character) && state.digits.length < 2) {
		return { ...state, digits: state.digits + character };
	}
	emit(withAlt(ss3Event(state.digits, character), state.alt));
	return GROUND;
}

function inX10(before: readonly number[], byte: number, emit: Emit): State {
	if (byte < 0x20) return ground(byte, false, emit);
	const bytes = [...before, byte];
	const [button, column, row] = bytes;
	if (button === undefined || column === undefined || row === undefined) return { at: "x10", bytes };
	emit(x10Mouse(button, column, row));
	return GROUND;
}

function inReply(state: Reply, byte: number, emit: Emit): State {
	if (state.escaped) {
		if (String.fromCharCode(byte) === "\\") return GROUND;
		// Not the end of the reply: the escape byte begins something new.
		if (state.empty) emitAlt(state.opener, false, emit);
		return afterEscape(false, byte, emit);
	}
	if (byte === ESC) return { ...state, escaped: true };
	if (byte === BEL) return GROUND;
	if (byte >= 0x20) return state.empty ? { ...state, empty: false } : state;
	settle(state, emit);
	return ground(byte, false, emit);
}

function inUtf8(state: Utf8, byte: number, emit: Emit): State {
	if ((byte & 0xc0) !== 0x80) return ground(byte, false, emit);
	const bytes = [...state.bytes, byte];
	if (bytes.length < state.length) return { ...state, bytes };
	const character = Buffer.from(bytes).toString("utf8");
	// Overlong forms and surrogates do not survive decoding.
	const whole = Buffer.from(character).equals(Buffer.from(bytes));
	if (whole && isPrintable(character.codePointAt(0) ?? 0)) emitCharacter(character, state.alt, emit);
	return GROUND;
}

function withAlt(event: InputEvent | undefined, alt: boolean): InputEvent | undefined {
	return alt && event?.type === "key" ? { ...event, alt: true } : event;
}
