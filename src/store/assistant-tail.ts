/**
 * Reading what follows the content of an assistant message (`"api"`, `"provider"`, `"model"`, `"usage"`, …, `"timestamp"`)
 * without parsing the content, which is most of the line.
 */
import type { UsageTotals } from "../session/usage.js";
import { ascii, BACKSLASH, isRange, OPEN_BRACE, QUOTE, startsWith } from "./bytes.js";

const AFTER_CONTENT = ascii('],"api":"');
const PROVIDER = ascii(',"provider":"');
const MODEL = ascii(',"model":"');
const USAGE = ascii(',"usage":{');
const TIMESTAMP = ascii('"timestamp":');
const INPUT = ascii("input");
const OUTPUT = ascii("output");
const CACHE_READ = ascii("cacheRead");
const CACHE_WRITE = ascii("cacheWrite");
const TOTAL_TOKENS = ascii("totalTokens");
const COST = ascii("cost");
const TOTAL = ascii("total");
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;

/** What follows the content is a few hundred bytes, and more only where it tells of an error at length. */
const LONGEST_TAIL = 4096;

/** One is filled again and again. */
export class AssistantTail {
	/** `provider/model`. */
	model = "";
	/** Unix milliseconds; NaN where the message has none. */
	timestamp = Number.NaN;
	usage: UsageTotals = noUsage();

	#at = 0;
	#modelBytes = Buffer.alloc(0);

	/** Whether the line `bytes[start, end)` has the expected fields after its content; then they are filled in. */
	read(bytes: Buffer, start: number, end: number): boolean {
		const api = endOfContent(bytes, Math.max(start, end - LONGEST_TAIL), end);
		if (api < 0) return false;
		this.#at = api + AFTER_CONTENT.length;
		if (!this.#skipString(bytes, end)) return false;
		const from = this.#at;
		if (!this.#skip(bytes, end, PROVIDER) || !this.#skipString(bytes, end)) return false;
		const providerEnd = this.#at - 1;
		if (!this.#skip(bytes, end, MODEL) || !this.#skipString(bytes, end)) return false;
		if (!this.#takeModel(bytes, from, providerEnd, this.#at - 1)) return false;
		if (!this.#skip(bytes, end, USAGE) || !this.#readUsage(bytes, end)) return false;
		return this.#readTimestamp(bytes, end);
	}

	/** Sessions seldom change their model, so its text is made only when its bytes differ from the last. */
	#takeModel(bytes: Buffer, from: number, providerEnd: number, modelEnd: number): boolean {
		if (isRange(bytes, from, modelEnd, this.#modelBytes)) return true;
		const range = bytes.subarray(from, modelEnd);
		if (range.includes(BACKSLASH)) return false;
		this.#modelBytes = Buffer.from(range);
		const provider = bytes.toString("utf8", from + PROVIDER.length, providerEnd);
		this.model = `${provider}/${bytes.toString("utf8", providerEnd + 1 + MODEL.length, modelEnd)}`;
		return true;
	}

	#readUsage(bytes: Buffer, end: number): boolean {
		const usage = noUsage();
		let total = Number.NaN;
		do {
			const key = this.#at + 1;
			if (bytes[this.#at] !== QUOTE) return false;
			this.#at++;
			if (!this.#skipString(bytes, end) || bytes[this.#at] !== COLON) return false;
			const keyEnd = this.#at - 1;
			this.#at++;
			if (bytes[this.#at] === OPEN_BRACE) {
				if (!isRange(bytes, key, keyEnd, COST)) return false;
				usage.cost = this.#readCost(bytes, end);
				if (Number.isNaN(usage.cost)) return false;
				continue;
			}
			const value = this.#number(bytes, end);
			if (Number.isNaN(value)) return false;
			if (isRange(bytes, key, keyEnd, INPUT)) usage.input = value;
			else if (isRange(bytes, key, keyEnd, OUTPUT)) usage.output = value;
			else if (isRange(bytes, key, keyEnd, CACHE_READ)) usage.cacheRead = value;
			else if (isRange(bytes, key, keyEnd, CACHE_WRITE)) usage.cacheWrite = value;
			else if (isRange(bytes, key, keyEnd, TOTAL_TOKENS)) total = value;
		} while (bytes[this.#at++] === COMMA);
		if (bytes[this.#at - 1] !== CLOSE_BRACE) return false;
		// Version 1 had no totalTokens.
		const sum = usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
		usage.totalTokens = Number.isNaN(total) ? sum : total;
		this.usage = usage;
		return true;
	}

	/** Reads `{"input":…,"total":…}`; NaN where it is not made of numbers. */
	#readCost(bytes: Buffer, end: number): number {
		let cost = 0;
		do {
			this.#at++;
			const key = this.#at + 1;
			if (bytes[this.#at] !== QUOTE) return Number.NaN;
			this.#at++;
			if (!this.#skipString(bytes, end) || bytes[this.#at] !== COLON) return Number.NaN;
			const isTotal = isRange(bytes, key, this.#at - 1, TOTAL);
			this.#at++;
			if (isTotal) {
				cost = this.#number(bytes, end);
				if (Number.isNaN(cost)) return cost;
			} else if (!this.#skipNumber(bytes, end)) return Number.NaN;
		} while (bytes[this.#at] === COMMA);
		return bytes[this.#at++] === CLOSE_BRACE ? cost : Number.NaN;
	}

	/** A timestamp that is no number, or may be that of an object within, is left to the parser. */
	#readTimestamp(bytes: Buffer, end: number): boolean {
		for (let at = this.#at; at < end; at++) {
			if (bytes[at] === OPEN_BRACE || bytes[at] === OPEN_BRACKET) return false;
			if (bytes[at] !== QUOTE) continue;
			if (startsWith(bytes, at, end, TIMESTAMP)) {
				this.#at = at + TIMESTAMP.length;
				this.timestamp = this.#number(bytes, end);
				return !Number.isNaN(this.timestamp);
			}
			this.#at = at + 1;
			if (!this.#skipString(bytes, end)) return false;
			at = this.#at - 1;
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
		const isInteger = byte === COMMA || byte === CLOSE_BRACE;
		if (isInteger && at > start && at - start < 16) {
			this.#at = at;
			return value;
		}
		if (!this.#skipNumber(bytes, end)) return Number.NaN;
		const number = Number(bytes.toString("latin1", start, this.#at));
		return Number.isFinite(number) ? number : Number.NaN;
	}

	/** Goes to just after what looks like a number. */
	#skipNumber(bytes: Buffer, end: number): boolean {
		const start = this.#at;
		while (this.#at < end && isOfNumber(bytes[this.#at] ?? 0)) this.#at++;
		return this.#at > start;
	}

	#skip(bytes: Buffer, end: number, needle: Buffer): boolean {
		if (!startsWith(bytes, this.#at, end, needle)) return false;
		this.#at += needle.length;
		return true;
	}

	/** Goes to just after the quote that closes the string in which it stands. */
	#skipString(bytes: Buffer, end: number): boolean {
		for (let at = this.#at; at < end; at++) {
			const byte = bytes[at];
			if (byte === BACKSLASH) at++;
			else if (byte === QUOTE) {
				this.#at = at + 1;
				return true;
			}
		}
		return false;
	}
}

function noUsage(): UsageTotals {
	return { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: 0 };
}

/** Where the content ends: nothing after it looks so. */
function endOfContent(bytes: Buffer, start: number, end: number): number {
	for (let at = end - AFTER_CONTENT.length; at >= start; at--) {
		if (bytes[at] === CLOSE_BRACKET && startsWith(bytes, at, end, AFTER_CONTENT)) return at;
	}
	return -1;
}

/** A digit, or one of `+-.eE`. */
function isOfNumber(byte: number): boolean {
	if (byte >= 0x30 && byte <= 0x39) return true;
	return byte === 0x2e || byte === 0x2d || byte === 0x2b || byte === 0x65 || byte === 0x45;
}
