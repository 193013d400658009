import { expect, test } from "vitest";
import { rowLine } from "../../../src/browser/sessions/row-line.js";
import { columnsOf } from "../../../src/text/columns.js";
import { plainText } from "../../../src/text/spans.js";
import { listed, NOW, sessionInfo } from "../../support/browser.js";

test.each([
	[7, " 7"],
	[999, " 999"],
	[1_284, " 1.3k"],
	[30_000, " 30k"],
	[1_234_567, " 1.2M"],
])("a count of %i messages stands apart from what is before it, and is whole", (messageCount, expected) => {
	const session = listed(sessionInfo("a1", 5, { messageCount }), "directory", true);
	const row = {
		kind: "session",
		session,
		title: "a title that is long enough to be cut where the directory begins",
		depth: 0,
		isLast: true,
		hit: undefined,
	} as const;
	for (const columns of [40, 60, 110]) {
		const frame = { columns, now: NOW, home: "/home/dev", paths: true, cursor: false, renaming: undefined };
		const line = plainText(rowLine(row, { ...frame, marked: false }));
		expect(line).toContain(`${expected}   5m`);
		expect(columnsOf(line)).toBe(columns);
	}
});
