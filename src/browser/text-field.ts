import { sanitise } from "../text/sanitise.js";
import type { InputEvent } from "./input.js";

/** Text being edited. `cursor` is an offset in UTF-16 code units, always between two graphemes. */
export interface TextField {
	readonly text: string;
	readonly cursor: number;
}

export const EMPTY_FIELD: TextField = { text: "", cursor: 0 };

/** A field that holds `text`, the cursor behind it. */
export function fieldOf(text: string): TextField {
	return { text, cursor: text.length };
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function before(field: TextField): number {
	const left = field.text.slice(0, field.cursor);
	if (left === "") return 0;
	// A window keeps long fields quick; no grapheme a person types is longer.
	const from = Math.max(0, left.length - 64);
	let last = from;
	for (const { index } of graphemes.segment(left.slice(from))) last = from + index;
	return last;
}

function after(field: TextField): number {
	const right = field.text.slice(field.cursor, field.cursor + 64);
	for (const { segment } of graphemes.segment(right)) return field.cursor + segment.length;
	return field.text.length;
}

function wordBefore(field: TextField): number {
	// A pattern would look for the end of the text from every character of a long word.
	const isSpace = (at: number) => /\s/.test(field.text.charAt(at));
	let at = field.cursor;
	while (at > 0 && isSpace(at - 1)) at--;
	while (at > 0 && !isSpace(at - 1)) at--;
	return at;
}

function wordAfter(field: TextField): number {
	const right = field.text.slice(field.cursor);
	return field.cursor + (/^\s*\S+/u.exec(right)?.[0].length ?? right.length);
}

export function insert(field: TextField, text: string): TextField {
	if (text === "") return field;
	return {
		text: field.text.slice(0, field.cursor) + text + field.text.slice(field.cursor),
		cursor: field.cursor + text.length,
	};
}

function remove(field: TextField, from: number, to: number): TextField {
	if (from === to) return field;
	return { text: field.text.slice(0, from) + field.text.slice(to), cursor: from };
}

function moveTo(field: TextField, cursor: number): TextField {
	return cursor === field.cursor ? field : { ...field, cursor };
}

/** How much a field holds, in code units: what a person may want to say, and not so much that keys become slow. */
export const LONGEST_FIELD = { one: 4_096, many: 100_000 } as const;

/** Whether a field has no room for all the text of an event. */
export function overflows(field: TextField, event: InputEvent, lines: "one" | "many" = "one"): boolean {
	return (event.type === "text" || event.type === "paste") && event.text.length > roomIn(field, lines);
}

function roomIn(field: TextField, lines: "one" | "many"): number {
	return Math.max(0, LONGEST_FIELD[lines] - field.text.length);
}

/** Typed or pasted text as a field takes it: sanitised; in a field of one line, line breaks become spaces. */
export function typed(text: string, lines: "one" | "many"): string {
	const safe = sanitise(text);
	return lines === "many" ? safe : safe.replace(/\n+/g, " ");
}

/**
 * The field after `event`, or undefined when the event is none of a text field's (so the caller may use it
 * for something else). The same field when the event changes nothing. What there is no room for is left out.
 */
export function edit(
	field: TextField,
	event: InputEvent,
	lines: "one" | "many" = "one",
): TextField | undefined {
	switch (event.type) {
		case "text":
		case "paste":
			return insert(field, typed(beginning(event.text, roomIn(field, lines)), lines));
		case "key":
			return editByKey(field, event);
		case "mouse":
		case "focus":
			return undefined;
		default:
			return event satisfies never;
	}
}

/** At most `length` code units of a text, never half a character. */
function beginning(text: string, length: number): string {
	if (text.length <= length) return text;
	const code = text.charCodeAt(length - 1);
	return text.slice(0, code >= 0xd800 && code < 0xdc00 ? length - 1 : length);
}

function editByKey(field: TextField, key: Extract<InputEvent, { type: "key" }>): TextField | undefined {
	const word = key.ctrl || key.alt;
	switch (key.name) {
		case "left":
			return moveTo(field, word ? wordBefore(field) : before(field));
		case "right":
			return moveTo(field, word ? wordAfter(field) : after(field));
		case "home":
			return moveTo(field, 0);
		case "end":
			return moveTo(field, field.text.length);
		case "backspace":
			return remove(field, word ? wordBefore(field) : before(field), field.cursor);
		case "delete":
			return remove(field, field.cursor, word ? wordAfter(field) : after(field));
	}
	if (key.ctrl && !key.alt) {
		switch (key.name) {
			case "a":
				return moveTo(field, 0);
			case "e":
				return moveTo(field, field.text.length);
			case "w":
				return remove(field, wordBefore(field), field.cursor);
			case "u":
				return remove(field, 0, field.cursor);
			case "k":
				return remove(field, field.cursor, field.text.length);
		}
	}
	if (key.alt && !key.ctrl) {
		switch (key.name) {
			case "b":
				return moveTo(field, wordBefore(field));
			case "f":
				return moveTo(field, wordAfter(field));
			case "d":
				return remove(field, field.cursor, wordAfter(field));
		}
	}
	return undefined;
}
