/** What `--help` and `help` say beside the commands' own descriptions. */
import { type Command, Help, type HelpConfiguration } from "commander";
import { sanitiseLine } from "../text/sanitise.js";
import { CommandError, EXIT } from "./io.js";
import { nearCommand } from "./near-command.js";

/** Options of the browser alone: the commands do not list them. */
const OF_THE_BROWSER = ["--version", "--demo", "--agent"];

const standard = Object.assign(new Help(), { showGlobalOptions: true });

/** How help is laid out: commands by their names, and with each the options that it shares with all others. */
export const HELP_LAYOUT: HelpConfiguration = {
	showGlobalOptions: true,
	subcommandTerm: (command) => command.name(),
	visibleGlobalOptions: (command) =>
		standard.visibleGlobalOptions(command).filter(({ long }) => !OF_THE_BROWSER.includes(long ?? "")),
};

/** Below the list of commands. */
export const MORE_HELP = `
Examples:
  prime-sessions flaky test             browse the sessions that match
  prime-sessions list --all --json      every session, for a script
  prime-sessions resume last -- go on   continue the newest, with a prompt

Environment:
  PRIME_AGENT_SESSION_DIR               the directory of the sessions
  PRIME_AGENT_CODING_AGENT_DIR          Prime Agent's directory
  NO_COLOR, FORCE_COLOR                 without colours; with colours

Exit codes:
  0    done                             1    failed, or not found
  2    bad usage                        3    refused for safety
  127  no agent                         130  interrupted
  resume ends with the agent's own code.`;

/** `help [command]`: what `--help` prints. */
export function registerHelp(program: Command): void {
	program.helpCommand(false);
	program
		.command("help")
		.description("what a command does, and its options")
		.argument("[command]", "the name of a command")
		.action((name: string | undefined) => {
			if (name === undefined) return program.help();
			const command = program.commands.find((one) => one.name() === name);
			if (command === undefined) throw noCommand(name, program);
			return command.help();
		});
}

function noCommand(name: string, program: Command): CommandError {
	const near = nearCommand(name, commandNames(program));
	const advice =
		near === undefined ? " (--help shows what there is)" : `; did you mean \`prime-sessions ${near}\`?`;
	return new CommandError(`there is no command "${sanitiseLine(name)}"${advice}`, EXIT.usage);
}

/** The names of all commands. */
export function commandNames(program: Command): string[] {
	return program.commands.map((command) => command.name());
}
