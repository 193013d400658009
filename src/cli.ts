import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { failureOf } from "./commands/failure.js";
import { commandNames, HELP_LAYOUT, MORE_HELP, registerHelp } from "./commands/help.js";
import { CommandError, type CommandIo, EXIT } from "./commands/io.js";
import { surviveLostOutput } from "./commands/lost-output.js";
import { nearCommand } from "./commands/near-command.js";
import { processIo } from "./commands/process-io.js";
import { registerCare } from "./commands/register-care.js";
import { registerChanges } from "./commands/register-changes.js";
import { registerDeletion } from "./commands/register-deletion.js";
import { registerViews } from "./commands/register-views.js";
import { type RunCommand, SELECTOR } from "./commands/run.js";
import { openStore } from "./commands/store-options.js";
import { promptWithoutDashes, splitPrompt, usageError } from "./commands/usage.js";
import { VERSION } from "./version.js";

type Options = Record<string, unknown>;

const AGENT = "the agent that resumes (default: the one whose session it is)";

/**
 * Runs the command line and returns the exit code (cli.md). Commands are loaded when they are used; Ink only when
 * the browser opens.
 */
export async function main(argv: readonly string[]): Promise<number> {
	let code: number = EXIT.done;
	surviveLostOutput(() => code);
	const { words, prompt } = splitPrompt(argv);
	const program = commandLine(prompt, (result) => {
		code = result;
	});
	try {
		await program.parseAsync(words, { from: "user" });
		return code;
	} catch (error) {
		code = exitCodeOf(error);
		return code;
	}
}

/** Every command with its options. `done` takes the exit code of the one that ran. */
function commandLine(prompt: string, done: (code: number) => void): Command {
	const program = new Command("prime-sessions")
		.description("Browse, search, resume and tidy the sessions of Prime Agent and pi.")
		.version(VERSION)
		.option("--session-dir <dir>", "the directory of the sessions (default: Prime Agent's)")
		.option("--agent-dir <dir>", "Prime Agent's directory (default: ~/.prime/agent)")
		.option("--no-color", "no colours")
		.configureHelp(HELP_LAYOUT)
		.addHelpText("after", MORE_HELP)
		.configureOutput({ outputError: (text, write) => write(usageError(text)) })
		.exitOverride();

	/** Calls a command with its arguments, all options, and the process's input and output. */
	const run =
		(command: RunCommand) =>
		async (...called: unknown[]) => {
			const instance = called.at(-1) as Command;
			const options = instance.optsWithGlobals<Options>();
			if (options.demo && instance !== program)
				throw new CommandError("--demo is for the browser; the commands work on your sessions", EXIT.usage);
			done(await command(instance.args, options, processIo(options.color !== false)));
		};

	program
		.argument("[query...]", "what to search for")
		.option("--demo", "browse a throw-away copy of sample sessions; yours stay as they are")
		.option("--agent <name>", AGENT)
		.action(
			run((words, options, io) =>
				browse(words.join(" "), options, io, nearCommand(words[0] ?? "", commandNames(program))),
			),
		);

	registerViews(program, run);
	program
		.command("resume")
		.description("hand a session over to its agent; without one, choose it. A prompt follows after --")
		.argument("[session]", SELECTOR)
		.allowExcessArguments()
		.option("--print", "say what would run, as JSON, and run nothing")
		.option("--agent <name>", AGENT)
		.option("--cwd <dir>", "run the agent there instead of in the session's directory")
		.usage("[options] [session] [-- prompt...]")
		.action(
			run(([session, ...extra], options, io) => {
				if (extra.length > 0) throw promptWithoutDashes(session, extra);
				return resume(session, prompt, options, io);
			}),
		);

	registerChanges(program, run);
	registerDeletion(program, run);
	registerCare(program, run);
	registerHelp(program);
	for (const command of program.commands) command.exitOverride();
	return program;
}

/** `near`: the command that the first word may have been meant for. */
async function browse(
	query: string,
	options: Options,
	io: CommandIo,
	near: string | undefined,
): Promise<number> {
	const hasTerminal = process.stdin.isTTY && process.stdout.isTTY;
	if (options.demo) return hasTerminal ? browseDemo(query, options, io) : listDemo(query, options, io);
	if (!hasTerminal) {
		const code = await (await import("./commands/list.js")).list(query, options, io);
		if (near !== undefined) io.err(`Did you mean \`prime-sessions ${near}\`?\n`);
		return code;
	}
	const { open } = await import("./browser/open.js");
	const location = openStore(options, io);
	const { migrateAtStart } = await import("./commands/migrate-at-start.js");
	const migrated = await migrateAtStart(location, io);
	return open({ ...browserOptions(options, io), location, query, done: migrated });
}

/** The list of the samples, where there is no terminal to browse in. */
async function listDemo(query: string, options: Options, io: CommandIo): Promise<number> {
	const { prepareDemo } = await import("./commands/demo.js");
	const { list } = await import("./commands/list.js");
	const demo = await prepareDemo(io.now);
	try {
		const { sessionDir, agentDir, cwd, home } = demo;
		return await list(query, { ...options, sessionDir, agentDir, all: true }, { ...io, cwd, home });
	} finally {
		await demo.cleanup();
	}
}

/** The browser on a copy of the samples, in a home of its own: what is deleted there does not go to the user's trash. */
async function browseDemo(query: string, options: Options, io: CommandIo): Promise<number> {
	const { prepareDemo } = await import("./commands/demo.js");
	const demo = await prepareDemo(io.now);
	// An agent is given the user's own environment.
	const own = browserOptions(options, io);
	process.env.HOME = demo.home;
	process.env.XDG_DATA_HOME = join(demo.home, ".local", "share");
	// Where the trash is, is decided when the package is loaded.
	const { open } = await import("./browser/open.js");
	try {
		const location = openStore({ sessionDir: demo.sessionDir, agentDir: demo.agentDir }, io);
		const { cwd, home } = demo;
		return await open({ ...own, location, query, cwd, home, scope: "all", areSamples: true });
	} finally {
		await demo.cleanup();
	}
}

async function resume(
	selector: string | undefined,
	prompt: string,
	options: Options,
	io: CommandIo,
): Promise<number> {
	const location = openStore(options, io);
	const hasTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
	const { open } = await import("./browser/open.js");
	if (selector === undefined) {
		if (!hasTerminal || options.print)
			throw new CommandError("name a session to resume; `prime-sessions list` shows them", EXIT.usage);
		const { migrateAtStart } = await import("./commands/migrate-at-start.js");
		const migrated = await migrateAtStart(location, io);
		return open({ ...browserOptions(options, io), location, picker: true, prompt, done: migrated });
	}
	const { selectSession } = await import("./commands/select.js");
	const { resumeSession } = await import("./commands/resume.js");
	const { loadConfig } = await import("./agent/config.js");
	const session = await selectSession(selector, location, io);
	return resumeSession(
		session,
		{ ...options, prompt },
		{
			...io,
			location,
			config: loadConfig(io.env, io.home),
			ask: hasTerminal ? (wish) => open({ ...browserOptions(options, io), location, wish }) : undefined,
		},
	);
}

function browserOptions(options: Options, io: CommandIo) {
	const text = (value: unknown) => (typeof value === "string" ? value : undefined);
	return {
		cwd: io.cwd,
		home: io.home,
		env: { ...io.env },
		colours: io.colours,
		now: io.now,
		agent: text(options.agent),
		agentDir: text(options.agentDir),
		stdin: process.stdin,
		stdout: process.stdout,
	};
}

function exitCodeOf(error: unknown): number {
	if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
	const failure = failureOf(error);
	if (failure === undefined) throw error;
	process.stderr.write(`prime-sessions: ${failure.message}\n`);
	return failure.code;
}
