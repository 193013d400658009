/** What is drawn of the environment and the user's files: directory names, the agent, key bindings, messages. */
import { describe, expect, test } from "vitest";
import { initialState } from "../../src/browser/initial-state.js";
import { readKeybindings } from "../../src/browser/keybindings.js";
import { NO_OVERRIDES } from "../../src/browser/keys.js";
import { fieldLine } from "../../src/browser/layout-lines.js";
import type { BrowserOptions } from "../../src/browser/options.js";
import { error, info } from "../../src/browser/status.js";
import { plainText } from "../../src/text/spans.js";

const HOSTILE = "\x1b[2Ja\x07\x9b31m\u202eb\nc";

test("a message is one line without anything that drives a terminal", () => {
	expect(error(HOSTILE).text).toBe("ab c");
	expect(info(HOSTILE).text).toBe("ab c");
});

test("the agent's name is made safe when the browser opens", () => {
	const options = {
		cwd: "/",
		home: "/",
		now: 0,
		location: { sessionDir: "/s", agentDir: "/a", kind: "prime", isDefault: true, source: "flag" },
		resume: { agent: `\x1b[2Jagent`, config: {} },
		keys: NO_OVERRIDES,
	} as unknown as BrowserOptions;
	const { environment } = initialState(options, { columns: 80, rows: 24 });
	expect(environment.agent).toBe("agent");
});

test("a key has a name that can be seen", () => {
	const { overrides, problems } = readKeybindings({
		"sessions.open": "\x1b[2J",
		"sessions.sort": "ctrl+\u0085",
	});
	expect(overrides.size).toBe(0);
	expect(problems).toHaveLength(2);
});

describe("a text field", () => {
	test("draws a hostile path as what is safe of it, with the cursor in its place", () => {
		const text = `/work/${HOSTILE}/x`;
		expect(plainText(fieldLine({ text, cursor: text.length - 1 }, 40))).toBe("/work/ab c/│x");
	});

	test("draws the neighbourhood of the cursor of a text of any length", () => {
		const text = `${"é".repeat(1_000_000)}end`;
		expect(plainText(fieldLine({ text, cursor: text.length }, 20))).toBe(`${"é".repeat(16)}end│`);
	});
});
