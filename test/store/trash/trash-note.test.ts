import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTrashNote } from "../../../src/store/trash/trash-note.js";

const note = (path: string, date = "2026-05-03T14:02:11") =>
	`[Trash Info]\nPath=${path}\nDeletionDate=${date}`;

test("gives any path back that was noted in escapes", () => {
	fc.assert(
		fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (path) => {
			fc.pre(!path.includes("\0"));
			for (const encoded of [encodeURI(path), encodeURIComponent(path)])
				expect(parseTrashNote(note(encoded))?.path).toBe(path);
		}),
	);
});

test("reads the time as the machine's own, and does without one", () => {
	expect(parseTrashNote(note("/a"))?.deletedAt).toEqual(new Date(2026, 4, 3, 14, 2, 11));
	for (const date of ["", "yesterday", "2026-13-01T00:00:00", "2026-02-31T00:00:00"])
		expect(parseTrashNote(note("/a", date))).toEqual({ path: "/a", deletedAt: undefined });
});

test("takes the first of a key, in its group only, with any line ends", () => {
	expect(
		parseTrashNote("[Trash Info]\r\nPath=/a\r\nPath=/b\r\nDeletionDate=2026-05-03T14:02:11\r\n"),
	).toEqual({
		path: "/a",
		deletedAt: new Date(2026, 4, 3, 14, 2, 11),
	});
	expect(parseTrashNote("[Trash Info]\n[Other]\nPath=/a\n")).toBeUndefined();
});

test("is never thrown off by what is no note", () => {
	expect(parseTrashNote(note("100%.jsonl"))?.path).toBe("100%.jsonl");
	for (const text of ["", "Path=/a", "[Trash Info]\n", note(""), note("%FF"), note("/a%00b")])
		expect(parseTrashNote(text)).toBeUndefined();
	fc.assert(fc.property(fc.string(), (text) => void parseTrashNote(`[Trash Info]\nPath=${text}`)));
});
