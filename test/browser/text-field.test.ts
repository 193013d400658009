import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { InputEvent } from "../../src/browser/input.js";
import {
	EMPTY_FIELD,
	edit,
	fieldOf,
	LONGEST_FIELD,
	overflows,
	type TextField,
} from "../../src/browser/text-field.js";

const key = (name: string, more: Partial<Extract<InputEvent, { type: "key" }>> = {}) =>
	({ type: "key", name, ctrl: false, alt: false, shift: false, ...more }) as InputEvent;
const text = (value: string): InputEvent => ({ type: "text", text: value });
const edited = (field: TextField, ...events: InputEvent[]) =>
	events.reduce((now, event) => edit(now, event) ?? now, field);

describe("a text field", () => {
	test("takes typed and pasted text at the cursor", () => {
		const field = edited(fieldOf("ac"), key("left"), text("b"), { type: "paste", text: "x\ty" });
		expect(field).toEqual({ text: "abx   yc", cursor: 7 });
	});

	test("turns line breaks into spaces where it holds one line, and keeps them where it holds many", () => {
		const pasted: InputEvent = { type: "paste", text: "one\r\ntwo" };
		expect(edit(EMPTY_FIELD, pasted)?.text).toBe("one two");
		expect(edit(EMPTY_FIELD, pasted, "many")?.text).toBe("one\ntwo");
	});

	test("steps over and deletes whole graphemes", () => {
		const family = "👨‍👩‍👧‍👦";
		const accented = "e\u0301";
		const field = fieldOf(`a${family}${accented}`);
		const moved = edited(field, key("left"), key("left"));
		expect(moved.cursor).toBe(1);
		expect(edited(field, key("backspace"), key("backspace"))).toEqual(fieldOf("a"));
		expect(edited(moved, key("delete")).text).toBe(`a${accented}`);
	});

	test("deletes words and to the ends of the line", () => {
		expect(edited(fieldOf("one two  "), key("w", { ctrl: true })).text).toBe("one ");
		expect(edited(fieldOf("one two"), key("backspace", { ctrl: true })).text).toBe("one ");
		expect(edited(fieldOf("one two"), key("home"), key("delete", { alt: true })).text).toBe(" two");
		expect(edited(fieldOf("one two"), key("left"), key("u", { ctrl: true })).text).toBe("o");
		expect(edited(fieldOf("one two"), key("home"), key("k", { ctrl: true })).text).toBe("");
	});

	test("has nothing to do with other keys", () => {
		expect(edit(fieldOf("x"), key("up"))).toBeUndefined();
		expect(edit(fieldOf("x"), key("d", { ctrl: true }))).toBeUndefined();
		expect(edit(fieldOf("x"), { type: "focus", focused: true })).toBeUndefined();
	});

	test("drops control characters of a paste", () => {
		expect(edit(EMPTY_FIELD, { type: "paste", text: "a\u001b[2Jb\u0007\u202ec" })?.text).toBe("abc");
	});

	test("keeps its cursor on a boundary between graphemes, whatever is pressed", () => {
		const names = ["left", "right", "home", "end", "backspace", "delete"];
		const event = fc.oneof(
			fc.string({ unit: "grapheme", maxLength: 5 }).map(text),
			fc
				.record({ name: fc.constantFrom(...names), ctrl: fc.boolean(), alt: fc.boolean() })
				.map(({ name, ...more }) => key(name, more)),
		);
		fc.assert(
			fc.property(fc.array(event, { maxLength: 30 }), (events) => {
				const field = edited(EMPTY_FIELD, ...events);
				const starts = [...new Intl.Segmenter().segment(field.text)].map(({ index }) => index);
				// Deleting between two graphemes may join their neighbours; the cursor still is within the text.
				expect(field.cursor).toBeGreaterThanOrEqual(0);
				expect(field.cursor).toBeLessThanOrEqual(field.text.length);
				const back = edited(field, key("left"));
				expect([...starts, field.text.length, field.cursor]).toContain(back.cursor);
			}),
		);
	});
});

describe("a text that is longer than a field", () => {
	const long = "👩‍💻".repeat(50_000);

	test.each(["one", "many"] as const)("is left out where there is no room for it (%s)", (lines) => {
		const paste: InputEvent = { type: "paste", text: long };
		const field = edit(fieldOf("first "), paste, lines);
		expect(field?.text.length).toBeLessThanOrEqual(LONGEST_FIELD[lines]);
		expect(field?.text.length).toBeGreaterThan(LONGEST_FIELD[lines] - 10);
		expect(Buffer.from(field?.text ?? "").toString()).toBe(field?.text);
		expect(field?.text.startsWith("first 👩‍💻")).toBe(true);
		expect(overflows(fieldOf("first "), paste, lines)).toBe(true);
		expect(overflows(EMPTY_FIELD, text("short"), lines)).toBe(false);
	});

	test("leaves a full field to be edited", () => {
		const full = fieldOf("x".repeat(LONGEST_FIELD.one));
		expect(edit(full, text("y"))).toBe(full);
		expect(edited(full, key("backspace"), text("y")).text.endsWith("xy")).toBe(true);
	});
});

test("a word of any length is deleted and stepped over in a moment", () => {
	const field = fieldOf(`one ${"x".repeat(99_000)} y`);
	// A search from each of its characters would take minutes.
	expect(edited(field, key("w", { ctrl: true }), key("w", { ctrl: true })).text).toBe("one ");
	expect(edited(field, key("left", { alt: true }), key("left", { alt: true })).cursor).toBe(4);
});
