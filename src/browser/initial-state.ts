import { agentName } from "../agent/command.js";
import { summariserName, summaryCommand } from "../agent/summary-command.js";
import { sanitiseLine } from "../text/sanitise.js";
import type { BrowserOptions } from "./options.js";
import { emptySessionsScreen } from "./sessions/state.js";
import type { Size, State } from "./state.js";

/** The state of a browser that has read nothing yet. */
export function initialState(options: BrowserOptions, size: Size): State {
	const { location, resume } = options;
	const anyPath = `${location.sessionDir}/any.jsonl`;
	return {
		environment: {
			cwd: options.cwd,
			home: options.home,
			sessionDir: location.sessionDir,
			agent: sanitiseLine(agentName(anyPath, { ...resume, location })),
			summariser: sanitiseLine(summariserName(summaryCommand(anyPath, { ...resume, location }))),
			picker: options.picker ?? false,
			prompt: options.prompt ?? "",
			asking: options.wish !== undefined,
			keys: options.keys,
		},
		size,
		now: options.now,
		requests: 0,
		sessions: emptySessionsScreen(options.scope ?? "directory", options.query),
		session: undefined,
		page: undefined,
		menu: undefined,
		directory: undefined,
		trash: undefined,
		prune: undefined,
		deletion: undefined,
		lastDeleted: [],
		writing: undefined,
		working: undefined,
		status: options.notice,
	};
}
