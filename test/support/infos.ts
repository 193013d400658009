import type { SessionInfo } from "../../src/store/info.js";

let made = 0;

/** A session as a list knows it, with what a test cares about. Each has a path and an id of its own. */
export function info(fields: Partial<SessionInfo> = {}): SessionInfo {
	made++;
	const id = `01a00000-0000-7000-8000-${made.toString(16).padStart(12, "0")}`;
	return {
		path: `/store/${id}.jsonl`,
		id,
		cwd: "/w",
		oldNames: [],
		rlmDepth: 0,
		created: new Date(0),
		modified: new Date(0),
		messageCount: 0,
		firstMessage: "(no messages)",
		nextMessages: [],
		sizeBytes: 0,
		entryCount: 0,
		branchCount: 0,
		labels: [],
		models: [],
		usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: 0 },
		version: 3,
		problems: [],
		problemCount: 0,
		...fields,
	};
}
