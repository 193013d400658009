import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readSession } from "../../src/session/session.js";
import { SessionBuilder } from "../../src/session/session-builder.js";
import type { SessionInfo } from "../../src/store/info.js";
import { InfoScanner } from "../../src/store/scan/info-scanner.js";
import { readSessionInfo, readSessionInfoSync } from "../../src/store/session-info.js";
import { assistant, at, entry, header, label, lines, user } from "../support/entries.js";
import { writeHostileFiles } from "../support/hostile.js";
import { realSessions } from "../support/stores.js";
import { temporaryDirectory } from "../support/temporary.js";
import { comparable, wholeInfo } from "../support/whole-info.js";

const dir = temporaryDirectory();

/** The answer for a file of these bytes, read in chunks of `size`. */
function scan(content: string | Buffer, options: { text?: boolean; size?: number } = {}): SessionInfo {
	const bytes = Buffer.from(content);
	const scanner = new InfoScanner("/s.jsonl", options);
	const size = options.size ?? bytes.length + 1;
	for (let from = 0; from < bytes.length; from += size) scanner.push(bytes.subarray(from, from + size));
	return scanner.finish({ size: bytes.length, mtimeMs: 1000 });
}

/** Tells whether a file was touched. */
function fingerprint(path: string): object {
	const hash = createHash("sha256").update(readFileSync(path)).digest("hex");
	return { hash, mtime: statSync(path).mtimeMs };
}

const toolResult = (id: string, parentId: string, text: string, fields: object = {}) =>
	entry("message", id, parentId, {
		message: {
			role: "toolResult",
			toolCallId: "c",
			toolName: "bash",
			content: [{ type: "text", text }],
			isError: false,
			timestamp: 9e14,
			...fields,
		},
	});
/** As Prime Agent and pi write it: the ids come last. */
const custom = (id: string, parentId: string | null, data: unknown) => ({
	type: "custom",
	customType: "x",
	data,
	id,
	parentId,
	timestamp: at(1),
});

describe("says the same as reading all of a session", () => {
	test.each(realSessions)("%s", async (path) => {
		const { allMessagesText, ...whole } = wholeInfo(await readSession(path));
		expect(comparable(readSessionInfoSync(path))).toEqual(whole);
		const chunked = await readSessionInfo(path, { text: true, buffer: Buffer.alloc(777) });
		expect(comparable(chunked)).toEqual({ ...whole, allMessagesText });
	});

	test.each(writeHostileFiles(join(dir, "hostile")))("$name", async ({ path, error }) => {
		if (error !== undefined) {
			const whole = await readSession(path).catch((error: Error) => error);
			expect(whole).toMatchObject({ code: error });
			await expect(readSessionInfo(path)).rejects.toMatchObject({
				code: error,
				message: (whole as Error).message,
			});
			expect(() => readSessionInfoSync(path)).toThrow((whole as Error).message);
			return;
		}
		const before = fingerprint(path);
		const { allMessagesText, ...whole } = wholeInfo(await readSession(path));
		expect(comparable(await readSessionInfo(path))).toEqual(whole);
		expect(comparable(readSessionInfoSync(path, { text: true }))).toEqual({ ...whole, allMessagesText });
		expect(fingerprint(path)).toEqual(before);
	});

	const text = fc.oneof(
		fc.string({ unit: "binary", maxLength: 20 }),
		fc.constantFrom(
			'}{"',
			'"}}',
			"{}",
			"\\",
			',"parentId":',
			'],"api":"x',
			"\u2028",
			"é🙂",
			'{"type":"message","id":"q"',
		),
	);
	const id = fc.constantFrom(
		"0000000a",
		"0000000b",
		"deadbeef",
		"0000000A",
		"x",
		"日本",
		"long-id-of-its-own",
	);
	const parent = fc.option(id, { nil: null });
	const amount = fc.oneof(
		fc.nat(100_000),
		fc.constantFrom(0.1, 1e-7, 1.5e21, -3, 12_345_678_901_234, null, "7", true, undefined),
	);
	/** As agents write it, and in other orders and shapes. */
	const answer = fc.record(
		{
			content: fc.oneof(fc.constant([]), fc.array(fc.record({ type: fc.constant("text"), text })), text),
			api: fc.constantFrom("x", "y"),
			provider: fc.constantFrom("lab", "läb", 'a"b'),
			model: fc.oneof(fc.constantFrom("m-1", "m/2"), text),
			usage: fc.oneof(
				{
					weight: 5,
					arbitrary: fc
						.record({
							input: amount,
							output: amount,
							cacheRead: amount,
							cacheWrite: amount,
							r: amount,
							t: amount,
							c: amount,
						})
						.map(({ r, t, c, ...usage }) => ({
							...usage,
							reasoning: r,
							totalTokens: t,
							cost: { input: 1.5, output: 2, total: c, totalFromProvider: r },
						})),
				},
				fc.jsonValue(),
			),
			stopReason: fc.constant("stop"),
			timestamp: fc.constantFrom(1, 1_796_059_525_000, "2026", null, undefined, 1.5, -1),
			errorMessage: text,
			extra: fc.jsonValue(),
		},
		{ requiredKeys: ["content"] },
	);
	const record = fc.oneof(
		fc
			.tuple(id, parent, answer)
			.map(([id, parent, answer]) =>
				entry("message", id, parent, { message: { role: "assistant", ...answer } }),
			),
		fc.tuple(id, parent, text).map(([id, parent, text]) => user(id, parent, text)),
		fc.tuple(id, parent, text).map(([id, parent, text]) => assistant(id, parent, text)),
		fc.tuple(id, id, text).map(([id, parent, text]) => toolResult(id, parent, text)),
		fc.tuple(id, id, fc.jsonValue()).map(([id, parent, details]) => toolResult(id, parent, "", { details })),
		fc.tuple(id, id, text, text).map(([id, parent, text, extra]) => toolResult(id, parent, text, { extra })),
		fc.tuple(id, parent, fc.jsonValue()).map(([id, parent, data]) => custom(id, parent, data)),
		fc.tuple(id, parent, fc.jsonValue()).map(([id, parent, data]) => entry("custom", id, parent, { data })),
		fc.tuple(id, parent, id, text).map(([id, parent, target, text]) => label(id, parent, target, text)),
		fc.tuple(id, parent, text).map(([id, parent, name]) => entry("session_info", id, parent, { name })),
		fc
			.tuple(id, id, fc.jsonValue())
			.map(([id, targetId, usage]) =>
				entry("child_usage_attributed", id, null, { targetId, aggregateUsage: { input: 7, cost: usage } }),
			),
		fc
			.tuple(text)
			.map(([text]) => ({ type: "message", timestamp: at(3), message: { role: "user", content: text } })),
		fc.tuple(text).map(([text]) => ({
			type: "message",
			timestamp: at(3),
			message: { role: "toolResult", content: [{ type: "text", text }], timestamp: 5 },
		})),
	);
	/** What becomes of a line on its way to the disk: how many bytes are lost of it, and what follows. */
	const harm = fc.tuple(
		fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(500)),
		fc.constantFrom("\n", "\n", "\n", "\r\n", "  \n", "\0\0\n", ""),
	);
	const written = fc.tuple(record, harm).map(([record, [lost, end]]) => {
		const line = Buffer.from(JSON.stringify(record));
		let kept = Math.max(1, line.length - lost);
		// A line torn just after a brace, and ended, cannot be told from a whole one by its ends.
		while (lost > 0 && kept > 1 && line[kept - 1] === 0x7d) kept--;
		return Buffer.concat([line.subarray(0, kept), Buffer.from(end)]);
	});

	test("for any records, glued together or torn, ends of lines and chunks", () => {
		fc.assert(
			fc.property(fc.array(written, { maxLength: 12 }), fc.integer({ min: 1, max: 300 }), (written, size) => {
				const bytes = Buffer.concat([Buffer.from(lines(header())), ...written]);
				const builder = new SessionBuilder();
				builder.push(bytes);
				const { allMessagesText, ...expected } = wholeInfo(builder.finish());
				const { sizeBytes, ...info } = comparable(scan(bytes, { size }));
				const { sizeBytes: _, ...withText } = comparable(scan(bytes, { size, text: true }));
				expect(info).toEqual(expected);
				expect(withText).toEqual({ ...expected, allMessagesText });
			}),
			{ numRuns: 500 },
		);
	});
});
