import { loadConfig } from "../agent/config.js";
import { summarise } from "../agent/summarise.js";
import { summariserName, summaryCommand, summaryPlace } from "../agent/summary-command.js";
import type { Abandoned } from "../session/branch-choice.js";
import { outline } from "../session/outline.js";
import { serialiseBranch } from "../session/serialise-branch.js";
import type { Session } from "../session/session.js";
import type { StoreLocation } from "../store/location.js";
import { duration } from "../text/amounts.js";
import { sanitise } from "../text/sanitise.js";
import { interruptible } from "./interruption.js";
import { CommandError, type CommandIo, EXIT } from "./io.js";

export interface SummaryOptions {
	/** The summary itself. */
	readonly summary?: string;
	readonly outline?: boolean;
	/** By the agent; a text says what to look at. */
	readonly summarize?: string | boolean;
}

/** @throws CommandError when more than one way is asked for, or a summary that says nothing */
export function checkSummaryOptions({ summary, outline: offline, summarize }: SummaryOptions): void {
	const ways = [summary !== undefined, offline === true, summarize !== undefined && summarize !== false];
	if (ways.filter(Boolean).length > 1) {
		throw new CommandError("give one of --summary, --outline and --summarize", EXIT.usage);
	}
	if (summary !== undefined && sanitise(summary).trim() === "") {
		throw new CommandError("--summary needs something to read", EXIT.usage);
	}
}

/**
 * The summary of what is left behind, made in the way that is asked for; undefined for none.
 * @throws CommandError when the agent gives none, or the user interrupts it
 */
export async function summaryOfBranch(
	session: Session & { path: string },
	left: Abandoned,
	options: SummaryOptions,
	location: StoreLocation,
	io: CommandIo,
): Promise<string | undefined> {
	if (options.summary !== undefined) return sanitise(options.summary).trim();
	if (left.messages === 0) return undefined;
	if (options.outline) return outline(left.entries);
	const { summarize } = options;
	if (summarize === undefined || summarize === false) return undefined;
	const config = loadConfig(io.env, io.home);
	if (config.problem !== undefined) io.err(`${config.problem}\n`);
	const focus = typeof summarize === "string" ? summarize : undefined;
	const command = summaryCommand(session.path, { config, location, focus });
	const name = summariserName(command);
	const { cwd, env } = io;
	const place = await summaryPlace(command, { location, sessionCwd: session.header.cwd, cwd, env });
	const result = await interruptible((signal) =>
		summarise(command, serialiseBranch(left.entries), {
			...place,
			signal,
			onProgress: ({ milliseconds }) => {
				const passed = milliseconds < 1_000 ? "" : ` ${duration(Math.floor(milliseconds / 1_000) * 1_000)}`;
				io.progress?.(`Summarising with ${name}…${passed} (Ctrl+C cancels)`);
			},
		}),
	);
	io.progress?.("");
	switch (result.kind) {
		case "done":
			return result.text;
		case "cancelled":
			throw new CommandError("cancelled; nothing was changed", EXIT.interrupted);
		case "failed":
			throw new CommandError(
				`${result.reason}; nothing was changed`,
				result.noAgent ? EXIT.noAgent : EXIT.failed,
			);
		default:
			return result satisfies never;
	}
}
