import { expect, test } from "vitest";
import { listTable } from "../../src/commands/list-table.js";
import { columnsOf } from "../../src/text/columns.js";
import { info } from "../support/infos.js";

const now = Date.UTC(2026, 0, 2);
const modified = new Date(Date.UTC(2026, 0, 1, 23));

const sessions = [
	["Fix loop", [], "/home/me/work/pytool"],
	["テスト session", ["start here"], "/home/me/work/webapp"],
	["This title is rather long, and it goes on", [], "/home/me/work/deleted-prime"],
	["Header ideas", ["fork point", "⭐"], "/home/me/a"],
].map(([name, labels, cwd], index) =>
	info({
		id: `0000000${index}`,
		path: `/s/${index}.jsonl`,
		name: String(name),
		labels: labels as string[],
		cwd: String(cwd),
		modified,
	}),
);

function table(columns: number, { paths = true, of = sessions } = {}): string[] {
	const text = listTable(of, { columns, colours: false, now, home: "/home/me", paths });
	return text
		.trimEnd()
		.split("\n")
		.map((line) => line.slice("00000000   1h 0    ".length));
}

test("everything is shown, and in columns, where it fits", () => {
	expect(table(120)).toEqual([
		"Fix loop                                   ~/work/pytool",
		"テスト session               [start here]  ~/work/webapp",
		"This title is rather long, and it goes on  ~/work/deleted-prime",
		"Header ideas            [fork point] [⭐]  ~/a",
	]);
});

test("where it does not, the longest gives way, and labels only to a title that needs the room", () => {
	expect(table(70)).toEqual([
		"Fix loop                       ~/work/pytool",
		"テスト session   [start here]  ~/work/webapp",
		"This title is rather long, a…  ~/work/deleted-prime",
		"Header ideas  [fork point] […  ~/a",
	]);
});

test("without directories the labels end where the longest row does", () => {
	expect(table(80, { paths: false })[1]).toBe("テスト session               [start here]");
});

test("no line is wider than the terminal, however narrow", () => {
	for (let columns = 25; columns < 130; columns += 3) {
		for (const line of listTable(sessions, { columns, colours: false, now, home: "/", paths: true }).split(
			"\n",
		)) {
			expect(columnsOf(line)).toBeLessThanOrEqual(columns);
		}
	}
});

test("nothing is cut, nor filled up, where no terminal is looked at", () => {
	expect(table(Number.POSITIVE_INFINITY)[1]).toBe("テスト session  [start here]  ~/work/webapp");
});
