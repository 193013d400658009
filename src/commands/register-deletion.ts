import { type Command, InvalidArgumentError } from "commander";
import { type Run, SELECTOR } from "./run.js";

/** The commands that put sessions into the trash, and take them out again. */
export function registerDeletion(program: Command, run: Run): void {
	program
		.command("delete")
		.description("move sessions to the trash, each with its sub-agents' files; asks before")
		.argument("<session...>", SELECTOR)
		.option("--yes", "do not ask")
		.option("--permanent", "for good, not to the trash; the word delete must be typed, or --yes given too")
		.option("--json", "what went and what stays, as JSON")
		.action(
			run(async (sessions, options, io) =>
				(await import("./delete.js")).deleteCommand(sessions, options, io),
			),
		);

	program
		.command("restore")
		.description("bring sessions back out of the trash; without arguments, list what is there")
		.argument("[session...]", "as for other commands; the path is where it was. last: the one deleted last")
		.option("--all", "all of this store that is in the trash")
		.option("--to <dir>", "into this directory (default: where each was)")
		.option("--rename", "where a name is taken, take the next that is free")
		.option("--json", "as JSON")
		.action(
			run(async (sessions, options, io) =>
				(await import("./restore.js")).restoreCommand(sessions, options, io),
			),
		);

	program
		.command("prune")
		.description("move many sessions to the trash: those that meet all of the criteria given")
		.option("--older-than <time>", "last used longer ago: 90d, 6w, 1y, 12h")
		.option("--fewer-messages <n>", "with fewer messages", wholeNumber)
		.option("--larger-than <size>", "larger: 20MB, 1.5GB")
		.option("--unnamed", "without a name")
		.option("--archived", "archived")
		.option("--empty", "without a message (of this and the three below, one is enough)")
		.option("--missing-cwd", "whose working directory is gone")
		.option("--damaged", "of which a part cannot be read")
		.option("--duplicate", "all of which is in another file of the same id")
		.option("--include-named", "do not spare named ones")
		.option("--include-labelled", "do not spare those with labels")
		.option("--include-parents", "do not spare those that forks point at")
		.option("--dry-run", "say what would go, and do nothing (the default)")
		.option("--yes", "do it")
		.option("--json", "as JSON")
		.action(run(async (_, options, io) => (await import("./prune.js")).prune(options, io)));
}

function wholeNumber(text: string): number {
	if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
	return Number(text);
}
