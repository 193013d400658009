/** The command that summarises a branch: the configured one, or the session's agent in print mode without a session. */
import { basename } from "node:path";
import { agentSetting, type ResumeOptions } from "./command.js";
import type { Config } from "./config.js";
import { directoryState } from "./working-directory.js";

export interface SummaryCommand {
	/** Never run through a shell. */
	readonly argv: readonly [string, ...string[]];
	/** What stands on its standard input before the branch; "" where the instructions are an argument. */
	readonly preface: string;
}

export interface SummaryCommandOptions {
	readonly agent?: string | undefined;
	readonly config: Pick<Config, "agent" | "summarise">;
	readonly location: ResumeOptions["location"];
	/** What the summary should look at above all, in the user's words. */
	readonly focus?: string | undefined;
}

/**
 * The command for a branch of the session at `path`. In a configured one, `{instructions}` is replaced in every
 * argument; one without it gets the instructions on standard input, before the branch.
 */
export function summaryCommand(
	path: string,
	{ agent, config, location, focus }: SummaryCommandOptions,
): SummaryCommand {
	const instructions = instructionsFor(focus);
	if (config.summarise !== undefined) {
		const [program = "", ...words] = config.summarise;
		const takesThem = words.some((word) => word.includes(PLACEHOLDER));
		const argv = words.map((word) => word.replaceAll(PLACEHOLDER, () => instructions));
		return { argv: [program, ...argv], preface: takesThem ? "" : `${instructions}\n\n` };
	}
	const setting = agentSetting(path, { agent, config, location });
	// A whole command that resumes says nothing of how its program prints.
	const program = typeof setting === "string" ? setting : agentSetting(path, { config: {}, location });
	if (typeof program !== "string") throw new TypeError("an agent without configuration is a program");
	return { argv: [program, "--no-session", "--no-tools", "-p", instructions], preface: "" };
}

/** Where a command that summarises runs, and in what environment. */
export interface SummaryPlace {
	readonly cwd: string;
	readonly env: NodeJS.ProcessEnv;
}

/** The session's directory, or `cwd` where that is gone. Prime Agent finds its settings where the sessions were found. */
export async function summaryPlace(
	command: SummaryCommand,
	{
		location: { agentDir, kind },
		sessionCwd,
		cwd,
		env,
	}: SummaryPlace & { readonly location: SummaryCommandOptions["location"]; readonly sessionCwd: string },
): Promise<SummaryPlace> {
	const isPrime = kind === "prime" && summariserName(command) === "prime-agent";
	return {
		cwd: (await directoryState(sessionCwd)) === "usable" ? sessionCwd : cwd,
		env: isPrime ? { ...env, PRIME_AGENT_CODING_AGENT_DIR: agentDir } : env,
	};
}

/** The name of the program that summarises, for people: "prime-agent". */
export function summariserName({ argv }: SummaryCommand): string {
	return basename(argv[0]);
}

const PLACEHOLDER = "{instructions}";
const LONGEST_FOCUS = 2_000;

function instructionsFor(focus: string | undefined): string {
	const about = (focus ?? "").replaceAll("\0", "").trim().slice(0, LONGEST_FOCUS);
	return about === "" ? INSTRUCTIONS : `${INSTRUCTIONS}\nAbove all, tell what concerns this: ${about}`;
}

const INSTRUCTIONS = [
	"The text above is a branch of a coding session that the user has left to go on from an earlier point.",
	"Write a summary of it for the assistant who goes on there and has not seen the branch.",
	"Do not answer or continue anything in it.",
	"Begin with one line that says what was tried and what came of it.",
	"Then tell, as far as there is something to tell: what was asked, what was done, decisions and their reasons,",
	"what worked, what failed and why, and what is still open.",
	"Name files, commands and errors exactly. Use Markdown and at most 400 words. Reply with the summary alone.",
].join("\n");
