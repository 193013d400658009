import { describe, expect, test } from "vitest";
import { footerLine } from "../../src/browser/footer.js";
import { helpSections } from "../../src/browser/help.js";
import { readKeybindings } from "../../src/browser/keybindings.js";
import { actionOf, bindings, KEY_TABLE, keyLabel, type Mode, NO_OVERRIDES } from "../../src/browser/keys.js";
import { columnsOf } from "../../src/text/columns.js";
import { plainText } from "../../src/text/spans.js";

const modes = Object.keys(KEY_TABLE) as Mode[];
const key = (name: string, more: object = {}) =>
	({ type: "key", name, ctrl: false, alt: false, shift: false, ...more }) as never;

describe("the key table", () => {
	test.each(modes)("%s binds no key twice", (mode) => {
		const keys = bindings(mode, NO_OVERRIDES).flatMap(([, { keys }]) => keys);
		expect(new Set(keys).size).toBe(keys.length);
	});

	test.each(modes)("%s can always be left by Ctrl+C, and by Escape", (mode) => {
		expect(actionOf(mode, key("c", { ctrl: true }))).toBe("quit");
		expect(actionOf(mode, key("escape"))).toBe("back");
	});

	test("typed characters are keys only where they are bound", () => {
		expect(actionOf("transcript", { type: "text", text: "n" })).toBe("next-match");
		expect(actionOf("transcript", { type: "text", text: "N" })).toBe("previous-match");
		expect(actionOf("sessions", { type: "text", text: "n" })).toBeUndefined();
		expect(actionOf("transcript", { type: "paste", text: "n" })).toBeUndefined();
	});

	test("every key is in the help", () => {
		const rows = helpSections(NO_OVERRIDES).flatMap((section) => section.rows);
		const bound = modes.flatMap((mode) => bindings(mode, NO_OVERRIDES));
		for (const [, { does }] of bound) expect(rows.some((row) => row.does === does)).toBe(true);
	});

	test("keys are written as people know them", () => {
		expect(keyLabel("ctrl+s")).toBe("Ctrl+S");
		expect(keyLabel("ctrl+s", true)).toBe("^S");
		expect(keyLabel("alt+enter")).toBe("Alt+Enter");
		expect(keyLabel("pageup")).toBe("PgUp");
	});

	test.each([20, 40, 60, 80, 120])(
		"the footer fits into %i columns and keeps the way to the help",
		(columns) => {
			const text = plainText(footerLine("sessions", NO_OVERRIDES, columns));
			expect(columnsOf(text)).toBeLessThanOrEqual(columns);
			expect(text).toContain("? help");
		},
	);

	test("a narrow footer keeps what comes first, and the way back", () => {
		const text = (columns: number) => plainText(footerLine("tree", NO_OVERRIDES, columns));
		expect(text(40)).toBe(" Enter go here  Esc back  ? help");
		expect(text(30)).toBe(" Enter go here  ? help");
	});
});

describe("keybindings.json", () => {
	test("changes keys, in the handlers and in what is shown", () => {
		const { overrides, problems } = readKeybindings({
			"sessions.rename": "f2",
			"sessions.sort": ["alt+s", "f3"],
		});
		expect(problems).toEqual([]);
		expect(actionOf("sessions", key("f2"), overrides)).toBe("rename");
		expect(actionOf("sessions", key("r", { ctrl: true }), overrides)).toBeUndefined();
		expect(plainText(footerLine("sessions", overrides, 200))).toContain("F2 rename");
	});

	test("a key of two actions of one screen is said", () => {
		const { problems } = readKeybindings({ "sessions.sort": "ctrl+r", "tree.up": ["up", "k"] });
		expect(problems).toEqual([
			'"ctrl+r" is bound to sessions.sort and sessions.rename; it does sessions.sort',
		]);
		expect(readKeybindings({ "sessions.sort": "ctrl+r", "sessions.rename": [] }).problems).toEqual([]);
	});

	test("what is wrong in it is said and left out", () => {
		const { overrides, problems } = readKeybindings({
			"sessions.fly": "x",
			"sessions.rename": 5,
			"sessions.open": "f4",
		});
		expect(problems).toHaveLength(2);
		expect([...overrides.keys()]).toEqual(["sessions.open"]);
		expect(readKeybindings([]).problems).toHaveLength(1);
	});
});
