import type { Effect } from "../../src/browser/effect.js";
import type { Event } from "../../src/browser/event.js";
import { emptyState } from "../../src/browser/initial-state.js";
import type { InputEvent } from "../../src/browser/input.js";
import { NO_OVERRIDES } from "../../src/browser/keys.js";
import type { ListedSession, Nearness } from "../../src/browser/sessions/state.js";
import type { Environment, Size, State } from "../../src/browser/state.js";
import { update } from "../../src/browser/update.js";
import type { SessionInfo } from "../../src/store/info.js";
import { info } from "./infos.js";

/** The time at which the tests' browser is looked at. */
export const NOW = Date.UTC(2026, 4, 3, 14, 5);
const MINUTE = 60_000;

export function blankState(
	size: Size = { columns: 80, rows: 24 },
	environment: Partial<Environment> = {},
): State {
	const all: Environment = {
		cwd: "/home/dev/work/webapp",
		home: "/home/dev",
		sessionDir: "/home/dev/.prime/agent/sessions",
		agent: "prime-agent",
		summariser: "prime-agent",
		picker: false,
		prompt: "",
		asking: false,
		keys: NO_OVERRIDES,
		...environment,
	};
	return emptyState(all, size, NOW);
}

/** A session as the store lists it; `minutes` since its last message. */
export function sessionInfo(id: string, minutes: number, more: Partial<SessionInfo> = {}): SessionInfo {
	return info({
		path: `/home/dev/.prime/agent/sessions/${id}.jsonl`,
		id,
		cwd: "/home/dev/work/webapp",
		created: new Date(NOW - (minutes + 60) * MINUTE),
		modified: new Date(NOW - minutes * MINUTE),
		messageCount: 12,
		firstMessage: `First message of ${id}`,
		sizeBytes: 40_000,
		entryCount: 20,
		branchCount: 1,
		model: "anthropic/claude-sonnet-4-5",
		models: ["anthropic/claude-sonnet-4-5"],
		usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 184_000, cost: 1.84 },
		...more,
	});
}

export function listed(
	session: SessionInfo,
	nearness: Nearness = "directory",
	cwdMissing = false,
): ListedSession {
	return { info: session, nearness, cwdMissing };
}

/** A store that shows every kind of row. */
export function sampleSessions(): ListedSession[] {
	const path = (id: string) => `/home/dev/.prime/agent/sessions/${id}.jsonl`;
	return [
		listed(
			sessionInfo("a1", 5, {
				name: "Refactor auth module",
				labels: ["checkpoint-1"],
				messageCount: 86,
				open: true,
				git: { branch: "main" },
			}),
		),
		listed(sessionInfo("a2", 180, { firstMessage: "Fix flaky login test in CI", messageCount: 24 })),
		listed(
			sessionInfo("a3", 200, {
				name: "try with retries instead",
				parentSessionPath: path("a2"),
				messageCount: 9,
			}),
		),
		listed(
			sessionInfo("a4", 2 * 1440, {
				firstMessage: "缓存失効の原因を調べる",
				messageCount: 132,
				problemCount: 1,
			}),
		),
		listed(
			sessionInfo("a5", 28 * 1440, {
				firstMessage: "Draft the release notes\nfor 2.0",
				messageCount: 6,
				state: "archived",
			}),
		),
		listed(sessionInfo("a6", 42 * 1440, { firstMessage: "(no messages)", messageCount: 0 })),
		listed(
			sessionInfo("b1", 30, { name: "Upgrade the toolchain", cwd: "/home/dev/work/webapp-wt" }),
			"repository",
		),
		listed(
			sessionInfo("c1", 90, {
				firstMessage: "Profile the importer 👩‍💻",
				cwd: "/home/dev/work/日本語プロジェクト",
			}),
			"elsewhere",
			true,
		),
	];
}

/** Feeds events to `update`, and returns the last state with all effects asked for on the way. */
export function run(state: State, ...events: Event[]): { state: State; effects: Effect[] } {
	const effects: Effect[] = [];
	let now = state;
	for (const event of events) {
		const [next, more] = update(now, event);
		now = next;
		effects.push(...more);
	}
	return { state: now, effects };
}

/** A key by its name in the key table. */
export function press(name: string): Event {
	const parts = name.split("+");
	const key = parts.pop() ?? "";
	const input = {
		type: "key",
		name: key,
		ctrl: parts.includes("ctrl"),
		alt: parts.includes("alt"),
		shift: parts.includes("shift"),
	};
	return { type: "input", input: input as InputEvent };
}

export function type(text: string): Event {
	return { type: "input", input: { type: "text", text } };
}

/** A browser whose store has been read. */
export function readyState(
	size?: Size,
	sessions = sampleSessions(),
	environment: Partial<Environment> = {},
): State {
	const started = run(blankState(size, environment), { type: "started" }).state;
	const request = started.sessions.reading?.request ?? 0;
	return run(started, { type: "store-read", request, sessions, unreadable: [] }).state;
}
