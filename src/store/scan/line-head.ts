/**
 * Reading what a list needs of a line without parsing it. Agents write the keys of an entry in a fixed order, and most
 * bytes of a session are tool output that a list never shows. A line that is not in that order, or that shows any sign
 * of damage, is left to the parser.
 */
import { BACKSLASH, Literal, OPEN_BRACE, QUOTE, viewOf } from "./bytes.js";

/** Where the parts of a line lie. One is filled again and again: lines come in millions. */
export interface LineHead {
	/** A `custom` entry, or a message by its role. */
	kind: "user" | "assistant" | "other-message" | "custom";
	/** Byte range of the id; -1 where a line of version 1 has none. */
	idStart: number;
	idEnd: number;
	/** Byte range of the parent's id; -1 for null. */
	parentStart: number;
	parentEnd: number;
	/** Byte range of the entry's timestamp. */
	timeStart: number;
	timeEnd: number;
	/** Just after what was read of the line's beginning. */
	after: number;
	/** Whether the ids are the line's last keys, as in `custom` entries. */
	idsLast: boolean;
}

export function emptyHead(): LineHead {
	const none = { idStart: -1, idEnd: -1, parentStart: -1, parentEnd: -1, timeStart: -1, timeEnd: -1 };
	return { kind: "custom", ...none, after: 0, idsLast: false };
}

const MESSAGE = new Literal('{"type":"message",');
const CUSTOM = new Literal('{"type":"custom",');
const CUSTOM_TYPE = new Literal('"customType":"');
const ID = new Literal('"id":"');
const PARENT = new Literal('"parentId":');
const NULL = new Literal("null,");
const TIMESTAMP = new Literal('"timestamp":"');
const ROLE = new Literal('"message":{"role":"');
const USER = new Literal('user"');
const ASSISTANT = new Literal('assistant"');
const COMMA = 0x2c;
const CLOSE_BRACE = 0x7d;

/** How nearly every line begins: two ids of eight digits, and a time of 24 characters. */
const USUAL_START = new Literal('{"type":"message","id":"');
const USUAL_PARENT = new Literal('","parentId":"');
const USUAL_TIME = new Literal('","timestamp":"');
const USUAL_ROLE = new Literal('","message":{"role":"');
const ID_LENGTH = 8;
const TIME_LENGTH = 24;

/** Longer ids, roles and timestamps are nothing an agent writes. */
const LONGEST = 64;
/** Where the id, parent and time of a `custom` line end, counted from the end of the line. */
const TAIL = 240;
const CUSTOM_TAIL =
	/,"id":"([\x20\x21\x23-\x5b\x5d-\x7e]{1,64})","parentId":(?:null|"([\x20\x21\x23-\x5b\x5d-\x7e]{1,64})"),"timestamp":"([\x20\x21\x23-\x5b\x5d-\x7e]{0,64})"\}$/;

/**
 * Fills `head` from the line `bytes[start, end)` if it is a message or custom entry in an agent's order and ends as one
 * must. False for any other. The line has no line feed and no carriage return.
 */
export function readHead(bytes: Buffer, start: number, end: number, head: LineHead): boolean {
	if (end - start < 2 || bytes[end - 1] !== CLOSE_BRACE) return false;
	const view = viewOf(bytes);
	head.idsLast = false;
	if (!MESSAGE.isAt(view, start, end)) {
		return CUSTOM.isAt(view, start, end) && readCustom(bytes, start + CUSTOM.length, end, head);
	}
	// The message closes before the entry does.
	if (bytes[end - 2] !== CLOSE_BRACE) return false;
	return readUsual(view, start, end, head) || readMessage(bytes, start + MESSAGE.length, end, head);
}

/** Reads a line whose parts have their usual lengths, and so their usual places. */
function readUsual(view: DataView, start: number, end: number, head: LineHead): boolean {
	if (!USUAL_START.isAt(view, start, end)) return false;
	const id = start + USUAL_START.length;
	if (!USUAL_PARENT.isAt(view, id + ID_LENGTH, end)) return false;
	const parent = id + ID_LENGTH + USUAL_PARENT.length;
	if (!USUAL_TIME.isAt(view, parent + ID_LENGTH, end)) return false;
	const time = parent + ID_LENGTH + USUAL_TIME.length;
	const role = time + TIME_LENGTH + USUAL_ROLE.length;
	if (!USUAL_ROLE.isAt(view, time + TIME_LENGTH, end)) return false;
	if (!isPlain(view, id, ID_LENGTH) || !isPlain(view, parent, ID_LENGTH) || !isPlain(view, time, TIME_LENGTH))
		return false;
	head.idStart = id;
	head.idEnd = id + ID_LENGTH;
	head.parentStart = parent;
	head.parentEnd = parent + ID_LENGTH;
	head.timeStart = time;
	head.timeEnd = time + TIME_LENGTH;
	return readRole(view, role, end, head);
}

/** Whether bytes are those of a string without end or escape. */
function isPlain(view: DataView, start: number, length: number): boolean {
	for (let at = start; at < start + length; at++) {
		const byte = view.getUint8(at);
		if (byte === QUOTE || byte === BACKSLASH) return false;
	}
	return true;
}

function readMessage(bytes: Buffer, start: number, end: number, head: LineHead): boolean {
	if (!readIds(bytes, start, end, head) || !readTimestamp(bytes, head.after, end, head)) return false;
	const view = viewOf(bytes);
	return ROLE.isAt(view, head.after, end) && readRole(view, head.after + ROLE.length, end, head);
}

function readRole(view: DataView, role: number, end: number, head: LineHead): boolean {
	if (ASSISTANT.isAt(view, role, end)) head.kind = "assistant";
	else if (USER.isAt(view, role, end)) head.kind = "user";
	else {
		// An escape may spell either of them.
		for (let at = role; ; at++) {
			if (at === end || at - role === LONGEST) return false;
			const byte = view.getUint8(at);
			if (byte === QUOTE) break;
			if (byte === BACKSLASH || byte === OPEN_BRACE) return false;
		}
		head.kind = "other-message";
	}
	head.after = role;
	return true;
}

/** `custom` entries have their ids first or, as Prime Agent and pi write them, last. */
function readCustom(bytes: Buffer, start: number, end: number, head: LineHead): boolean {
	head.kind = "custom";
	if (!CUSTOM_TYPE.isAt(viewOf(bytes), start, end)) {
		return (
			readIds(bytes, start, end, head) && head.idStart >= 0 && readTimestamp(bytes, head.after, end, head)
		);
	}
	const from = Math.max(start, end - TAIL);
	const tail = CUSTOM_TAIL.exec(bytes.toString("latin1", from, end));
	if (tail === null) return false;
	const [, id = "", parent, time = ""] = tail;
	head.idStart = from + tail.index + ',"id":"'.length;
	head.idEnd = head.idStart + id.length;
	const parentStart = head.idEnd + '","parentId":"'.length;
	head.parentStart = parent === undefined ? -1 : parentStart;
	head.parentEnd = parent === undefined ? -1 : parentStart + parent.length;
	head.timeEnd = end - 2;
	head.timeStart = head.timeEnd - time.length;
	head.after = start;
	head.idsLast = true;
	return true;
}

/** Reads `"id":"…","parentId":…,`. Version 1 has neither. */
function readIds(bytes: Buffer, start: number, end: number, head: LineHead): boolean {
	head.idStart = head.idEnd = head.parentStart = head.parentEnd = -1;
	head.after = start;
	if (!ID.isAt(viewOf(bytes), start, end)) return true;
	head.idStart = start + ID.length;
	head.idEnd = endOfString(bytes, head.idStart, end);
	if (head.idEnd <= head.idStart || bytes[head.idEnd + 1] !== COMMA) return false;
	let at = head.idEnd + 2;
	if (!PARENT.isAt(viewOf(bytes), at, end)) return false;
	at += PARENT.length;
	if (NULL.isAt(viewOf(bytes), at, end)) {
		head.after = at + NULL.length;
		return true;
	}
	if (bytes[at] !== QUOTE) return false;
	head.parentStart = at + 1;
	head.parentEnd = endOfString(bytes, head.parentStart, end);
	if (head.parentEnd <= head.parentStart || bytes[head.parentEnd + 1] !== COMMA) return false;
	head.after = head.parentEnd + 2;
	return true;
}

function readTimestamp(bytes: Buffer, start: number, end: number, head: LineHead): boolean {
	if (!TIMESTAMP.isAt(viewOf(bytes), start, end)) return false;
	head.timeStart = start + TIMESTAMP.length;
	head.timeEnd = endOfString(bytes, head.timeStart, end);
	head.after = head.timeEnd + 2;
	return head.timeEnd >= 0 && bytes[head.timeEnd + 1] === COMMA;
}

/** The quote that closes a string; -1 where it holds an escape or a brace, or is too long. */
function endOfString(bytes: Buffer, start: number, end: number): number {
	const limit = Math.min(end, start + LONGEST);
	for (let i = start; i < limit; i++) {
		const byte = bytes[i];
		if (byte === QUOTE) return i;
		if (byte === BACKSLASH || byte === OPEN_BRACE) return -1;
	}
	return -1;
}

const TIMESTAMP_AT_END = /"timestamp":(\d{1,16})\}\}$/;

/** The time at the end of a message line, in Unix milliseconds; undefined where a message ends otherwise. */
export function timestampAtEnd(bytes: Buffer, end: number): number | undefined {
	const match = TIMESTAMP_AT_END.exec(bytes.toString("latin1", Math.max(0, end - 40), end));
	return match === null ? undefined : Number(match[1]);
}
