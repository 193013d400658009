/**
 * Reading what a list needs of a line without parsing it. Agents write the keys of an entry in a fixed order, and most
 * bytes of a session are tool output that a list never shows. A line that is not in that order, or that shows any sign
 * of damage, is left to the parser.
 */
import { ascii, BACKSLASH, isRange, OPEN_BRACE, QUOTE, startsWith } from "./bytes.js";

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

const MESSAGE = ascii('{"type":"message",');
const CUSTOM = ascii('{"type":"custom",');
const CUSTOM_TYPE = ascii('"customType":"');
const ID = ascii('"id":"');
const PARENT = ascii('"parentId":');
const NULL = ascii("null,");
const TIMESTAMP = ascii('"timestamp":"');
const ROLE = ascii('"message":{"role":"');
const USER = ascii("user");
const ASSISTANT = ascii("assistant");
const COMMA = 0x2c;
const CLOSE_BRACE = 0x7d;

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
	if (bytes[end - 1] !== CLOSE_BRACE) return false;
	head.idsLast = false;
	if (startsWith(bytes, start, end, MESSAGE)) {
		// The message closes before the entry does.
		return bytes[end - 2] === CLOSE_BRACE && readMessage(bytes, start + MESSAGE.length, end, head);
	}
	return startsWith(bytes, start, end, CUSTOM) && readCustom(bytes, start + CUSTOM.length, end, head);
}

function readMessage(bytes: Buffer, start: number, end: number, head: LineHead): boolean {
	if (!readIds(bytes, start, end, head) || !readTimestamp(bytes, head.after, end, head)) return false;
	if (!startsWith(bytes, head.after, end, ROLE)) return false;
	const role = head.after + ROLE.length;
	const roleEnd = endOfString(bytes, role, end);
	if (roleEnd < 0) return false;
	if (isRange(bytes, role, roleEnd, ASSISTANT)) head.kind = "assistant";
	else head.kind = isRange(bytes, role, roleEnd, USER) ? "user" : "other-message";
	head.after = roleEnd;
	return true;
}

/** `custom` entries have their ids first or, as Prime Agent and pi write them, last. */
function readCustom(bytes: Buffer, start: number, end: number, head: LineHead): boolean {
	head.kind = "custom";
	if (!startsWith(bytes, start, end, CUSTOM_TYPE)) {
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
	if (!startsWith(bytes, start, end, ID)) return true;
	head.idStart = start + ID.length;
	head.idEnd = endOfString(bytes, head.idStart, end);
	if (head.idEnd <= head.idStart || bytes[head.idEnd + 1] !== COMMA) return false;
	let at = head.idEnd + 2;
	if (!startsWith(bytes, at, end, PARENT)) return false;
	at += PARENT.length;
	if (startsWith(bytes, at, end, NULL)) {
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
	if (!startsWith(bytes, start, end, TIMESTAMP)) return false;
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
