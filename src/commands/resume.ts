import { resolve } from "node:path";
import {
	type AgentCommand,
	agentName,
	type ResumeOptions,
	type ResumeTarget,
	resumeCommand,
} from "../agent/command.js";
import type { Config } from "../agent/config.js";
import { findAgent, launch, type NotStarted } from "../agent/launch.js";
import { prepareForAgent } from "../agent/prepare.js";
import { commandLine } from "../agent/shell-quote.js";
import { resumeWarnings } from "../agent/warnings.js";
import { type DirectoryState, describeDirectory, directoryState } from "../agent/working-directory.js";
import { leaseOf } from "../store/lease.js";
import type { StoreLocation } from "../store/location.js";
import { duration } from "../text/amounts.js";
import { sanitiseLine } from "../text/sanitise.js";
import { printJson } from "./io.js";

/** What a list knows of a session (SessionInfo), as far as resuming it matters. */
export interface ResumableSession extends ResumeTarget {
	version: number;
	sizeBytes: number;
	problemCount: number;
}

/** The options of `prime-sessions resume`, after a session was found. */
export interface ResumeFlags {
	/** `--print`: say what would run, and run nothing. */
	print?: boolean | undefined;
	agent?: string | undefined;
	agentDir?: string | undefined;
	/** `--cwd`: where the agent runs instead of in the session's directory. */
	cwd?: string | undefined;
	prompt?: string | undefined;
}

export interface ResumeContext {
	location: StoreLocation;
	config: Config;
	env: NodeJS.ProcessEnv;
	/** The working directory. */
	cwd: string;
	/** Takes what is printed on stdout and stderr, whole lines. */
	out(text: string): void;
	err(text: string): void;
	/** Asks in the browser what to do about a session whose directory is gone. Absent: there is no terminal. */
	ask?: ((wish: { path: string; prompt: string }) => Promise<number>) | undefined;
}

/**
 * Hands a session over to its agent and returns the agent's exit code; 1 when its directory is gone and there is
 * nobody to ask, 127 without an agent.
 */
export async function resumeSession(
	session: ResumableSession,
	flags: ResumeFlags,
	context: ResumeContext,
): Promise<number> {
	const options: ResumeOptions = {
		agent: flags.agent,
		agentDir: flags.agentDir,
		config: context.config,
		location: context.location,
		prompt: flags.prompt,
		cwd: flags.cwd === undefined ? undefined : resolve(context.cwd, flags.cwd),
	};
	const command = resumeCommand(session, options);
	const directory = await directoryState(command.cwd);
	sayBefore(session, context);
	if (flags.print) {
		if (directory !== "usable") context.err(`${noDirectory(command, directory, flags)}.\n`);
		printJson(context, command);
		return 0;
	}
	// Without an agent there is nothing to ask.
	const agent = findAgent(command, context);
	if ("kind" in agent) {
		if (directory === "usable") return cannotStart(agent, command, context);
		const here = resumeCommand(session, { ...options, cwd: context.cwd });
		return cannotStart(agent, here, context, `${noDirectory(command, directory, flags)}; this runs it here:`);
	}
	if (directory !== "usable") {
		if (context.ask !== undefined && flags.cwd === undefined) {
			return context.ask({ path: session.path, prompt: flags.prompt ?? "" });
		}
		context.err(`${noDirectory(command, directory, flags)}. Run it in another with --cwd DIR.\n`);
		return 1;
	}
	if (!isOpen(session, context)) {
		const problem = await prepareForAgent(session);
		if (problem !== undefined) context.err(`${sanitiseLine(problem)}\n`);
	}
	return handOver(command, agentName(session.path, options), context);
}

/** What should be known before the agent has the terminal. */
function sayBefore(session: ResumableSession, { config, location, err }: ResumeContext): void {
	for (const problem of [location.warning, config.problem]) {
		if (problem !== undefined) err(`${sanitiseLine(problem)}\n`);
	}
	for (const warning of resumeWarnings(session)) err(`${warning}\n`);
	const lease = leaseOf(session.path, location.agentDir);
	if (lease !== undefined) err(`The session is open already (process ${lease.pid}); joining it.\n`);
}

function isOpen(session: ResumableSession, { location }: ResumeContext): boolean {
	return leaseOf(session.path, location.agentDir) !== undefined;
}

function noDirectory(
	{ cwd }: AgentCommand,
	state: Exclude<DirectoryState, "usable">,
	flags: ResumeFlags,
): string {
	const typed = flags.cwd !== undefined;
	const name = cwd === "" ? "(no name)" : sanitiseLine(cwd);
	return `${typed ? "The" : "The session's"} directory ${name} ${describeDirectory(state, { typed })}`;
}

async function handOver(command: AgentCommand, agent: string, context: ResumeContext): Promise<number> {
	const launched = await launch(command, { env: context.env, cwd: context.cwd });
	if (launched.kind === "not-started") return cannotStart(launched, command, context);
	if (launched.quick) {
		const { code, milliseconds } = launched;
		context.err(
			`${sanitiseLine(agent)} ended after ${duration(milliseconds)} with code ${code}; see above.\n`,
		);
	}
	return launched.code;
}

/** Says why, and for a missing agent what to run once it is there. */
function cannotStart(
	why: NotStarted,
	command: AgentCommand,
	{ out, err }: ResumeContext,
	intro = "It would run:",
): number {
	const message = sanitiseLine(why.message);
	if (why.reason === "no-agent") {
		err(`${message} Install it, or name another with --agent. ${intro}\n`);
		out(`${commandLine(command)}\n`);
	} else err(`${message}\n`);
	return why.code;
}
