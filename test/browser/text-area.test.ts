import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areaLines, areaRows, moveRow } from "../../src/browser/text-area.js";
import { fieldOf, type TextField } from "../../src/browser/text-field.js";
import { graphemes } from "../../src/text/columns.js";
import { lineColumns, plainText } from "../../src/text/spans.js";

const shown = (field: TextField, columns: number, height = 100, focused = true) =>
	areaLines(field, { columns, height, focused }).map(plainText);

describe("a text area", () => {
	test("breaks long lines by words, and shows the cursor where it is", () => {
		const text = "Refactor the auth module\nand keep the tests";
		expect(shown(fieldOf(text), 20)).toEqual([
			" › Refactor the",
			"   auth module",
			"   and keep the",
			"   tests│",
		]);
		expect(shown({ text, cursor: 13 }, 20)[1]).toBe("   │auth module");
		expect(shown(fieldOf(text), 20, 100, false).join("")).not.toContain("│");
	});

	test("shows the rows around the cursor where there are more", () => {
		const text = "one\ntwo\nthree\nfour";
		expect(shown(fieldOf(text), 20, 2)).toEqual(["   three", "   four│"]);
		expect(shown({ text, cursor: 0 }, 20, 2)).toEqual([" › │one", "   two"]);
	});

	test("the cursor moves by the rows that are seen, and keeps to its column", () => {
		const field = { text: "Refactor the auth module", cursor: 16 };
		expect(moveRow(field, -1, 20)).toEqual({ ...field, cursor: 3 });
		expect(moveRow({ ...field, cursor: 3 }, 1, 20)).toEqual({ ...field, cursor: 16 });
		expect(moveRow(field, 1, 20)).toBeUndefined();
		expect(moveRow({ ...field, cursor: 12 }, -1, 20)).toBeUndefined();
		expect(moveRow({ text: "abcd\nef", cursor: 4 }, 1, 20)).toMatchObject({ cursor: 7 });
	});

	const text = fc
		.array(fc.constantFrom("a", " ", "word ", "\n", "日本", "é", "👩‍💻", "longerthanarow"), { maxLength: 40 })
		.map((parts) => parts.join(""));

	test("for any text: rows fit, one cursor is shown, and it stays between characters", () => {
		fc.assert(
			fc.property(text, fc.nat(), fc.integer({ min: 8, max: 40 }), (any, seed, columns) => {
				const edges = [0, ...[...graphemes(any)].map(({ to }) => to)];
				const field = { text: any, cursor: edges[seed % edges.length] ?? 0 };
				const lines = areaLines(field, { columns, height: 100, focused: true });
				for (const line of lines) expect(lineColumns(line)).toBeLessThanOrEqual(columns);
				expect(lines.map(plainText).join("").split("│")).toHaveLength(2);
				for (const by of [-1, 1] as const) {
					const moved = moveRow(field, by, columns);
					if (moved !== undefined) expect(edges).toContain(moved.cursor);
				}
			}),
		);
	});

	test("moving up from the end passes every row once", () => {
		fc.assert(
			fc.property(text, fc.integer({ min: 8, max: 40 }), (any, columns) => {
				let field: TextField | undefined = fieldOf(any);
				let rows = 0;
				for (; field !== undefined; field = moveRow(field, -1, columns)) rows++;
				expect(rows).toBe(areaRows(any, columns).length);
			}),
		);
	});
});
