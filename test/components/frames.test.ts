import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Event } from "../../src/browser/event.js";
import type { Size, State } from "../../src/browser/state.js";
import { readSessionSync } from "../../src/session/session.js";
import { transcript } from "../../src/session/transcript.js";
import type { DeletionPlan } from "../../src/store/trash/delete.js";
import type { TrashedSession } from "../../src/store/trash/trash-can.js";
import { columnsOf } from "../../src/text/columns.js";
import {
	blankState,
	listed,
	NOW,
	press,
	readyState,
	run,
	sampleSessions,
	sessionInfo,
	type,
} from "../support/browser.js";
import { frameOf } from "../support/frame.js";
import { storesDir } from "../support/stores.js";

const SIZES: Size[] = [
	{ columns: 40, rows: 12 },
	{ columns: 80, rows: 24 },
	{ columns: 120, rows: 40 },
];

const READING: Event = { type: "store-progress", request: 1, loaded: 812, total: 1284 };
const wish = { path: "/home/dev/.prime/agent/sessions/c1.jsonl", prompt: "go on" };

/** The screen of a session that a real agent wrote: branches, tools, a compaction, labels. */
function opened(size: Size): State {
	const asked = run(readyState(size), press("enter")).state;
	const session = readSessionSync(
		join(storesDir, "prime/sessions/01a22d7f-5dae-772b-bce0-91888e489e82.jsonl"),
	);
	const blocks = transcript(session.tree.branch().map(({ entry }) => entry));
	return run(asked, { type: "session-read", request: asked.session?.request ?? 0, session, blocks }).state;
}

/** What deleting some of the sample sessions would take. */
function planOf(...ids: string[]): DeletionPlan {
	const infos = sampleSessions().flatMap(({ info }) => (ids.includes(info.id) ? [info] : []));
	const forks = sampleSessions().flatMap(({ info }) => (info.id === "a3" ? [info] : []));
	return {
		location: { sessionDir: "/home/dev/.prime/agent/sessions", agentDir: "/home/dev/.prime/agent" },
		targets: infos.map((session) => ({
			session,
			file: { dev: 1, ino: 1, size: session.sizeBytes, isLink: false },
			forks: session.id === "a2" ? forks : [],
			artifacts: [{ path: "/home/dev/.prime/agent/session-artifacts/x", files: 2, bytes: 500 }],
			twins: [],
			beside: [],
		})),
		refused: [],
		bytes: 40_500 * infos.length,
	};
}

function planned(size: Size, ids: string[]): State {
	const planning = run(readyState(size), press("ctrl+d")).state;
	return run(planning, { type: "deletion-planned", request: planning.requests, plan: planOf(...ids) }).state;
}

const trashed = [1, 2, 3, 4].map(
	(number): TrashedSession => ({
		id: `t${number}`,
		title:
			[
				"Fix flaky login test in CI",
				"缓存失効の原因を調べる",
				"Draft the release notes",
				"Fix flaky login test in CI",
			][number - 1] ?? "",
		path: `/home/dev/.prime/agent/sessions/t${number}.jsonl${number === 4 ? ".damaged.bak" : ""}`,
		...(number === 3 ? {} : { session: sessionInfo(`t${number}`, number) }),
		inTrash: { path: `/home/dev/.local/share/Trash/files/t${number}.jsonl`, note: "/x" },
		deletedAt: new Date(NOW - number * 3_600_000),
		sizeBytes: number * 30_000,
		artifacts: [],
	}),
);

/** The prune form with nothing but sessions to delete. */
function pruning(size: Size, sessions = sampleSessions()): State {
	const opening = run(readyState(size, sessions), press("ctrl+g")).state;
	const request = opening.prune?.measuring ?? 0;
	return run(opening, { type: "artifacts-measured", request, artifacts: new Map() }).state;
}

/** The screens, each as the state it is drawn from. */
const SCREENS: Record<string, (size: Size) => State> = {
	list: (size) => run(readyState(size), press("down")).state,
	"list-all": (size) => run(readyState(size), press("tab"), press("tab"), press("end")).state,
	"list-by-directory": (size) =>
		run(readyState(size), press("tab"), press("tab"), press("ctrl+s"), type("7")).state,
	"list-searched": (size) => run(readyState(size), type("re")).state,
	"list-no-match": (size) => run(readyState(size), type("toolchain")).state,
	"list-reading": (size) =>
		run(blankState(size), { type: "started" }, READING, {
			type: "store-sessions",
			request: 1,
			sessions: sampleSessions().slice(0, 2),
		}).state,
	"list-empty": (size) => readyState(size, []),
	"list-failed": (size) =>
		run(
			blankState(size),
			{ type: "started" },
			{ type: "store-failed", request: 1, reason: "EACCES: permission denied" },
		).state,
	"list-unreadable": (size) => {
		const reading = run(readyState(size), press("f5")).state;
		const request = reading.sessions.reading?.request ?? 0;
		const unreadable = [{ path: "/x.jsonl", reason: "empty file" }];
		return run(reading, { type: "store-read", request, sessions: sampleSessions(), unreadable }).state;
	},
	"list-renaming": (size) => run(readyState(size), press("ctrl+r")).state,
	"list-command": (size) => run(readyState(size), type("/")).state,
	"list-status": (size) =>
		run(readyState(size), {
			type: "change-failed",
			reason: "/s/a1.jsonl: cannot be written: the disk is full",
		}).state,
	"menu-sort": (size) => run(readyState(size), press("ctrl+s"), press("down")).state,
	"menu-cwd": (size) =>
		run(readyState(size), { type: "cwd-missing", wish, cwd: "/home/dev/work/日本語プロジェクト" }).state,
	"menu-warning": (size) =>
		run(readyState(size), {
			type: "resume-warning",
			wish,
			warnings: ["The session is damaged: 2 lines cannot be read; `prime-sessions doctor` says more."],
		}).state,
	directory: (size) =>
		run(
			readyState(size),
			{ type: "cwd-missing", wish, cwd: "/gone" },
			press("down"),
			press("down"),
			press("enter"),
			type("api"),
			{
				type: "directory-refused",
				reason: "/home/dev/work/webapp/api does not exist any more",
			},
		).state,
	session: (size) => opened(size),
	"session-unfolded": (size) => run(opened(size), press("ctrl+o"), press("up"), press("pageup")).state,
	"session-command": (size) => run(opened(size), type("/")).state,
	"session-prompt": (size) =>
		run(opened(size), type("one line\\"), press("enter"), type("and another")).state,
	"session-find": (size) => run(opened(size), press("ctrl+f"), type("header")).state,
	"session-reading": (size) => {
		const asked = run(readyState(size), press("enter")).state;
		const request = asked.session?.request ?? 0;
		return run(asked, { type: "session-progress", request, read: 3_000_000, total: 20_000_000 }).state;
	},
	"session-failed": (size) => {
		const asked = run(readyState(size), press("enter")).state;
		return run(asked, {
			type: "session-failed",
			request: asked.session?.request ?? 0,
			reason: "/s/a1.jsonl: no such file",
		}).state;
	},
	tree: (size) => run(opened(size), type("/tree"), press("enter")).state,
	"tree-filtered": (size) =>
		run(opened(size), type("/tree"), press("enter"), press("ctrl+a"), press("home"), type("T")).state,
	"tree-folded": (size) =>
		run(
			opened(size),
			type("/tree"),
			press("enter"),
			press("home"),
			press("down"),
			press("down"),
			press("ctrl+left"),
		).state,
	"tree-searched": (size) => run(opened(size), type("/tree"), press("enter"), type("approach")).state,
	"tree-labelling": (size) =>
		run(opened(size), type("/tree"), press("enter"), type("L"), type("start")).state,
	"tree-text": (size) => run(opened(size), type("/tree"), press("enter"), press("home"), type(" ")).state,
	"leave-branch": (size) =>
		run(opened(size), type("/tree"), press("enter"), press("end"), press("enter")).state,
	"leave-focus": (size) =>
		run(
			opened(size),
			type("/tree"),
			press("enter"),
			press("end"),
			press("enter"),
			type("4"),
			type("the failing test"),
		).state,
	"leave-own": (size) =>
		run(
			opened(size),
			type("/tree"),
			press("enter"),
			press("end"),
			press("enter"),
			type("5"),
			type("It failed."),
			press("alt+enter"),
			type("Why: "),
		).state,
	"leave-summarising": (size) =>
		run(opened(size), type("/tree"), press("enter"), press("end"), press("enter"), type("3")).state,
	"list-marked": (size) => run(readyState(size), press("ctrl+t"), press("ctrl+t")).state,
	delete: (size) => planned(size, ["a2"]),
	"delete-many": (size) => planned(size, ["a2", "a3", "a4", "a5"]),
	"delete-forever": (size) => {
		const planning = run(readyState(size), type("/delete forever"), press("enter")).state;
		return run(
			planning,
			{ type: "deletion-planned", request: planning.requests, plan: planOf("a2") },
			type("del"),
		).state;
	},
	"delete-running": (size) => {
		const running = run(planned(size, ["a2", "a3"]), press("enter")).state;
		return run(running, { type: "deletion-progress", request: running.requests, done: 1, total: 2 }).state;
	},
	trash: (size) => {
		const looking = run(readyState(size), type("/trash"), press("enter")).state;
		return run(
			looking,
			{ type: "trash-read", request: looking.trash?.request ?? 0, items: trashed, note: undefined },
			press("down"),
			press("ctrl+t"),
		).state;
	},
	"trash-empty": (size) => {
		const looking = run(readyState(size), type("/trash"), press("enter")).state;
		return run(looking, {
			type: "trash-read",
			request: looking.trash?.request ?? 0,
			items: [],
			note: "macOS keeps no original path.",
		}).state;
	},
	prune: (size) => run(pruning(size), press("ctrl+u"), type("20d")).state,
	"prune-spared": (size) => {
		const sessions = [
			listed(sessionInfo("n", 90_000, { name: "Refactor auth module" })),
			listed(sessionInfo("l", 90_000, { labels: ["x"] })),
			listed(sessionInfo("o", 90_000, { open: true })),
			listed(sessionInfo("u", 90_000)),
		];
		const old = run(pruning(size, sessions), press("ctrl+u"), type("20d")).state;
		const tabs = Array.from({ length: 6 }, () => press("tab"));
		return run(old, ...tabs.slice(0, 3), type(" "), ...tabs, type(" ")).state;
	},
	"prune-wrong": (size) => run(pruning(size), type("x")).state,
	help: (size) => run(readyState(size), press("f1"), press("down")).state,
};

describe.each(SIZES)("at $columns × $rows", (size) => {
	test.each(Object.keys(SCREENS))("%s", async (name) => {
		const frame = frameOf(SCREENS[name]!(size));
		expect(frame.length).toBeLessThanOrEqual(size.rows - 1);
		await expect(`${frame.join("\n")}\n`).toMatchFileSnapshot(
			`golden/${name}-${size.columns}x${size.rows}.txt`,
		);
	});
});

describe("whatever is in the files and however small the terminal", () => {
	const evil = fc.oneof(
		fc.string({ unit: "binary", maxLength: 80 }),
		fc.constantFrom(
			"\u001b[2J\u001b]0;x\u0007",
			"a\nb\r\nc\td",
			"\u202eabc",
			"👨‍👩‍👧‍👦".repeat(20),
			"e\u0301".repeat(90),
			"漢字".repeat(60),
			"\u009b31m",
			"\ud83d",
			"x".repeat(700),
		),
	);
	const hostile = fc
		.array(
			fc.record({
				name: fc.option(evil, { nil: undefined }),
				firstMessage: evil,
				cwd: evil,
				label: evil,
				fork: fc.boolean(),
			}),
			{ minLength: 1, maxLength: 6 },
		)
		.map((all) =>
			all.map(({ name, label, fork, ...more }, index) =>
				listed(
					sessionInfo(`h${index}`, index, {
						...more,
						...(name === undefined ? {} : { name }),
						labels: [label],
						...(fork ? { parentSessionPath: "/x/h0.jsonl" } : {}),
						messageCount: 10 ** index,
					}),
				),
			),
		);
	const moves = fc.array(
		fc.oneof(
			fc
				.constantFrom("down", "end", "tab", "ctrl+p", "ctrl+v", "ctrl+r", "ctrl+s", "enter", "f1", "escape")
				.filter((name) => name !== "enter")
				.map(press),
			evil.map(type),
		),
		{ maxLength: 6 },
	);

	test("a frame is shorter than the terminal, no row is wider, and none holds a control character", () => {
		fc.assert(
			fc.property(
				hostile,
				moves,
				fc.integer({ min: 10, max: 130 }),
				fc.integer({ min: 5, max: 40 }),
				(sessions, events, columns, rows) => {
					const frame = frameOf(run(readyState({ columns, rows }, sessions), ...events).state);
					expect(frame.length, frame.join("\n")).toBeLessThanOrEqual(rows - 1);
					for (const row of frame) {
						expect(columnsOf(row)).toBeLessThanOrEqual(columns);
						expect(row).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
					}
				},
			),
			{ numRuns: 150 },
		);
	});
});
