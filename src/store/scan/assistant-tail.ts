/**
 * Reading what follows the content of an assistant message without parsing the content, which is most of the line:
 * `"api"`, `"provider"`, `"model"`, `"usage"`, and somewhere after it `"timestamp"`. Agents write them in this order;
 * any other is left to the parser.
 */
import type { UsageTotals } from "../../session/usage.js";
import { BACKSLASH, Literal, OPEN_BRACE, QUOTE, viewOf } from "./bytes.js";

const AFTER_CONTENT = new Literal('],"api":"');
const PROVIDER = new Literal(',"provider":"');
const MODEL = new Literal(',"model":"');
const USAGE = new Literal(',"usage":{"input":');
const OUTPUT = new Literal(',"output":');
const CACHE_READ = new Literal(',"cacheRead":');
const CACHE_WRITE = new Literal(',"cacheWrite":');
const REASONING = new Literal(',"reasoning":');
const TOTAL_TOKENS = new Literal(',"totalTokens":');
const COST = new Literal(',"cost":{');
const TOTAL = new Literal('"total":');
const TIMESTAMP = new Literal('"timestamp":');
const COMMA = 0x2c;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** What follows the content is a few hundred bytes, and more only where it tells of an error at length. */
const LONGEST_TAIL = 4096;
/** By how much the tails of one session's messages mostly differ. */
const TAIL_VARIES = 48;
const LONGEST_COST = 400;

/** One is filled again and again. */
export class AssistantTail {
	/** `provider/model`. */
	model = "";
	/** Unix milliseconds; NaN where the message has none. */
	timestamp = Number.NaN;
	usage: UsageTotals = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: 0 };

	#at = 0;
	/** From the end of the content to the first number of the usage, as the last message had it. */
	#known = Buffer.alloc(0);
	#tailLength = 0;

	/** Whether the line `bytes[start, end)` has the expected fields after its content; then they are filled in. */
	read(bytes: Buffer, start: number, end: number): boolean {
		const from = this.#endOfContent(bytes, start, end);
		if (from < 0) return false;
		this.#tailLength = end - from;
		// Sessions seldom change their model.
		const known = this.#known;
		const isKnown =
			known.length > 0 &&
			from + known.length <= end &&
			bytes.compare(known, 0, known.length, from, from + known.length) === 0;
		if (isKnown) this.#at = from + known.length;
		else if (!this.#readModel(bytes, from, end)) return false;
		return this.#readUsage(bytes, end) && this.#readTimestamp(bytes, end);
	}

	/** Where the content ends: looked for where that of the last message did, then from the end of the line. */
	#endOfContent(bytes: Buffer, start: number, end: number): number {
		const near = end - this.#tailLength;
		const found = lastEnd(bytes, Math.max(start, near - TAIL_VARIES), Math.min(end, near + TAIL_VARIES));
		return found >= 0 ? found : lastEnd(bytes, Math.max(start, end - LONGEST_TAIL), end);
	}

	#readModel(bytes: Buffer, from: number, end: number): boolean {
		this.#at = from + AFTER_CONTENT.length;
		if (!this.#skipPlainString(bytes, end) || !this.#skip(bytes, end, PROVIDER)) return false;
		const provider = this.#at;
		if (!this.#skipPlainString(bytes, end) || !this.#skip(bytes, end, MODEL)) return false;
		const model = this.#at;
		if (!this.#skipPlainString(bytes, end)) return false;
		const modelEnd = this.#at - 1;
		if (!this.#skip(bytes, end, USAGE)) return false;
		const providerName = bytes.toString("utf8", provider, model - MODEL.length - 1);
		this.model = `${providerName}/${bytes.toString("utf8", model, modelEnd)}`;
		this.#known = Buffer.from(bytes.subarray(from, this.#at));
		return true;
	}

	#readUsage(bytes: Buffer, end: number): boolean {
		const { usage } = this;
		usage.input = this.#number(bytes, end);
		if (!this.#skip(bytes, end, OUTPUT)) return false;
		usage.output = this.#number(bytes, end);
		if (!this.#skip(bytes, end, CACHE_READ)) return false;
		usage.cacheRead = this.#number(bytes, end);
		if (!this.#skip(bytes, end, CACHE_WRITE)) return false;
		usage.cacheWrite = this.#number(bytes, end);
		// Version 1 had no totalTokens.
		usage.totalTokens = usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
		if (this.#skip(bytes, end, REASONING)) this.#number(bytes, end);
		if (this.#skip(bytes, end, TOTAL_TOKENS)) usage.totalTokens = this.#number(bytes, end);
		if (!this.#skip(bytes, end, COST)) return false;
		usage.cost = this.#total(bytes, end);
		// A sum with what is no number is none either.
		return !Number.isNaN(
			usage.input + usage.output + usage.cacheRead + usage.cacheWrite + usage.totalTokens + usage.cost,
		);
	}

	/** Reads `total` of a cost and goes to just after both the objects it ends; NaN where it does not. */
	#total(bytes: Buffer, end: number): number {
		const limit = Math.min(end, this.#at + LONGEST_COST);
		for (let at = this.#at; at < limit; at++) {
			const byte = bytes[at];
			if (byte === OPEN_BRACE || byte === CLOSE_BRACE) return Number.NaN;
			if (byte !== QUOTE || !TOTAL.isAt(viewOf(bytes), at, end)) continue;
			this.#at = at + TOTAL.length;
			const total = this.#number(bytes, end);
			while (this.#at < limit && bytes[this.#at] !== CLOSE_BRACE) this.#at++;
			if (bytes[this.#at + 1] !== CLOSE_BRACE) return Number.NaN;
			this.#at += 2;
			return total;
		}
		return Number.NaN;
	}

	/** A timestamp that is no number, or may be that of an object within, is left to the parser. */
	#readTimestamp(bytes: Buffer, end: number): boolean {
		for (let at = this.#at; at < end; at++) {
			const byte = bytes[at];
			if (byte === OPEN_BRACE || byte === OPEN_BRACKET) return false;
			if (byte !== QUOTE) continue;
			if (TIMESTAMP.isAt(viewOf(bytes), at, end)) {
				this.#at = at + TIMESTAMP.length;
				this.timestamp = this.#number(bytes, end);
				return !Number.isNaN(this.timestamp);
			}
			at = endOfString(bytes, at + 1, end);
			if (at < 0) return false;
		}
		this.timestamp = Number.NaN;
		return true;
	}

	/** Reads a JSON number; NaN for anything else. */
	#number(bytes: Buffer, end: number): number {
		const start = this.#at;
		let value = 0;
		let at = start;
		for (; at < end; at++) {
			const digit = (bytes[at] ?? 0) - 0x30;
			if (digit < 0 || digit > 9) break;
			value = value * 10 + digit;
		}
		const byte = bytes[at];
		if ((byte === COMMA || byte === CLOSE_BRACE) && at > start && at - start < 16) {
			this.#at = at;
			return value;
		}
		while (at < end && isOfNumber(bytes[at] ?? 0)) at++;
		this.#at = at;
		const number = at === start ? Number.NaN : Number(bytes.toString("latin1", start, at));
		return Number.isFinite(number) ? number : Number.NaN;
	}

	#skip(bytes: Buffer, end: number, literal: Literal): boolean {
		if (!literal.isAt(viewOf(bytes), this.#at, end)) return false;
		this.#at += literal.length;
		return true;
	}

	/** Goes to just after the quote that closes the string in which it stands; not one with an escape. */
	#skipPlainString(bytes: Buffer, end: number): boolean {
		for (let at = this.#at; at < end && bytes[at] !== BACKSLASH; at++) {
			if (bytes[at] !== QUOTE) continue;
			this.#at = at + 1;
			return true;
		}
		return false;
	}
}

/** The last place in `bytes[start, end)` where a content ends; -1 where none does. */
function lastEnd(bytes: Buffer, start: number, end: number): number {
	for (let at = end - AFTER_CONTENT.length; at >= start; at--) {
		if (bytes[at] === CLOSE_BRACKET && AFTER_CONTENT.isAt(viewOf(bytes), at, end)) return at;
	}
	return -1;
}

/** The quote that closes a string; -1 where none does. */
function endOfString(bytes: Buffer, start: number, end: number): number {
	for (let at = start; at < end; at++) {
		const byte = bytes[at];
		if (byte === BACKSLASH) at++;
		else if (byte === QUOTE) return at;
	}
	return -1;
}

/** A digit, or one of `+-.eE`. */
function isOfNumber(byte: number): boolean {
	if (byte >= 0x30 && byte <= 0x39) return true;
	return byte === 0x2e || byte === 0x2d || byte === 0x2b || byte === 0x65 || byte === 0x45;
}
