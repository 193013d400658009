import { listSessions } from "../store/catalogue.js";
import { detailsFacts } from "../store/details-facts.js";
import { type Relative, type SessionDetails, sessionDetails } from "../store/session-details.js";
import { factLines } from "../text/facts.js";
import { toAnsi } from "../text/spans.js";
import { type CommandIo, EXIT, type ExitCode, printJson } from "./io.js";
import { selectSession } from "./select.js";
import { sessionJson } from "./session-json.js";
import { openStore, type StoreOptions } from "./store-options.js";

export interface InfoCommandOptions extends StoreOptions {
	readonly json?: boolean;
}

/** `prime-sessions info <session>`: all that is known of one session. */
export async function info(selector: string, options: InfoCommandOptions, io: CommandIo): Promise<ExitCode> {
	const location = openStore(options, io);
	const { sessions, subAgents } = await listSessions({ location });
	const { path } = await selectSession(selector, location, io, sessions);
	const details = await sessionDetails(path, location, { sessions, subAgents });
	if (options.json) printJson(io, detailsJson(details));
	else
		for (const line of factLines(detailsFacts(details, io), io.columns))
			io.out(`${toAnsi(line, io.colours)}\n`);
	return EXIT.done;
}

function detailsJson(details: SessionDetails): { [key: string]: unknown } {
	const { info: session, branch, lease, parent, forks, subAgents } = details;
	const relative = ({ session: { id, path, name }, leftAt }: Relative) => ({ id, path, name, leftAt });
	return {
		...sessionJson(session),
		open: lease !== undefined,
		models: session.models,
		leafId: details.session.tree.leaf?.entry.id ?? null,
		branch,
		thinkingLevel: details.thinkingLevel,
		parent: parent && relative(parent),
		forks: forks.map(relative),
		subAgents: subAgents.sessions.map(sessionJson),
		problems: details.session.problems,
		faults: details.session.faults,
	};
}
