import { describe, expect, test } from "vitest";
import type { SessionInfo } from "../../../src/store/info.js";
import { InfoScanner } from "../../../src/store/scan/info-scanner.js";
import { assistant, at, entry, header, label, lines, user } from "../../support/entries.js";

function infoOf(content: string | Buffer, mtimeMs = 1000): SessionInfo {
	const bytes = Buffer.from(content);
	const scanner = new InfoScanner("/s.jsonl");
	for (let from = 0; from < bytes.length; from += 1 << 18)
		scanner.push(bytes.subarray(from, from + (1 << 18)));
	return scanner.finish({ size: bytes.length, mtimeMs });
}
const of = (...records: object[]) => infoOf(lines(header(), ...records));

const named = (name: unknown) => entry("session_info", "n", null, { name });
const state = (status: unknown) => entry("session_state", "s", null, { state: { status } });
const role = (role: string, message: object) =>
	entry("message", role, null, { message: { role, ...message } });

describe("name", () => {
	test("is the newest, wherever it stands and whatever follows", () => {
		const many = Array.from({ length: 3000 }, (_, i) => user(`u${i}`, null, "x".repeat(1000)));
		expect(of(...many.slice(0, 200), named("in the middle"), ...many).name).toBe("in the middle");
		expect(of(named("one"), named("two"), named("one"), named("three"))).toMatchObject({
			name: "three",
			oldNames: ["one", "two"],
		});
	});

	test("is trimmed and on one line; an empty one clears it, and the old can be searched", () => {
		expect(of(named("  a\r\nb\u2028c "))).toMatchObject({ name: "a b c", oldNames: [] });
		for (const empty of ["", "  \n ", undefined, 7, null]) {
			const cleared = of(named("was"), named(empty));
			expect(cleared).not.toHaveProperty("name");
			expect(cleared.oldNames).toEqual(["was"]);
		}
	});
});

describe("state", () => {
	test.each([
		["active", "active"],
		["archived", "archived"],
		["hidden", "archived"],
		["sleep", "archived"],
		["crash", "crash"],
		["of the future", "of the future"],
	])("%s reads as %s", (status, expected) => {
		expect(of(state("active"), state(status)).state).toBe(expected);
	});
});

describe("first message", () => {
	test("is that of the first user message with text, wherever and however long", () => {
		const picture = role("user", { content: [{ type: "image", data: "AAAA", mimeType: "image/png" }] });
		const long = "é".repeat(3 << 20);
		const opening = [
			entry("model_change", "m", null, { provider: "p", modelId: "x" }),
			assistant("a", null),
			picture,
		];
		expect(
			of(...opening, user("u", null, "  \n "), user("v", null, long), user("w", null, "no")).firstMessage,
		).toBe(long);
	});

	test("joins text blocks by a space, and takes plain text as it is", () => {
		const content = [{ type: "text", text: "one" }, { type: "image" }, { type: "text", text: "two" }];
		expect(of(role("user", { content })).firstMessage).toBe("one two");
		expect(of(role("user", { content: " plain\n" })).firstMessage).toBe(" plain\n");
	});

	test("without one it is the first custom message that is shown, else said to be none", () => {
		const note = (content: string, display: unknown) =>
			entry("custom_message", "c", null, { customType: "x", content, display });
		expect(of(note("hidden", false), note("shown", true), note("later", true)).firstMessage).toBe("shown");
		expect(of(note("shown", true), user("u", null, "asked")).firstMessage).toBe("asked");
		expect(of(note("hidden", false)).firstMessage).toBe("(no messages)");
		expect(of().firstMessage).toBe("(no messages)");
	});

	test("is followed by the beginnings of the next two, without boilerplate", () => {
		const asked = ["one", "<system-reminder>x</system-reminder>two", "3".repeat(1000), "four"];
		expect(of(...asked.map((text, i) => user(`u${i}`, null, text))).nextMessages).toEqual([
			"two",
			"3".repeat(400),
		]);
	});
});

describe("times", () => {
	const made = at(0);

	test("modified is the newest message's own time, else its entry's, else the header's, else the file's", () => {
		expect(of(user("u", null, "x", 9), assistant("a", "u", "y", 5)).modified.toISOString()).toBe(at(9));
		for (const timestamp of [undefined, null, "2026-01-01", Number.NaN, -5, 0, 9e15]) {
			const message = { role: "assistant", content: [], timestamp };
			expect(
				of({ ...entry("message", "a", null, { message }), timestamp: at(7) }).modified.toISOString(),
			).toBe(at(7));
		}
		expect(of(role("toolResult", { content: [], timestamp: 9e14 })).modified.toISOString()).toBe(made);
		const odd = infoOf(lines(header({ timestamp: "yesterday" })), Date.parse(at(3)));
		expect([odd.created.toISOString(), odd.modified.toISOString()]).toEqual([at(3), at(3)]);
	});

	test("created is the header's, else that of the newest message", () => {
		expect(of(user("u", null, "x", 9)).created.toISOString()).toBe(made);
		const odd = infoOf(lines(header({ timestamp: undefined }), user("u", null, "x", 9)));
		expect(odd.created.toISOString()).toBe(at(9));
	});
});

describe("counts", () => {
	test("messages, entries, branches, labels", () => {
		const info = of(
			user("a", null),
			assistant("b", "a"),
			user("c", "b"),
			user("d", "b"),
			label("l1", "d", "a", "first"),
			label("l2", "l1", "b", "gone"),
			label("l3", "l2", "b"),
			entry("custom", "k", "l3", { customType: "x", data: 1 }),
		);
		expect(info).toMatchObject({ messageCount: 4, entryCount: 8, branchCount: 2, labels: ["first"] });
	});

	test("a type that is no text is none of those that are known", () => {
		for (const type of [["message"], { toString: 1, valueOf: 1 }, 7, null]) {
			const info = of(user("a", null), { ...assistant("b", "a"), type });
			expect(info).toMatchObject({ messageCount: 1, entryCount: 2 });
		}
	});

	test("usage counts an entry once, with its sub-agents' in place of its own", () => {
		const attributed = (targetId: string, input: number) =>
			entry("child_usage_attributed", "c", null, { targetId, aggregateUsage: { input, cost: { total: 2 } } });
		const info = of(
			attributed("b", 50),
			assistant("b", "a"),
			assistant("b", "a"),
			assistant("d", "b"),
			attributed("b", 100),
		);
		expect(info.usage).toEqual({
			input: 110,
			output: 5,
			cacheRead: 2,
			cacheWrite: 1,
			totalTokens: 118,
			cost: 2.33,
		});
		expect(of(attributed("missing", 9)).usage.input).toBe(0);
	});

	test("the newest model, and all that answered", () => {
		const change = entry("model_change", "m", null, { provider: "lab", modelId: "m-2" });
		expect(of(assistant("a", null), change)).toMatchObject({ model: "lab/m-2", models: ["lab/m-1"] });
		expect(of(change, assistant("a", null))).toMatchObject({ model: "lab/m-1", models: ["lab/m-1"] });
	});
});

describe("the header", () => {
	test("says where the session comes from", () => {
		const fields = { parentSession: "/p.jsonl", rlmDepth: 2, git: { branch: "b", commit: "c", dirty: true } };
		expect(infoOf(lines(header(fields)))).toMatchObject({
			parentSessionPath: "/p.jsonl",
			rlmDepth: 2,
			version: 3,
		});
		expect(infoOf(lines(header(fields))).git).toEqual({ branch: "b", commit: "c" });
		expect(infoOf(lines(header({ parentSession: "", version: 99 })))).toMatchObject({
			version: 99,
			rlmDepth: 0,
		});
	});
});

describe("very long lines", () => {
	const huge = "x".repeat(9 << 20);
	const tool = (text: string) =>
		entry("message", "0000000c", "0000000b", {
			message: { role: "toolResult", toolName: "bash", content: [{ type: "text", text }], timestamp: 5 },
		});
	const rest = [user("0000000d", "0000000c", "after", 8), label("e", "0000000d", "0000000c", "kept")];

	test("of tools and extensions are passed over, and counted", () => {
		const custom = { type: "custom", customType: "x", data: huge, id: "k", parentId: null, timestamp: at(1) };
		const info = of(tool(huge), custom, tool(`é${huge}`), ...rest);
		expect(info).toMatchObject({
			messageCount: 3,
			entryCount: 5,
			branchCount: 2,
			problemCount: 0,
			labels: ["kept"],
		});
	});

	test("that are damaged are a problem", () => {
		const content = lines(header(), tool(`${huge}\u0001${huge}`), ...rest).replace("\\u0001", "\0\0");
		expect(infoOf(content)).toMatchObject({
			messageCount: 1,
			problemCount: 1,
			problems: [{ line: 2, offset: lines(header()).length, reason: "not valid JSON" }],
		});
		const torn = infoOf(`${lines(header(), ...rest)}${JSON.stringify(tool(huge)).slice(0, -20)}`);
		expect(torn).toMatchObject({ messageCount: 1, problemCount: 1 });
	});

	test("of the user and the assistant are read", () => {
		expect(of(user("a", null, huge), assistant("b", "a", huge, 30))).toMatchObject({
			firstMessage: huge,
			usage: { input: 10 },
			modified: new Date(at(30)),
		});
	});

	test("of nothing at all are a problem, not a memory", () => {
		const zeros = Buffer.concat([Buffer.from(lines(header(), ...rest)), Buffer.alloc(30 << 20)]);
		expect(infoOf(zeros)).toMatchObject({ messageCount: 1, entryCount: 2, problemCount: 1 });
	});
});

test("no more than a hundred problems are kept, and all are counted", () => {
	const info = infoOf(`${lines(header())}${"nonsense\n".repeat(250)}`);
	expect([info.problems.length, info.problemCount]).toEqual([100, 250]);
});
