import { describe, expect, it } from "vitest";
import { age, ageInWords, bytes, cost, count, dateTime, duration, tokens } from "../../src/text/amounts.js";
import { columnsOf } from "../../src/text/columns.js";

const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("age", () => {
	it.each([
		[0, "now", "just now"],
		[59 * SECOND, "now", "just now"],
		[60 * SECOND, "1m", "1 minute ago"],
		[5 * 60 * SECOND, "5m", "5 minutes ago"],
		[3 * HOUR, "3h", "3 hours ago"],
		[23.99 * HOUR, "23h", "23 hours ago"],
		[2 * DAY, "2d", "2 days ago"],
		[28 * DAY, "4w", "4 weeks ago"],
		[42 * DAY, "6w", "6 weeks ago"],
		[100 * DAY, "14w", "3 months ago"],
		[364 * DAY, "52w", "12 months ago"],
		[365 * DAY, "1y", "1 year ago"],
		[3 * 365 * DAY, "3y", "3 years ago"],
		[-DAY, "now", "just now"],
		[Number.NaN, "?", "at an unknown time"],
	])("%d ms", (passed, short, words) => {
		const now = Date.UTC(2026, 4, 3);
		expect(age(now - passed, now)).toBe(short);
		expect(ageInWords(now - passed, now)).toBe(words);
	});
});

it.each([
	[0, "0 B"],
	[1023, "1023 B"],
	[1024, "1 KB"],
	[1536, "1.5 KB"],
	[421_888, "412 KB"],
	[1024 * 1024 - 1, "1 MB"],
	[3.6 * 1024 ** 3, "3.6 GB"],
	[9.96 * 1024, "10 KB"],
	[2 * 1024 ** 6, "2048 PB"],
	[Number.NaN, "?"],
])("bytes %d", (size, expected) => {
	expect(bytes(size)).toBe(expected);
});

it.each([
	[0, "0"],
	[999, "999"],
	[1284, "1,284"],
	[1_234_567, "1,234,567"],
	[-1284, "-1,284"],
	[Number.POSITIVE_INFINITY, "?"],
])("count %d", (amount, expected) => {
	expect(count(amount)).toBe(expected);
});

it.each([
	[0, "0"],
	[950, "950"],
	[999.6, "1000"],
	[1000, "1k"],
	[6131, "6.1k"],
	[48_123, "48k"],
	[184_000, "184k"],
	[999_600, "1M"],
	[1_240_000, "1.2M"],
	[5_000_000_000, "5G"],
	[Number.NaN, "?"],
])("tokens %d", (amount, expected) => {
	expect(tokens(amount)).toBe(expected);
});

it.each([
	[0, "$0.00"],
	[0.0049, "<$0.01"],
	[0.005, "$0.01"],
	[1.84, "$1.84"],
	[1284.5, "$1,284.50"],
	[-1.5, "-$1.50"],
	[Number.NaN, "?"],
])("cost %d", (dollars, expected) => {
	expect(cost(dollars)).toBe(expected);
});

it.each([
	[120, "120 ms"],
	[0, "0 ms"],
	[-5, "0 ms"],
	[1234, "1.2 s"],
	[42_000, "42 s"],
	[59_600, "1m 0s"],
	[185_000, "3m 5s"],
	[7_800_000, "2h 10m"],
	[Number.NaN, "?"],
])("duration %d", (milliseconds, expected) => {
	expect(duration(milliseconds)).toBe(expected);
});

it("dateTime names the year only when it is another", () => {
	const moment = new Date(2026, 4, 3, 14, 2).getTime();
	expect(dateTime(moment, new Date(2026, 11, 1).getTime())).toBe("3 May 14:02");
	expect(dateTime(moment, new Date(2027, 0, 1).getTime())).toBe("3 May 2026 14:02");
	expect(dateTime(Number.NaN, moment)).toBe("?");
	expect(dateTime(1e20, moment)).toBe("?");
	expect(columnsOf(dateTime(moment, moment))).toBeLessThan(14);
});
