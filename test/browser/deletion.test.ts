import { describe, expect, test } from "vitest";
import { deletionLines } from "../../src/browser/deletion/lines.js";
import { overlayOf } from "../../src/browser/overlay.js";
import type { State } from "../../src/browser/state.js";
import { trashLines } from "../../src/browser/trash/lines.js";
import { trashCursorIndex } from "../../src/browser/trash/update.js";
import type { DeletedSession, Deletion, DeletionPlan } from "../../src/store/trash/delete.js";
import type { TrashedSession } from "../../src/store/trash/trash-can.js";
import { columnsOf } from "../../src/text/columns.js";
import { plainText } from "../../src/text/spans.js";
import { NOW, press, readyState, run, sampleSessions, sessionInfo, type } from "../support/browser.js";

const path = (id: string) => `/home/dev/.prime/agent/sessions/${id}.jsonl`;
const location = { sessionDir: "/home/dev/.prime/agent/sessions", agentDir: "/home/dev/.prime/agent" };

/** A plan for some of the sample sessions. */
function planOf(...ids: string[]): DeletionPlan {
	const infos = sampleSessions()
		.map(({ info }) => info)
		.filter(({ id }) => ids.includes(id));
	return {
		location,
		targets: infos.map((session) => ({
			session,
			file: { dev: 1, ino: 2, size: 3, isLink: false },
			forks: [],
			artifacts: [],
			twins: [],
			beside: [],
		})),
		refused: [],
		bytes: 40_000 * infos.length,
	};
}

function deletionOf(plan: DeletionPlan, skipped: Deletion["skipped"] = []): Deletion {
	const trashed = plan.targets
		.filter(({ session }) => !skipped.some((kept) => kept.path === session.path))
		.map(
			({ session }): DeletedSession => ({
				path: session.path,
				id: session.id,
				title: session.name ?? session.firstMessage,
				artifacts: [],
				bytes: 40_000,
				deletedAt: new Date(NOW),
			}),
		);
	return { trashed, skipped, bytes: 40_000 * trashed.length };
}

/** Ctrl+D pressed on the first session, and what it would take looked at. */
function asked(state = readyState(), plan = planOf("a1")): State {
	const planning = run(state, press("ctrl+d")).state;
	return run(planning, { type: "deletion-planned", request: requestOf(planning), plan }).state;
}

const requestOf = (state: State): number =>
	state.deletion !== undefined && "request" in state.deletion ? state.deletion.request : -1;
const titles = (state: State) =>
	state.sessions.rows.flatMap((row) => (row.kind === "session" ? [row.session.info.id] : []));

describe("deleting", () => {
	test("Ctrl+D looks at what would go, and asks", () => {
		const { state, effects } = run(readyState(), press("ctrl+d"));
		expect(effects).toEqual([{ type: "plan-deletion", request: requestOf(state), paths: [path("a1")] }]);
		expect(asked().deletion).toMatchObject({ kind: "asking", word: undefined });
	});

	test("marked sessions that the list does not show now are told of", () => {
		const marked = run(readyState(), press("ctrl+t"), press("ctrl+t")).state;
		const lines = (state: State) => deletionLines(state.deletion!, state, 76).map(plainText).join("\n");
		expect(lines(asked(marked, planOf("a1", "a2")))).not.toContain("not shown");
		expect(lines(asked(run(marked, type("flaky")).state, planOf("a1", "a2")))).toContain(
			"1 of them marked, but not shown in the list now.",
		);
	});

	test("Escape takes the marks away before it leaves", () => {
		const marked = run(readyState(), press("ctrl+t"), type("auth")).state;
		const searched = run(marked, press("escape"));
		expect([searched.state.sessions.query.text, searched.state.sessions.marked.size]).toEqual(["", 1]);
		const unmarked = run(searched.state, press("escape"));
		expect([unmarked.state.sessions.marked.size, unmarked.effects]).toEqual([0, []]);
		expect(run(unmarked.state, press("escape")).effects).toEqual([{ type: "quit", code: 0 }]);
	});

	test.each(["enter", "y"])("%s confirms", (key) => {
		const { state, effects } = run(asked(), key === "y" ? type("y") : press(key));
		expect(effects).toEqual([
			{ type: "delete-sessions", request: requestOf(state), plan: planOf("a1"), forever: false },
		]);
	});

	test.each(["escape", "n", "up", "down", "pagedown", "home", "left"])("%s keeps", (key) => {
		const { state, effects } = run(asked(), key === "n" ? type("n") : press(key));
		expect(state.deletion).toBeUndefined();
		expect(effects).toEqual([]);
	});

	test("Ctrl+D again neither confirms nor leaves", () => {
		const { state, effects } = run(asked(), press("ctrl+d"), press("ctrl+d"));
		expect(state.deletion).toMatchObject({ kind: "asking" });
		expect(effects).toEqual([]);
	});

	test("a list that re-sorts while it is asked changes nothing about what goes", () => {
		const state = asked();
		const resorted = run(state, { type: "store-changed" }).state;
		const request = resorted.sessions.reading?.request ?? 0;
		const sessions = sampleSessions()
			.reverse()
			.map((each) => ({ ...each, info: { ...each.info, modified: new Date(NOW) } }));
		const after = run(resorted, { type: "store-read", request, sessions, unreadable: [] }).state;
		const { effects } = run(after, press("enter"));
		expect(effects).toMatchObject([
			{ type: "delete-sessions", plan: { targets: [{ session: { path: path("a1") } }] } },
		]);
	});

	test("what went is off the list, said, and can be brought back", () => {
		const running = run(asked(), press("enter")).state;
		const deletion = deletionOf(planOf("a1"));
		const done = run(running, { type: "deletion-done", request: requestOf(running), deletion }).state;
		expect(titles(done)).not.toContain("a1");
		expect(done.status).toMatchObject({
			kind: "info",
			text: expect.stringContaining('Moved "Refactor auth module" to the trash'),
		});
		const undo = run(done, press("ctrl+z"));
		expect(undo.effects).toEqual([{ type: "restore-deleted", sessions: deletion.trashed }]);
		expect(run(undo.state, press("ctrl+z")).effects).toEqual([]);
	});

	test.each([40, 60, 80])("the way back is seen in a terminal of %i columns", (columns) => {
		const size = { columns, rows: 24 };
		for (const ids of [["a1"], ["a1", "a2"]]) {
			const running = run(asked(readyState(size), planOf(...ids)), press("enter")).state;
			const deletion = deletionOf(planOf(...ids));
			const done = run(running, { type: "deletion-done", request: requestOf(running), deletion }).state;
			expect(done.status?.text.slice(0, columns - 1)).toMatch(/Ctrl\+Z (brings (it|them) back|undoes)$/);
		}
	});

	test("the way back from 2,000 is seen in a terminal of 40 columns, too", () => {
		const running = run(asked(readyState({ columns: 40, rows: 12 })), press("enter")).state;
		const [one] = deletionOf(planOf("a1")).trashed;
		const deletion = { trashed: Array.from({ length: 2_000 }, () => one!), skipped: [], bytes: 1 };
		const done = run(running, { type: "deletion-done", request: requestOf(running), deletion }).state;
		expect(done.status?.text.slice(0, 39)).toMatch(/2,000.*Ctrl\+Z undoes$/);
	});

	test("bringing back says so at once, and how far it is", () => {
		const running = run(asked(), press("enter")).state;
		const deletion = deletionOf(planOf("a1"));
		const done = run(running, { type: "deletion-done", request: requestOf(running), deletion }).state;
		const undoing = run(done, press("ctrl+z")).state;
		expect(undoing.status?.text).toBe("Bringing back from the trash…");
		const further = run(undoing, { type: "restore-progress", done: 812, total: 2_000 }).state;
		expect(further.status?.text).toBe("Bringing back… 812 of 2,000 · Esc stops");
	});

	test("Escape stops bringing back, and nothing else; what is left can be brought back then", () => {
		const running = run(asked(readyState(), planOf("a1", "a2")), press("enter")).state;
		const { trashed } = deletionOf(planOf("a1", "a2"));
		const deletion = { trashed, skipped: [], bytes: 1 };
		const done = run(running, { type: "deletion-done", request: requestOf(running), deletion }).state;
		const again = run(run(done, press("ctrl+z")).state, press("ctrl+z"));
		expect([again.effects, again.state.status?.text]).toEqual([
			[],
			"Sessions are being brought back. Escape stops that.",
		]);
		const undoing = run(done, press("ctrl+z"), press("escape"));
		expect(undoing.effects).toEqual([
			{ type: "restore-deleted", sessions: trashed },
			{ type: "stop-restoring" },
		]);
		expect(undoing.state.status?.text).toBe("Stopping…");
		const [back] = sampleSessions();
		const stopped = run(undoing.state, {
			type: "sessions-restored",
			sessions: [back!],
			taken: [],
			back: [{ path: path("a1"), inTrash: "/trash/1" }],
			again: trashed.slice(1),
			message: "Stopped.",
			failed: false,
		}).state;
		expect(stopped.status?.text).toBe("Stopped.");
		expect(run(stopped, press("ctrl+z")).effects).toEqual([
			{ type: "restore-deleted", sessions: trashed.slice(1) },
		]);
		// There is nothing to be stopped any more.
		expect(run(stopped, press("escape")).effects).toEqual([{ type: "quit", code: 0 }]);
	});

	test("what came back another way is no deletion to be undone any more", () => {
		const running = run(asked(readyState(), planOf("a1", "a2")), press("enter")).state;
		const trashed = deletionOf(planOf("a1", "a2")).trashed.map(
			(each): DeletedSession => ({ ...each, inTrash: { path: `/trash/${each.id}` } }),
		);
		const deletion = { trashed, skipped: [], bytes: 1 };
		const done = run(running, { type: "deletion-done", request: requestOf(running), deletion }).state;
		const restored = {
			type: "sessions-restored",
			sessions: [],
			taken: [],
			again: [],
			message: "It is back.",
			failed: false,
		} as const;
		const one = run(done, { ...restored, back: [{ path: path("a1"), inTrash: "/trash/a1" }] }).state;
		expect(run(one, press("ctrl+z")).effects).toEqual([
			{ type: "restore-deleted", sessions: trashed.slice(1) },
		]);
		// An older file from the same place is another.
		const older = run(done, { ...restored, back: [{ path: path("a1"), inTrash: "/trash/older" }] }).state;
		expect(run(older, press("ctrl+z")).effects).toEqual([{ type: "restore-deleted", sessions: trashed }]);
	});

	test("a deletion that takes nothing leaves the one before to be undone", () => {
		const running = run(asked(), press("enter")).state;
		const first = deletionOf(planOf("a1"));
		const done = run(running, { type: "deletion-done", request: requestOf(running), deletion: first }).state;
		const again = run(asked(done, planOf("a2")), press("enter")).state;
		const skipped = [{ path: path("a2"), reason: "the disk is full", kind: "failed" }] as const;
		const failed = run(again, {
			type: "deletion-done",
			request: requestOf(again),
			deletion: deletionOf(planOf("a2"), skipped),
		}).state;
		expect(run(failed, press("ctrl+z")).effects).toMatchObject([{ sessions: first.trashed }]);
	});

	test("what stayed is said with its reason, and how to do without the trash", () => {
		const running = run(asked(), press("enter")).state;
		const skipped = [{ path: path("a1"), reason: "the trash is on another device", kind: "failed" }] as const;
		const done = run(running, {
			type: "deletion-done",
			request: requestOf(running),
			deletion: deletionOf(planOf("a1"), skipped),
		}).state;
		expect(titles(done)).toContain("a1");
		expect(done.status).toMatchObject({
			kind: "error",
			text: expect.stringMatching(/Nothing went.*another device.*forever/),
		});
	});

	test("a session that an agent has open is refused with the reason", () => {
		const planning = run(readyState(), press("ctrl+d")).state;
		const plan = {
			...planOf(),
			refused: [
				{
					path: path("a1"),
					reason: "an agent has it open (process 7); end that first",
					kind: "open" as const,
				},
			],
		};
		const state = run(planning, { type: "deletion-planned", request: requestOf(planning), plan }).state;
		expect(state.deletion).toBeUndefined();
		expect(state.status?.text).toContain("process 7");
	});

	test("marks are kept through search and sort, counted, and deleted together", () => {
		const marked = run(
			readyState(),
			press("ctrl+t"),
			press("ctrl+t"),
			type("draft"),
			press("ctrl+t"),
			press("escape"),
			press("ctrl+s"),
			type("3"),
		).state;
		expect(marked.sessions.marked).toEqual(new Set([path("a1"), path("a2"), path("a5")]));
		expect(run(marked, press("ctrl+d")).effects).toMatchObject([
			{ type: "plan-deletion", paths: [path("a1"), path("a2"), path("a5")] },
		]);
		const all = run(readyState(), press("alt+a")).state;
		expect(all.sessions.marked.size).toBe(6);
		expect(run(all, press("alt+a")).state.sessions.marked.size).toBe(0);
	});

	test("a long deletion shows how far it is, and can be stopped", () => {
		const running = run(asked(readyState(), planOf("a1", "a2", "a3")), press("enter")).state;
		const half = run(running, {
			type: "deletion-progress",
			request: requestOf(running),
			done: 1,
			total: 3,
		}).state;
		expect(half.deletion).toMatchObject({ kind: "running", done: 1, total: 3 });
		const { state: stopping, effects } = run(half, press("escape"));
		expect(effects).toEqual([{ type: "stop-deletion" }]);
		expect(plainText(deletionLines(stopping.deletion!, stopping, 76)[0] ?? [])).toBe(
			"Stopping after what is on its way…",
		);
		expect(run(half, press("enter"), type("y")).effects).toEqual([]);
		const plan = planOf("a1", "a2", "a3");
		const rest = plan.targets.slice(1).map(({ session }) => session.path);
		const skipped = rest.map((path) => ({ path, reason: "its turn had not come", kind: "stopped" }) as const);
		const deletion = deletionOf(plan, skipped);
		expect(
			run(stopping, { type: "deletion-done", request: requestOf(stopping), deletion }).state.status,
		).toEqual({
			kind: "info",
			text: "Stopped: 1 of 3 are in the trash · Ctrl+Z brings it back",
		});
	});

	test("for good only after the word was typed, and never by Enter alone", () => {
		const planning = run(readyState(), type("/delete forever"), press("enter")).state;
		const state = run(planning, {
			type: "deletion-planned",
			request: requestOf(planning),
			plan: planOf("a1"),
		}).state;
		expect(run(state, press("enter")).effects).toEqual([]);
		expect(run(state, press("enter")).state.status?.text).toBe("Nothing was deleted.");
		expect(run(state, type("delet"), press("enter")).effects).toEqual([]);
		expect(run(state, type("delete"), press("enter")).effects).toMatchObject([
			{ type: "delete-sessions", forever: true },
		]);
	});

	test("no delete key fires while a name is edited", () => {
		const editing = run(readyState(), press("ctrl+r")).state;
		expect(
			run(editing, press("ctrl+d"), press("ctrl+z"), press("ctrl+t"), press("alt+a"), press("ctrl+g"))
				.effects,
		).toEqual([]);
	});
});

describe("the question", () => {
	const id = "01a22d84-4241-70aa-a0f8-4b51189ceae2";
	const target = (n: number) => ({
		session: sessionInfo(`${id}${n}`, 180, {
			firstMessage: `Request ${n} ${"that is long ".repeat(30)}`,
			cwd: "/home/dev/work/a-project-with-a-long-name",
		}),
		file: { dev: 1, ino: n, size: 14_000, isLink: false },
		forks: [sessionInfo(`fork${n}`, 1)],
		artifacts: [{ path: `/artifacts/${n}`, files: 2, bytes: 500 }],
		twins: [],
		beside: [`${n}.jsonl.bak`],
	});
	const refused = [{ path: path("open"), reason: "an agent has it open (process 7)", kind: "open" as const }];

	/** What is seen of the question, one text. */
	function seen(count: number, columns: number, rows: number): string {
		const size = { columns, rows };
		const targets = Array.from({ length: count }, (_, n) => target(n));
		const plan = { location, targets, refused: count > 1 ? refused : [], bytes: 14_500 * count };
		const state = readyState(size);
		const { height } = overlayOf(size);
		return deletionLines({ kind: "asking", plan, word: undefined }, state, columns - 4)
			.slice(0, height + 1)
			.map((line) => line.map(({ text }) => text).join(""))
			.join(" ");
	}

	test.each([
		[40, 12],
		[80, 24],
		[120, 40],
	])("at %i × %i shows whole what hangs on one session", (columns, rows) => {
		const text = seen(1, columns, rows);
		for (const part of [
			"Request 0",
			"12 messages",
			"last used 3 hours ago",
			"1 fork keeps",
			"2 artifact files go along.",
			"0.jsonl.bak stays beside it.",
		])
			expect(text.replaceAll(/\s+/g, " ")).toContain(part);
	});

	test.each([
		[40, 12],
		[80, 24],
		[120, 40],
	])("at %i × %i says of many how much goes, what goes along and what stays", (columns, rows) => {
		const text = seen(40, columns, rows).replaceAll(/\s+/g, " ");
		for (const part of [
			"Move 40 sessions to the trash?",
			"566 KB",
			"80 artifact files go along.",
			"40 forks",
			"40 files stay beside them.",
			"an agent has it open",
			"Request 0",
		])
			expect(text).toContain(part);
		if (rows > 12) expect(text).toMatch(/… and \d+ more/);
	});
});

describe("the trash", () => {
	const item = (id: string): TrashedSession => ({
		id,
		title: `Session ${id}`,
		path: path(id),
		inTrash: { path: `/trash/files/${id}.jsonl`, note: `/trash/info/${id}.jsonl.trashinfo` },
		deletedAt: new Date(NOW - 60_000),
		sizeBytes: 1000,
		artifacts: [],
	});

	function opened(...items: TrashedSession[]): State {
		const looking = run(readyState(), type("/trash"), press("enter")).state;
		return run(looking, { type: "trash-read", request: looking.trash?.request ?? 0, items, note: undefined })
			.state;
	}

	test("is looked into, and Enter brings back the one under the cursor, or the marked ones", () => {
		const state = opened(item("x"), item("y"), item("z"));
		expect(run(state, press("down"), press("enter")).effects).toEqual([
			{ type: "restore-trashed", items: [item("y")], alternative: false },
		]);
		expect(run(state, press("enter")).state.status?.text).toBe("Bringing back from the trash…");
		expect(run(state, press("ctrl+t"), press("ctrl+t"), press("enter")).effects).toMatchObject([
			{ items: [item("x"), item("y")] },
		]);
		// Two spaces may come at once.
		expect(run(state, type("  "), press("enter")).effects).toMatchObject([{ items: [item("x"), item("y")] }]);
		expect(run(opened(), press("enter")).effects).toEqual([]);
		expect(run(state, press("escape")).state.trash).toBeUndefined();
	});

	test.each([40, 80, 120])(
		"at %i columns titles have most of the room, and originals are marked",
		(columns) => {
			const title = "Fix the flaky login test in CI";
			const rich = (id: string, more: Partial<TrashedSession> = {}): TrashedSession => ({
				...item(id),
				title,
				session: sessionInfo(id, 5, { cwd: "/home/dev/work/webapp" }),
				...more,
			});
			const looking = run(readyState({ columns, rows: 24 }), type("/trash"), press("enter")).state;
			const request = looking.trash?.request ?? 0;
			const items = [
				rich("x"),
				rich("y", { path: `${path("y")}.damaged.bak` }),
				rich("z", { path: `${path("z")}.v1.bak` }),
			];
			const state = run(looking, { type: "trash-read", request, items, note: undefined }).state;
			const rows = trashLines(state.trash!, state).map(plainText);
			for (const row of rows) expect(columnsOf(row)).toBeLessThan(columns);
			const seen = columns === 40 ? ["Fix the", "original: Fix", "original: Fix"] : [title, title, title];
			for (const [index, text] of seen.entries()) expect(rows[index]).toContain(text);
			if (columns === 40) return;
			expect(rows[0]).toContain("~/work/webapp ");
			expect(rows[1]).toContain("original of a mended file");
			expect(rows[2]).toContain("original before an upgrade");
		},
	);

	test("keeps the cursor in the window of a terminal that was made smaller", () => {
		const items = Array.from({ length: 60 }, (_, n) => item(`t${n}`));
		const down = run(opened(...items), ...Array.from({ length: 15 }, () => press("down"))).state;
		const { trash, size } = run(down, { type: "resized", columns: 40, rows: 12 }).state;
		const { height } = overlayOf(size);
		expect(trashCursorIndex(trash!)).toBe(15);
		expect(15 - trash!.top).toBeLessThan(height);
	});

	test("what came back is listed; a taken name is asked about", () => {
		const state = opened(item("x"));
		const [back] = sampleSessions();
		const restored = {
			type: "sessions-restored",
			sessions: [back!],
			taken: [],
			back: [],
			again: [],
			message: "It is back.",
			failed: false,
		} as const;
		expect(run(state, restored).state.status?.text).toBe("It is back.");
		const taken = run(state, { ...restored, sessions: [], taken: [item("x")] }).state;
		expect(taken.menu?.items[0]?.label).toContain("Leave");
		expect(run(taken, press("down"), press("enter")).effects).toMatchObject([
			{ type: "restore-trashed", alternative: true },
		]);
	});
});
