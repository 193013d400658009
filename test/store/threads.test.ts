import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SessionInfo } from "../../src/store/info.js";
import { forksOf, parentOf, threadSessions } from "../../src/store/threads.js";
import { info } from "../support/infos.js";

const at = (path: string, parentSessionPath?: string, fields: Partial<SessionInfo> = {}) =>
	info({ path, ...(parentSessionPath === undefined ? {} : { parentSessionPath }), ...fields });

const drawn = (sessions: SessionInfo[]) =>
	threadSessions(sessions).map(({ session, depth }) => `${"-".repeat(depth)}${session.path}`);

describe("threadSessions", () => {
	test("puts forks under their parents, a thread where its first session stood", () => {
		const sessions = [at("/new"), at("/fork", "/old"), at("/mid"), at("/old"), at("/fork2", "/old")];
		expect(drawn(sessions)).toEqual(["/new", "/old", "-/fork", "-/fork2", "/mid"]);
	});

	test("nests forks of forks, and tells the last of a parent", () => {
		const rows = threadSessions([at("/a"), at("/b", "/a"), at("/c", "/b"), at("/d", "/a")]);
		expect(rows.map((row) => [row.session.path, row.depth, row.parent?.path, row.lasts])).toEqual([
			["/a", 0, undefined, []],
			["/b", 1, "/a", [false]],
			["/c", 2, "/b", [false, true]],
			["/d", 1, "/a", [true]],
		]);
	});

	test("finds a parent by path, else by file name, else by the id in the name", () => {
		const uuid = "01a22d7e-da26-7150-bb4a-6b351d47cdf4";
		const store = "/data/sessions";
		expect(drawn([at(`${store}/p.jsonl`), at("/1", `${store}//./p.jsonl`)])[1]).toBe("-/1");
		expect(drawn([at(`${store}/p.jsonl`), at("/1", "/home/dev/.prime/agent/sessions/p.jsonl")])[1]).toBe(
			"-/1",
		);
		expect(
			drawn([at("/x.jsonl", undefined, { id: uuid }), at("/1", `/old/2026-11-30T17_${uuid}.jsonl`)])[1],
		).toBe("-/1");
		expect(drawn([at("/x.jsonl", undefined, { id: uuid }), at("/1", `/old/${uuid}.jsonl`)])[1]).toBe("-/1");
		expect(drawn([at("/x.jsonl"), at("/1", "/elsewhere/y.jsonl")])).toEqual(["/x.jsonl", "/1"]);
	});

	test("leaves a sub-agent's session out of its parent's forks", () => {
		const parent = at("/p");
		const [fork, child] = [at("/f", "/p"), at("/s", "/p", { rlmDepth: 1 })];
		expect(drawn([parent, fork, child])).toEqual(["/p", "-/f", "/s"]);
		expect(forksOf(parent, [fork, child])).toEqual([fork]);
		expect(parentOf(fork, [parent, child])).toBe(parent);
		expect(parentOf(parent, [fork])).toBeUndefined();
	});

	test("a session that is its own parent, and forks in a circle, stay in the list", () => {
		expect(drawn([at("/a", "/a")])).toEqual(["/a"]);
		expect(drawn([at("/a", "/c"), at("/b", "/a"), at("/c", "/b")])).toHaveLength(3);
		expect(drawn([at("/t", "/a"), at("/a", "/b"), at("/b", "/a")])).toHaveLength(3);
	});

	test("a chain of thousands is threaded without recursion", () => {
		const chain = Array.from({ length: 20_000 }, (_, i) => at(`/${i}`, `/${i - 1}`));
		expect(threadSessions(chain).at(-1)?.depth).toBe(19_999);
	});

	test("every session has one row, below its parent, whatever the parents", () => {
		fc.assert(
			fc.property(fc.array(fc.option(fc.nat(12), { nil: undefined }), { maxLength: 12 }), (parents) => {
				const sessions = parents.map((parent, i) =>
					at(`/${i}`, parent === undefined ? undefined : `/${parent}`),
				);
				const rows = threadSessions(sessions);
				expect(new Set(rows.map((row) => row.session))).toEqual(new Set(sessions));
				expect(rows).toHaveLength(sessions.length);
				rows.forEach((row, i) => {
					const above = rows.slice(0, i).findLast((other) => other.depth < row.depth);
					expect(above?.session).toBe(row.parent);
					expect(row.depth).toBe(above === undefined ? 0 : above.depth + 1);
				});
			}),
		);
	});
});
