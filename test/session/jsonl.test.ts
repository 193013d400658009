import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FileRecord, LineReader, parseRecords } from "../../src/session/jsonl.js";

const entry = (id: string, text = "x") =>
	`{"type":"message","id":"${id}","parentId":null,"timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"user","content":[{"type":"text","text":${JSON.stringify(text)}}]}}`;
const parse = (text: string | Buffer) => parseRecords(Buffer.from(text));
const ids = (records: FileRecord[]) => records.flatMap((r) => (r.kind === "value" ? [r.value.id] : []));
const kinds = (records: FileRecord[]) => records.map((r) => r.kind);

describe("parseRecords", () => {
	it("takes only a line feed for the end of a line", () => {
		const text = "a\u2028b\u2029c\u0085d\u000b\u000c";
		const records = parse(`${entry("1", text)}\n`);
		expect(records).toMatchObject([{ kind: "value", line: 1, offset: 0 }]);
		const raw = parse(`{"type":"x","text":"a\u2028b\u0085c"}\n`);
		expect(raw).toMatchObject([{ kind: "value", value: { text: "a\u2028b\u0085c" } }]);
	});

	it("drops a carriage return at the end of a line", () => {
		const records = parse(`${entry("1")}\r\n${entry("2")}\r\n`);
		expect(ids(records)).toEqual(["1", "2"]);
		expect(records[0]).toMatchObject({ length: Buffer.byteLength(entry("1")) });
	});

	it("skips a byte order mark and counts its bytes", () => {
		expect(parse(`\ufeff${entry("1")}\n`)).toMatchObject([{ kind: "value", offset: 3, line: 1 }]);
		expect(parse("\ufeff")).toEqual([]);
	});

	it("keeps what is no object as a problem with its place", () => {
		const records = parse('null\n42\n[]\n""\nnot json\n\0\0\n');
		expect(records).toMatchObject([
			{ kind: "problem", line: 1, offset: 0, length: 4, reason: "not a JSON object" },
			{ kind: "problem", line: 2, offset: 5, length: 2 },
			{ kind: "problem", line: 3, offset: 8, length: 2 },
			{ kind: "problem", line: 4, offset: 11, length: 2 },
			{ kind: "problem", line: 5, offset: 14, length: 8, reason: "not valid JSON" },
			{ kind: "problem", line: 6, offset: 23, length: 2 },
		]);
	});

	it("gives lines of white space as blank", () => {
		expect(kinds(parse(" \t\r\n\n"))).toEqual(["blank", "blank"]);
	});

	it("recovers two records on one line and says so", () => {
		const records = parse(`${entry("1")}${entry("2")} ${entry("3")}\n`);
		expect(ids(records)).toEqual(["1", "2", "3"]);
		expect(kinds(records)).toEqual(["value", "problem", "value", "problem", "value"]);
		expect(records[1]).toMatchObject({ reason: "two records on one line", length: 0 });
	});

	it("recovers a record after any prefix of one, wherever that was cut", () => {
		const whole = entry("1", 'a "quoted" {"type":"text"} brace {');
		for (let cut = 1; cut < whole.length; cut++) {
			const records = parse(`${whole.slice(0, cut)}${entry("2")}\n`);
			expect(ids(records)).toEqual(["2"]);
			expect(records[0]).toMatchObject({ kind: "problem", offset: 0, length: cut });
		}
	});

	it("makes one problem of a torn last line, wherever it was cut", () => {
		const whole = Buffer.from(entry("1", "flag 🏳️‍🌈 end"));
		for (let cut = 1; cut < whole.length; cut++) {
			expect(parse(Buffer.concat([Buffer.from(`${entry("0")}\n`), whole.subarray(0, cut)]))).toMatchObject([
				{ kind: "value" },
				{ kind: "problem", line: 2, length: cut, reason: "the last line is cut off" },
			]);
		}
	});

	it("does not take an object inside a torn record for a record", () => {
		const nested = `{"type":"custom","id":"9","data":${entry("1")},"more":"te`;
		expect(kinds(parse(nested))).toEqual(["problem"]);
	});

	it("recovers a record after bytes of zero", () => {
		expect(ids(parse(`${"\0".repeat(512)}${entry("1")}\n`))).toEqual(["1"]);
	});

	it("reads a hostile line in time of its length", () => {
		expect(kinds(parse(`${'{"type":"'.repeat(300_000)}\n`))).toEqual(["problem"]);
		expect(kinds(parse(`${"[".repeat(3_000_000)}\n`))).toEqual(["problem"]);
	});

	it("accounts for every byte once and in order, whatever the bytes", () => {
		const piece = fc.oneof(
			fc.uint8Array({ maxLength: 20 }).map((b) => Buffer.from(b)),
			fc
				.constantFrom("\n", "\r\n", "{", "}", '"', entry("1"), entry("2", "é🙂"), "null", "\ufeff")
				.map((s) => Buffer.from(s)),
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
				const bytes = Buffer.concat(pieces);
				let end = 0;
				for (const record of parseRecords(bytes)) {
					expect(record.offset).toBeGreaterThanOrEqual(end);
					// Between records lie only line ends, white space and a byte order mark.
					expect(bytes.subarray(end, record.offset).toString("latin1")).toMatch(/^(ï»¿)?[\n\r\t ]*$/);
					end = record.offset + record.length;
				}
				expect(bytes.subarray(end).toString("latin1")).toMatch(/^(ï»¿)?[\n\r\t ]*$/);
			}),
			{ numRuns: 1000 },
		);
	});
});

describe("LineReader", () => {
	it("gives the same lines however the bytes are cut into chunks", () => {
		fc.assert(
			fc.property(
				fc.array(fc.constantFrom("\n", "\r\n", "a", "é🙂", "\ufeff", "\u2028"), { maxLength: 30 }),
				fc.integer({ min: 1, max: 7 }),
				(pieces, size) => {
					const bytes = Buffer.from(pieces.join(""));
					const lines = (chunk: number) => {
						const found: string[] = [];
						const reader = new LineReader((text, line, offset, terminated) => {
							found.push(`${line}@${offset}${terminated}:${text.toString("hex")}`);
						});
						for (let i = 0; i < bytes.length; i += chunk) reader.push(bytes.subarray(i, i + chunk));
						reader.end();
						return found;
					};
					expect(lines(size)).toEqual(lines(bytes.length + 1));
				},
			),
		);
	});
});
