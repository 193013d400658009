import { type Command, Option } from "commander";
import { EXPORT_FORMATS } from "./export-formats.js";
import { ENTRY, type Run, SELECTOR } from "./run.js";

/** The commands that write on a session, or make one of another. */
export function registerChanges(program: Command, run: Run): void {
	program
		.command("name")
		.description("set the display name of a session; without text, print it")
		.argument("<session>", SELECTOR)
		.argument("[text...]", "the name; after -- it may begin with a dash")
		.option("--clear", "take the name away")
		.option("--json", "what changed, as JSON")
		.action(
			run(async ([session = "", ...text], options, io) =>
				(await import("./name.js")).name(session, text, options, io),
			),
		);

	program
		.command("label")
		.description("label an entry of a session; without text, print its label")
		.argument("<session>", SELECTOR)
		.argument("<entry>", ENTRY)
		.argument("[text...]", "the label; after -- it may begin with a dash")
		.option("--clear", "take the label away")
		.option("--json", "what changed, as JSON")
		.action(
			run(async ([session = "", entry = "", ...text], options, io) =>
				(await import("./label.js")).label(session, entry, text, options, io),
			),
		);

	program
		.command("branch")
		.description("move the leaf of a session, so that agents go on from there; a request is printed to edit")
		.argument("<session>", SELECTOR)
		.argument("<entry>", ENTRY)
		.option("--summary <text>", "keep this of the branch that is left")
		.option("--outline", "keep its requests, files, conclusion and errors")
		.option("--summarize [focus]", "keep a summary by the agent, of this above all")
		.option("--json", "what changed, as JSON")
		.action(
			run(async ([session = "", entry = ""], options, io) =>
				(await import("./branch.js")).branch(session, entry, options, io),
			),
		);

	program
		.command("fork")
		.description("make a new session from a branch of another; prints the path of its file")
		.argument("<session>", SELECTOR)
		.option("--at <entry>", `the last entry of the branch: ${ENTRY} (default: the leaf)`)
		.option("--cwd <dir>", "the directory of the new session (default: that of the old one)")
		.option("--name <text>", "its name")
		.option("--json", "what was made, as JSON")
		.action(
			run(async ([session = ""], options, io) => (await import("./fork.js")).fork(session, options, io)),
		);

	program
		.command("import")
		.description("copy a session file into the store, never over another; prints its path there")
		.argument("<file>", "a session file")
		.option("--json", "what was made, as JSON")
		.action(
			run(async ([file = ""], options, io) => (await import("./import.js")).importFile(file, options, io)),
		);

	program
		.command("export")
		.description("write a session out: the active branch to read, or all of it for other programs")
		.argument("<session>", SELECTOR)
		.addOption(
			new Option("--format <format>", "as what (default: by the file's ending, else jsonl)").choices(
				EXPORT_FORMATS,
			),
		)
		.option("--output <file>", "a new file (default: standard output)")
		.option("--json", "with --output: what was written, as JSON")
		.action(
			run(async ([session = ""], options, io) =>
				(await import("./export.js")).exportSession(session, options, io),
			),
		);
}
