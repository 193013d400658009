import { listSessions } from "../store/catalogue.js";
import {
	choosePrunable,
	hasCriteria,
	type PruneCriteria,
	type PruneProtection,
} from "../store/prune/prune.js";
import { gatherPruneFacts } from "../store/prune/prune-facts.js";
import { deleteSessions, planDeletion } from "../store/trash/delete.js";
import { count } from "../text/amounts.js";
import { parseDuration, parseSize } from "../text/parse-amounts.js";
import { sanitiseLine } from "../text/sanitise.js";
import { deletionExit, sayBeside, showDeletionProgress } from "./deletion-report.js";
import { interruptible } from "./interruption.js";
import { CommandError, type CommandIo, EXIT, type ExitCode, printJson } from "./io.js";
import { PruneReport } from "./prune-report.js";
import { openStore, type StoreOptions } from "./store-options.js";

export interface PruneCommandOptions extends StoreOptions, PruneProtection {
	/** "90d". */
	readonly olderThan?: string;
	readonly fewerMessages?: number;
	/** "20MB". */
	readonly largerThan?: string;
	readonly unnamed?: boolean;
	readonly archived?: boolean;
	readonly empty?: boolean;
	readonly missingCwd?: boolean;
	readonly damaged?: boolean;
	readonly duplicate?: boolean;
	readonly dryRun?: boolean;
	readonly yes?: boolean;
	readonly json?: boolean;
}

/** `prime-sessions prune`: chooses sessions by criteria, says what would go and what is spared, and with `--yes` does it. */
export async function prune(options: PruneCommandOptions, io: CommandIo): Promise<ExitCode> {
	const criteria = criteriaOf(options);
	if (!hasCriteria(criteria))
		throw new CommandError("say what may go: --older-than 90d, --empty, … (--help shows all)", EXIT.usage);
	if (options.yes && options.dryRun) throw new CommandError("--yes or --dry-run, not both", EXIT.usage);
	const location = openStore(options, io);
	const onRead = (loaded: number, total: number) =>
		io.progress?.(loaded === total ? "" : `reading ${count(loaded)}/${count(total)}`);
	const { sessions, subAgents, unreadable } = await listSessions({ location, onProgress: onRead });
	const facts = await gatherPruneFacts(sessions, criteria, { now: io.now, here: io.cwd });
	const { includeNamed, includeLabelled, includeParents } = options;
	const protection = { includeNamed, includeLabelled, includeParents };
	const choice = choosePrunable(sessions, { ...criteria, ...protection }, facts);
	const plan = await planDeletion(
		choice.go.map(({ session }) => session),
		{ location, sessions: [...sessions, ...subAgents] },
	);
	const report = new PruneReport(choice, criteria.damaged ? unreadable : [], io);
	if (!options.yes) {
		if (options.json) {
			printJson(io, report.planJson(plan));
			sayBeside(plan.targets, io);
		} else report.sayPlan(plan);
		return EXIT.done;
	}
	const deletion = await interruptible((signal) =>
		deleteSessions(plan, { signal, onProgress: showDeletionProgress(plan.targets.length, io) }),
	);
	if (options.json) {
		printJson(io, report.doneJson(deletion));
		sayBeside(plan.targets, io, deletion.trashed);
	} else report.sayDone(deletion, plan);
	return deletionExit(deletion.skipped);
}

function criteriaOf(options: PruneCommandOptions): PruneCriteria {
	const { olderThan, fewerMessages, largerThan } = options;
	const { unnamed, archived, empty, missingCwd, damaged, duplicate } = options;
	const age = olderThan === undefined ? undefined : parseDuration(olderThan);
	if (olderThan !== undefined && age === undefined)
		throw new CommandError(
			`--older-than ${sanitiseLine(olderThan)}: give a time like 90d, 6w, 1y or 12h`,
			EXIT.usage,
		);
	const size = largerThan === undefined ? undefined : parseSize(largerThan);
	if (largerThan !== undefined && size === undefined)
		throw new CommandError(
			`--larger-than ${sanitiseLine(largerThan)}: give a size like 20MB or 1.5GB`,
			EXIT.usage,
		);
	return {
		olderThan: age,
		fewerMessages,
		largerThan: size,
		unnamed,
		archived,
		empty,
		missingCwd,
		damaged,
		duplicate,
	};
}
