import { realpathSync } from "node:fs";
import { basename, dirname } from "node:path";
import { systemErrorCode } from "../session/errors.js";
import { listSessions } from "../store/catalogue.js";
import type { SessionInfo } from "../store/info.js";
import {
	type DeletionPlan,
	type DeletionTarget,
	deleteForever,
	deleteSessions,
	planDeletion,
} from "../store/trash/delete.js";
import { consequences, sessionFacts, shownTitle } from "../store/trash/deletion-words.js";
import { bytes, counted } from "../text/amounts.js";
import { cut } from "../text/columns.js";
import { sanitiseLine } from "../text/sanitise.js";
import { deletionExit, deletionJson, sayBeside, sayKept, showDeletionProgress } from "./deletion-report.js";
import { interruptible } from "./interruption.js";
import { CommandError, type CommandIo, EXIT, type ExitCode, printJson } from "./io.js";
import { selectSession } from "./select.js";
import { openStore, type StoreOptions } from "./store-options.js";

export interface DeleteCommandOptions extends StoreOptions {
	/** Do not ask. */
	readonly yes?: boolean;
	/** Not to the trash: for good. */
	readonly permanent?: boolean;
	readonly json?: boolean;
}

/** More sessions than these are counted, not described. */
const MOST_DESCRIBED = 10;
const MOST_FORKS = 3;
/** What must be typed before anything is deleted for good. */
const WORD = "delete";

/** `prime-sessions delete <session…>`: to the trash, or with `--permanent` for good. Nothing goes where one is not found. */
export async function deleteCommand(
	selectors: readonly string[],
	options: DeleteCommandOptions,
	io: CommandIo,
): Promise<ExitCode> {
	const { yes = false, permanent = false } = options;
	if (!yes && io.ask === undefined)
		throw new CommandError("there is nobody to ask; --yes deletes without asking", EXIT.usage);
	const location = openStore(options, io);
	const { sessions, subAgents } = await listSessions({ location });
	const wanted: SessionInfo[] = [];
	for (const selector of selectors) {
		const session = await selectSession(selector, location, io, sessions);
		wanted.push(asListed(session, sessions) ?? session);
	}
	const plan = await planDeletion(wanted, { location, sessions: [...sessions, ...subAgents] });
	if (!yes && plan.targets.length > 0 && !(await confirmed(plan, permanent, io))) {
		sayKept(plan.refused, io);
		io.err("Nothing was deleted.\n");
		return deletionExit(plan.refused);
	}
	const {
		done,
		skipped,
		bytes: freed,
	} = await interruptible(async (signal) => {
		const onProgress = showDeletionProgress(plan.targets.length, io);
		if (!permanent) {
			const { trashed, ...rest } = await deleteSessions(plan, { signal, onProgress });
			return { done: trashed, ...rest };
		}
		const { deleted, ...rest } = await deleteForever(plan, { signal, onProgress });
		return { done: deleted, ...rest };
	});
	// Whoever was asked was told before.
	if (yes) sayBeside(plan.targets, io, done);
	if (options.json) {
		const gone = done.map((each) => deletionJson(each));
		const left = skipped.map(({ path, reason }) => ({ path, reason }));
		printJson(io, { ...(permanent ? { deleted: gone } : { trashed: gone }), skipped: left, bytes: freed });
		return deletionExit(skipped);
	}
	sayKept(skipped, io);
	const [only] = done;
	const what =
		done.length === 1 && only
			? `"${cut(sanitiseLine(only.title.slice(0, 400)), 60)}"`
			: counted(done.length, "session");
	if (only && permanent) io.err(`Deleted ${what} for good, ${bytes(freed)}.\n`);
	else if (only)
		io.err(`Moved ${what} to the trash, ${bytes(freed)}; \`prime-sessions restore\` shows what is there.\n`);
	return deletionExit(skipped);
}

/** A path may lead to a session of the list by another way than the list's. */
function asListed({ path }: SessionInfo, sessions: readonly SessionInfo[]): SessionInfo | undefined {
	const name = basename(path);
	const directory = realDirectory(path);
	return (
		sessions.find((session) => session.path === path) ??
		sessions.find((session) => basename(session.path) === name && realDirectory(session.path) === directory)
	);
}

function realDirectory(path: string): string {
	try {
		return realpathSync(dirname(path));
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
		return dirname(path);
	}
}

async function confirmed(plan: DeletionPlan, permanent: boolean, io: CommandIo): Promise<boolean> {
	const { targets } = plan;
	const many = targets.length === 1 ? "" : ` ${counted(targets.length, "session")}, ${bytes(plan.bytes)},`;
	io.err(permanent ? `Delete${many} for good? Nothing brings this back.\n` : `Move${many} to the trash?\n`);
	for (const target of targets.slice(0, MOST_DESCRIBED)) io.err(`\n${described(target, io)}`);
	const more = targets.length - MOST_DESCRIBED;
	if (more > 0) {
		io.err(`\n  … and ${more} more\n`);
		sayBeside(targets.slice(MOST_DESCRIBED), io);
	}
	io.err("\n");
	const ask = io.ask ?? (async () => "");
	if (permanent)
		return (await ask(`Type ${WORD} to delete for good, anything else keeps everything: `)).trim() === WORD;
	return /^y(?:es)?$/i.test((await ask("y: to the trash, anything else keeps everything: ")).trim());
}

function described(target: DeletionTarget, io: CommandIo): string {
	const { session, forks } = target;
	const columns = Math.min(io.columns, 100) - 2;
	const forkTitles = forks
		.slice(0, MOST_FORKS)
		.map((fork) => `  fork: ${cut(shownTitle(fork), columns - 6)}`);
	const lines = [
		`  ${cut(shownTitle(session), columns)}`,
		`  ${sessionFacts(session, io)}`,
		...[consequences(target)].filter((text) => text !== "").map((text) => `  ${text}`),
		...forkTitles,
	];
	return `${lines.join("\n")}\n`;
}
