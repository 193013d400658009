/** Any keys, on any screen, over any content: the browser goes on, and what it draws fits its terminal. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Effect } from "../../src/browser/effect.js";
import type { Event } from "../../src/browser/event.js";
import { KEY_TABLE } from "../../src/browser/keys.js";
import type { State } from "../../src/browser/state.js";
import { update } from "../../src/browser/update.js";
import { SessionBuilder } from "../../src/session/session-builder.js";
import { transcript } from "../../src/session/transcript.js";
import { columnsOf } from "../../src/text/columns.js";
import { listed, press, readyState, sessionInfo, type } from "../support/browser.js";
import { frameOf } from "../support/frame.js";

const HOSTILE =
	"\x1b[2J\x1b]0;title\x07\x9b31m\u202eturned\u202c\u200b\ufeff\x00\r\nsecond\tline \ud83d 👩‍👩‍👧‍👦 漢字 e\u0301\u0301";

const TYPES =
	"message custom custom_message compaction branch_summary label session_info model_change git_state never_seen".split(
		" ",
	);
const ROLES = "user assistant toolResult bashExecution custom system never_seen".split(" ");

const value = fc.oneof(
	{
		weight: 3,
		arbitrary: fc.constantFrom<unknown>(
			HOSTILE,
			"a b",
			"",
			"# h\n\n- x\n\n```js\nlet a\n```\n|a|b|\n|-|-|\n|1|2|",
		),
	},
	{ weight: 1, arbitrary: fc.constantFrom<unknown>(null, 42, [], {}, true, [null], Number.MAX_VALUE) },
);
const content = fc.oneof(
	value,
	fc.array(
		fc.record({
			type: fc.constantFrom("text", "thinking", "toolCall", "image", "odd"),
			text: value,
			thinking: value,
			id: value,
			name: value,
			arguments: fc.record({ path: value, command: value }),
			data: value,
			mimeType: value,
		}),
		{ maxLength: 3 },
	),
);
const record = fc.record({
	type: fc.constantFrom(...TYPES),
	parent: fc.nat({ max: 6 }),
	role: fc.constantFrom(...ROLES),
	content,
	value,
});

/** The bytes of a session with branches, gaps and fields of any type. */
const session = fc.array(record, { maxLength: 12 }).map((records) => {
	const entries = records.map(({ type, parent, role, content, value }, index) => ({
		type,
		id: `e${index}`,
		parentId: index === 0 ? null : `e${Math.max(0, index - 1 - (parent > 4 ? parent - 4 : 0))}`,
		timestamp: "2026-05-03T14:02:00.000Z",
		message: {
			role,
			content,
			toolCallId: value,
			toolName: value,
			isError: true,
			details: { diff: value },
			usage: value,
			command: value,
			output: value,
			errorMessage: value,
			stopReason: "error",
		},
		content,
		customType: value,
		display: true,
		summary: value,
		tokensBefore: value,
		targetId: `e${parent}`,
		label: value,
		name: value,
		provider: value,
		modelId: value,
		firstKeptEntryId: value,
	}));
	const header = {
		type: "session",
		version: 3,
		id: "h",
		timestamp: "2026-05-03T14:00:00.000Z",
		cwd: HOSTILE,
	};
	return Buffer.from([header, ...entries].map((line) => `${JSON.stringify(line)}\n`).join(""));
});

const KEYS = [
	...new Set(
		Object.values(KEY_TABLE).flatMap((mode) => Object.values(mode).flatMap(({ keys }) => [...keys])),
	),
];
const TEXTS = [
	"a",
	"x y",
	"?",
	"/",
	"/tree",
	"/session",
	"/help",
	"/name ",
	"/prune",
	"/trash",
	"/fork",
	HOSTILE,
	" ",
	"T",
	"L",
	"n",
];

const event: fc.Arbitrary<Event> = fc.oneof(
	{ weight: 8, arbitrary: fc.constantFrom(...KEYS).map(press) },
	{ weight: 2, arbitrary: fc.constantFrom("enter", "enter", "down", "up", "escape").map(press) },
	{
		weight: 4,
		arbitrary: fc.tuple(fc.constantFrom("text" as const, "paste" as const), fc.constantFrom(...TEXTS)).map(
			([type, text]): Event => ({
				type: "input",
				input: { type, text: type === "text" ? text.replace(/\p{C}/gu, "") : text },
			}),
		),
	},
	{
		weight: 1,
		arbitrary: fc
			.record({
				action: fc.constantFrom("press" as const, "wheel-up" as const, "wheel-down" as const),
				column: fc.integer({ min: 1, max: 140 }),
				row: fc.integer({ min: 1, max: 50 }),
				button: fc.constantFrom(0, 2),
			})
			.map((mouse): Event => ({ type: "input", input: { type: "mouse", ...mouse } })),
	},
	{
		weight: 1,
		arbitrary: fc
			.tuple(fc.integer({ min: 10, max: 140 }), fc.integer({ min: 5, max: 45 }))
			.map(([columns, rows]): Event => ({ type: "resized", columns, rows })),
	},
);

/** Ways into the screens that few keys lead to. */
const WAYS: readonly Event[][] = [
	[press("escape"), press("escape"), press("home"), press("enter")],
	[press("enter"), type("/tree"), press("enter")],
	[press("enter"), type("/tree"), press("enter"), press("up"), press("enter")],
	[press("enter"), type("/tree"), press("enter"), press("ctrl+o"), press("home"), press("space")],
	[press("enter"), press("up"), press("up"), press("enter")],
	[press("enter"), press("ctrl+o"), press("ctrl+home")],
	[press("ctrl+f"), type("line")],
	[press("alt+enter"), press("down"), press("down"), press("enter")],
];
const step = fc.oneof(
	{ weight: 3, arbitrary: event.map((one) => [one]) },
	{ weight: 1, arbitrary: fc.constantFrom(...WAYS) },
);

/** What the effects would have answered, from a session's bytes; what changes something fails. */
function answer(effect: Effect, bytes: Buffer): Event | undefined {
	const built = () => {
		const builder = new SessionBuilder("/s/h.jsonl");
		builder.push(bytes);
		return builder.finish();
	};
	switch (effect.type) {
		case "read-session": {
			const session = built();
			const blocks = transcript(session.tree.branch().map(({ entry }) => entry));
			return { type: "session-read", request: effect.request, session, blocks };
		}
		case "read-preview": {
			const { tree } = built();
			const preview = { branch: tree.branch().map(({ entry }) => entry), tree, complete: true };
			return { type: "preview-read", request: effect.request, path: effect.path, preview };
		}
		case "read-details":
			return { type: "details-failed", request: effect.request, reason: HOSTILE };
		case "seek-on":
			return { type: "seek-on", seek: effect.seek };
		case "complete-directory":
			return {
				type: "directory-completed",
				request: effect.request,
				text: effect.text,
				suggestions: [HOSTILE],
			};
		case "resume":
			return { type: "cwd-missing", wish: effect.wish, cwd: HOSTILE };
		case "name-session":
		case "label-session":
		case "fork-session":
		case "switch-leaf":
		case "undo-switch":
			return { type: "change-failed", reason: HOSTILE };
		default:
			return undefined;
	}
}

function act(state: State, event: Event, bytes: Buffer): State {
	const queue: Event[] = [event];
	let now = state;
	for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
		const [after, effects] = update(now, next);
		now = after;
		for (const effect of effects) {
			const told = answer(effect, bytes);
			if (told !== undefined) queue.push(told);
		}
	}
	return now;
}

test("any keys over any content draw frames that fit and hold nothing that drives a terminal", () => {
	const sessions = ["a", "b", "c"].map((id, index) =>
		listed(
			sessionInfo(id, index, {
				firstMessage: HOSTILE,
				cwd: HOSTILE,
				labels: [HOSTILE],
				messageCount: 10 ** (index * 2),
			}),
		),
	);
	fc.assert(
		fc.property(session, fc.array(step, { minLength: 1, maxLength: 12 }), (bytes, steps) => {
			let state = readyState({ columns: 80, rows: 24 }, sessions);
			for (const each of steps.flat()) {
				state = act(state, each, bytes);
				const frame = frameOf(state);
				expect(frame.length).toBeLessThan(state.size.rows);
				for (const row of frame) {
					expect(columnsOf(row), row).toBeLessThanOrEqual(state.size.columns);
					expect(row).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|\p{Surrogate}/u);
				}
			}
		}),
		{ numRuns: 40 },
	);
});
