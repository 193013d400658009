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
		lasts: [],
		hit: undefined,
	} as const;
	for (const columns of [40, 60, 110]) {
		const frame = { columns, now: NOW, home: "/home/dev", paths: true, cursor: false, renaming: undefined };
		const line = plainText(rowLine(row, { ...frame, marked: false }));
		expect(line).toContain(`${expected}   5m`);
		expect(columnsOf(line)).toBe(columns);
	}
});

test("a fork of a fork hangs on lines down from the first", () => {
	const drawn = (lasts: boolean[]) => {
		const session = listed(sessionInfo("f1", 5, { parentSessionPath: "/p.jsonl", name: "Fork" }));
		const row = { kind: "session", session, title: "Fork", lasts, hit: undefined } as const;
		const frame = { columns: 60, now: NOW, home: "/home/dev", paths: false, cursor: false, marked: false };
		return plainText(rowLine(row, { ...frame, renaming: undefined }))
			.slice(5, 24)
			.trimEnd();
	};
	expect(drawn([false])).toBe("├ fork · Fork");
	expect(drawn([true])).toBe("└ fork · Fork");
	expect(drawn([false, true])).toBe("│ └ fork · Fork");
	expect(drawn([true, false])).toBe("  ├ fork · Fork");
});

test("why a row was found is seen beside a long title", () => {
	const session = listed(sessionInfo("a1", 5, { labels: ["flaky"] }));
	const title = "a title so long that nothing else has room in the row of a narrow list";
	const hit = { field: "label", text: "flaky", ranges: [[0, 5]] } as const;
	const row = { kind: "session", session, title, lasts: [], hit } as const;
	const frame = { columns: 50, now: NOW, home: "/home/dev", paths: false, cursor: false, marked: false };
	expect(plainText(rowLine(row, { ...frame, renaming: undefined }))).toContain("…  label: flaky");
});
