import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outline } from "../../src/session/outline.js";
import { readSessionSync } from "../../src/session/session.js";
import { summaryLine } from "../../src/session/transcript/summary-line.js";
import { assistant, entry, user } from "../support/entries.js";
import { realSessions } from "../support/stores.js";
import { anyEntries } from "../support/trees.js";

const tools = (...calls: [id: string, name: string, input: object][]) =>
	entry("message", "m", null, {
		message: {
			role: "assistant",
			content: calls.map(([id, name, input]) => ({ type: "toolCall", id, name, arguments: input })),
		},
	});
const result = (toolCallId: string, toolName: string, text: string, fields: object = {}) =>
	entry("message", "r", null, {
		message: { role: "toolResult", toolCallId, toolName, content: [{ type: "text", text }], ...fields },
	});

describe("the outline of a branch", () => {
	it("tells the requests, the files, the conclusion and the errors", () => {
		const text = outline([
			user("a", null, "Freeze the clock\nin all tests"),
			assistant("b", "a", "I'll look first."),
			tools(["c1", "read", { path: "test/login.ts" }], ["c2", "edit", { path: "src/clock.ts", edits: [] }]),
			result("c1", "read", "const a = 1;"),
			result("c2", "edit", "ok"),
			tools(["c3", "bash", { command: "npm test" }], ["c4", "ipython", { code: "1/0" }]),
			result("c3", "bash", "42 tests fail\nand more\n\nCommand exited with code 1", { isError: true }),
			result("c4", "ipython", "Traceback\nZeroDivisionError: division by zero", {
				details: { status: "error", errorEname: "ZeroDivisionError" },
			}),
			entry("message", "x", null, {
				message: { role: "bashExecution", command: "make", output: "no rule", exitCode: 2 },
			}),
			user("d", "b", "Leave it"),
			assistant("e", "d", "Freezing broke the token tests.\n\nI reverted it."),
			entry("message", "f", null, {
				message: { role: "assistant", content: [], stopReason: "error", errorMessage: "overloaded" },
			}),
			entry("message", "g", null, {
				message: { role: "assistant", content: [], stopReason: "error", errorMessage: "overloaded" },
			}),
		]);
		expect(text).toMatchInlineSnapshot(`
			"2 requests, 1 file changed: Freeze the clock in all tests

			## Requests

			- Freeze the clock in all tests
			- Leave it

			## Files

			- changed: src/clock.ts
			- read: test/login.ts

			## Conclusion

			Freezing broke the token tests.

			I reverted it.

			## Errors

			- [bash: npm test] ✗ exit 1: 42 tests fail
			- [ipython: 1/0] ✗ ZeroDivisionError: division by zero
			- [! make] ✗ exit 2: no rule
			- error: overloaded (2 times)"
		`);
		expect(summaryLine(text)).toBe("2 requests, 1 file changed: Freeze the clock in all tests");
	});

	it("stays short, and says what it left out", () => {
		const entries = Array.from({ length: 200 }, (_, i) => [
			user(`u${i}`, null, `request ${i} ${"word ".repeat(500)}`),
			tools([`c${i}`, "write", { path: `src/${"d".repeat(50)}/${i}.ts`, content: "" }]),
			result(`c${i}`, "write", `failed for reason ${i}`, { isError: true }),
			assistant(`a${i}`, null, `answer ${i}\n\n${"paragraph ".repeat(300)}\n\nmore`),
		]).flat();
		const text = outline(entries);
		expect(text.length).toBeLessThan(14_000);
		expect(text).toContain("- … 180 more");
		expect(text).toContain("and 170 more");
		expect(text).toContain("… 190 more before");
		expect(text).toContain("request 199");
		expect(text).toContain("answer 199");
		expect(text).toContain("failed for reason 199");
	});

	it("says something of every branch, and nothing that could drive a terminal", () => {
		expect(outline([])).toBe("Nothing was said on this branch.");
		const hostile = "\x1b[2J\u202eevil\x07";
		fc.assert(
			fc.property(anyEntries, (entries) => {
				const text = outline([...entries, user("z", null, hostile), assistant("y", "z", hostile)]);
				expect(text).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
			}),
		);
		for (const path of realSessions) {
			const { tree } = readSessionSync(path);
			expect(outline(tree.nodes.map((node) => node.entry)).trim()).not.toBe("");
		}
	});
});
