import { type Command, InvalidArgumentError, Option } from "commander";
import { TREE_FILTERS } from "../session/tree/filter.js";
import { SORTS } from "../store/sort.js";
import { type Run, SELECTOR } from "./run.js";

/** What a line of `list` holds. */
const LIST_LINE = `
A line: the end of the id (enough to select by), age, messages, a mark (● open,
⚠ damaged or newer, ▪ archived), title, [labels], directory (--all, --repo). Of
sessions with one title, what was asked next follows after ·`;

/** The commands that show what is there, and write nothing. */
export function registerViews(program: Command, run: Run): void {
	program
		.command("list")
		.description("sessions, newest first")
		.argument("[query...]", "what to search for")
		.option("--all", "of all directories")
		.option("--repo", "of this git repository, its worktrees included")
		.option("--cwd <dir>", "of that directory")
		.addOption(new Option("--sort <order>", "the order").choices(SORTS))
		.option("--reverse", "the other way round")
		.option("--limit <n>", "at most so many", wholeNumber)
		.option("--named", "only named ones")
		.option("--archived", "only archived ones")
		.option("--json", "as JSON")
		.option("--text", "with --json: the text of all messages too")
		.addHelpText("after", LIST_LINE)
		.action(
			run(async (words, options, io) => (await import("./list.js")).list(words.join(" "), options, io)),
		);

	program
		.command("show")
		.description("the active branch of a session as a transcript")
		.argument("<session>", SELECTOR)
		.option("--leaf <entry>", "the branch that ends with this entry")
		.option("--markdown", "as Markdown")
		.option("--json", "what the model would be given, as JSON")
		.action(
			run(async ([session = ""], options, io) => (await import("./show.js")).show(session, options, io)),
		);

	program
		.command("tree")
		.description("the entry tree of a session, with the ids of its entries")
		.argument("<session>", SELECTOR)
		.addOption(
			new Option("--filter <view>", "what is shown (default: default; with --json: all)").choices(
				TREE_FILTERS,
			),
		)
		.option("--json", "as JSON, nested")
		.option("--flat", "with --json: as a list, whatever its depth")
		.action(
			run(async ([session = ""], options, io) => (await import("./tree.js")).tree(session, options, io)),
		);

	program
		.command("info")
		.description("metadata: counts, tokens, cost, models, git, parents and forks, problems")
		.argument("<session>", SELECTOR)
		.option("--json", "as JSON")
		.action(
			run(async ([session = ""], options, io) => (await import("./info.js")).info(session, options, io)),
		);
}

function wholeNumber(text: string): number {
	if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
	return Number(text);
}
