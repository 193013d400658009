import { describe, expect, test } from "vitest";
import { title, titles, withoutBoilerplate } from "../../src/store/title.js";
import { info } from "../support/infos.js";

const reminder = `<system-reminder>\n${"Do not forget. ".repeat(30)}\n</system-reminder>\n`;

describe("title", () => {
	test("is the name, else the first message", () => {
		expect(title(info({ name: "My session", firstMessage: "hello" }))).toBe("My session");
		expect(title(info({ firstMessage: "hello" }))).toBe("hello");
		expect(title(info())).toBe("(no messages)");
	});

	test.each([
		[`${reminder}fix the login`, "fix the login"],
		[`${reminder}${reminder}\n fix it`, "fix it"],
		['<env os="linux">x</env><user_instructions>\nBe brief.\n</user_instructions>\n\nfix it', "fix it"],
		["This session is being continued from a previous conversation that ran out.\nMore.\n\nfix it", "fix it"],
		["# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>\nfix it", "fix it"],
		["<b>bold</b> request", "request"],
		["a <b>bold</b> request", "a <b>bold</b> request"],
		["<div> is not closed", "<div> is not closed"],
	])("%j is called %j", (firstMessage, expected) => {
		expect(title(info({ firstMessage }))).toBe(expected);
	});

	test("a message that is all machine-made gives way to the next, or to its words", () => {
		expect(title(info({ firstMessage: reminder, nextMessages: ["", "then this"] }))).toBe("then this");
		const command = "<command-name>/review</command-name>\n<command-args>the parser</command-args>";
		expect(title(info({ firstMessage: command })).replaceAll(/\s+/g, " ")).toBe("/review the parser");
	});

	test("an address alone is shortened to its host and followed by the next message", () => {
		const firstMessage = `https://example.com/a/b/c?x=${"1".repeat(200)}`;
		expect(title(info({ firstMessage, nextMessages: ["summarise this"] }))).toBe(
			"example.com · summarise this",
		);
		expect(title(info({ firstMessage }))).toBe(firstMessage);
		expect(title(info({ firstMessage: "https://x.dev explain" }))).toBe("https://x.dev explain");
	});

	test("sessions that began alike are told apart by what came next", () => {
		const twins = ["first", "second"].map((next) => info({ firstMessage: "continue", nextMessages: [next] }));
		const named = info({ name: "continue" });
		const alone = info({ firstMessage: "other", nextMessages: ["more"] });
		expect([...titles([...twins, named, alone]).values()]).toEqual([
			"continue · first",
			"continue · second",
			"continue",
			"other",
		]);
	});

	test("takes time in proportion to the text", () => {
		expect(withoutBoilerplate("<a>".repeat(50_000))).toHaveLength(150_000);
		expect(withoutBoilerplate(`${"<a></a>".repeat(20_000)}end`)).toBe("end");
	});
});
