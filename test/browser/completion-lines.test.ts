import { expect, test } from "vitest";
import { completionLines } from "../../src/browser/completion-lines.js";
import { completions } from "../../src/browser/slash-commands.js";
import { plainText } from "../../src/text/spans.js";

test("the chosen command is shown, however few rows there are", () => {
	const offered = completions("/");
	for (let rows = 0; rows <= offered.length + 1; rows++) {
		for (const [chosen, command] of offered.entries()) {
			const lines = completionLines(offered, chosen, { columns: 40, rows }).map(plainText);
			expect(lines).toHaveLength(Math.min(rows, offered.length));
			expect(lines.filter((line) => line.startsWith(" ▸ "))).toEqual(
				rows === 0 ? [] : [expect.stringContaining(` /${command} `)],
			);
		}
	}
});
