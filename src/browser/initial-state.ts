import { agentName } from "../agent/command.js";
import { summariserName, summaryCommand } from "../agent/summary-command.js";
import { sanitiseLine } from "../text/sanitise.js";
import type { BrowserOptions } from "./options.js";
import { emptySessionsScreen } from "./sessions/state.js";
import type { Environment, Size, State } from "./state.js";

/** The state of a browser that has read nothing yet. */
export function initialState(options: BrowserOptions, size: Size): State {
	const { location, resume } = options;
	const anyPath = `${location.sessionDir}/any.jsonl`;
	const environment: Environment = {
		cwd: options.cwd,
		home: options.home,
		sessionDir: location.sessionDir,
		agent: sanitiseLine(agentName(anyPath, { ...resume, location })),
		summariser: sanitiseLine(summariserName(summaryCommand(anyPath, { ...resume, location }))),
		picker: options.picker ?? false,
		prompt: options.prompt ?? "",
		asking: options.wish !== undefined,
		keys: options.keys,
	};
	return {
		...emptyState(environment, size, options.now),
		sessions: emptySessionsScreen(options.scope ?? "directory", options.query),
		status: options.notice,
	};
}

/** A browser in which nothing was read, opened or said. */
export function emptyState(environment: Environment, size: Size, now: number): State {
	return {
		environment,
		size,
		now,
		requests: 0,
		sessions: emptySessionsScreen("directory"),
		session: undefined,
		page: undefined,
		menu: undefined,
		directory: undefined,
		trash: undefined,
		prune: undefined,
		deletion: undefined,
		lastDeleted: [],
		restoring: 0,
		writing: undefined,
		working: undefined,
		status: undefined,
	};
}
