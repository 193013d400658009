import { expect, test } from "vitest";
import { besideText } from "../../../src/store/trash/deletion-words.js";

test("files that stay beside what goes are counted, and named while they are few", () => {
	expect(besideText([], "it")).toBe("");
	expect(besideText(["a.jsonl.bak"], "it")).toBe("a.jsonl.bak stays beside it.");
	expect(besideText(["a.jsonl.bak", "a.jsonl.old"], "it")).toBe(
		"2 files stay beside it: a.jsonl.bak, a.jsonl.old.",
	);
	expect(besideText(["a.jsonl.bak"], "them", { most: 0 })).toBe("1 file stays beside them.");
	expect(besideText(["01a22d7f-5dae.jsonl.bak"], "it", { longest: 12 })).toBe(
		"…e.jsonl.bak stays beside it.",
	);
	const many = Array.from({ length: 1_000 }, (_, n) => `${n}.jsonl.\u001b[2J`);
	expect(besideText(many, "them")).toBe(
		"1,000 files stay beside them: 0.jsonl., 1.jsonl., 2.jsonl., and 997 more.",
	);
});
