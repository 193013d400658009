import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonText } from "../../src/session/json.js";

const DEPTH = 100_000;
const nested = (open: string, close: string) => `${open.repeat(DEPTH)}1${close.repeat(DEPTH)}`;

test("a value is written as JSON.stringify writes it", () => {
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			expect(jsonText(value)).toBe(JSON.stringify(value));
		}),
	);
	expect(jsonText({ a: undefined, b: [undefined] })).toBe('{"b":[null]}');
	expect(jsonText(undefined)).toBe("null");
});

test("a value nested more deeply than calls can be is written as well", () => {
	for (const text of [nested("[", "]"), nested('{"a":', "}")]) expect(jsonText(JSON.parse(text))).toBe(text);
	fc.assert(
		fc.property(fc.jsonValue(), (value) => {
			const text = `{"b":${JSON.stringify(value)},"d":${nested("[", "]")},"z":[]}`;
			expect(jsonText({ ...JSON.parse(text), left: undefined })).toBe(text);
		}),
		{ numRuns: 5 },
	);
});
