import fc from "fast-check";
import { expect, test } from "vitest";
import { bytes } from "../../src/text/amounts.js";
import { parseDuration, parseSize } from "../../src/text/parse-amounts.js";

const DAY = 86_400_000;

test("reads lengths of time", () => {
	const read = {
		"90d": 90 * DAY,
		"2W": 14 * DAY,
		"1y": 365 * DAY,
		"36h": 1.5 * DAY,
		" 1.5 d ": 1.5 * DAY,
		"30m": 1_800_000,
	};
	for (const [text, expected] of Object.entries({
		...read,
		"10s": 10_000,
		"7": 7 * DAY,
		"0d": 0,
		".5d": DAY / 2,
	}))
		expect(parseDuration(text), text).toBe(expected);
	for (const text of [
		"",
		"d",
		"-1d",
		"1mo",
		"1d2h",
		"90 days ago",
		"1e3d",
		"Infinity",
		"0x10",
		"9".repeat(400),
	])
		expect(parseDuration(text), text).toBeUndefined();
});

test("reads sizes", () => {
	const read = {
		"20MB": 20 << 20,
		"20mb": 20 << 20,
		"1.5 GB": 1.5 * 2 ** 30,
		"300k": 300 << 10,
		"4096": 4096,
	};
	for (const [text, expected] of Object.entries({
		...read,
		"4096 B": 4096,
		"1MiB": 1 << 20,
		"2T": 2 * 2 ** 40,
		"0": 0,
	}))
		expect(parseSize(text), text).toBe(expected);
	for (const text of ["", "MB", "-1MB", "1 PB", "20 megabytes", "1,5MB", "NaN"])
		expect(parseSize(text), text).toBeUndefined();
});

test("reads back what sizes are shown as", () => {
	fc.assert(
		fc.property(fc.integer({ min: 0, max: 2 ** 45 }), (size) => {
			const shown = bytes(size);
			expect(bytes(parseSize(shown) ?? -1)).toBe(shown);
		}),
	);
});
