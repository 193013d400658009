import { basename, dirname } from "node:path";
import type { StoreLocation } from "../store/location.js";
import { isProjectDirectory, type StoreKind, storeKind } from "../store/store-kind.js";
import type { AgentSetting, Config } from "./config.js";

/** What of a session its agent must be told. */
export interface ResumeTarget {
	/** Absolute path of the file. */
	path: string;
	/** Of the header. */
	id: string;
	/** Of the header: where the agent works. */
	cwd: string;
}

/** A program to run: never through a shell. */
export interface AgentCommand {
	/** The program as it is looked up on PATH, and its arguments. */
	argv: [string, ...string[]];
	/** Absolute path of the directory it runs in. */
	cwd: string;
	/** Variables added to the environment of this process. */
	env: { [name: string]: string };
}

export interface ResumeOptions {
	/** The value of `--agent`; wins over the configuration. */
	agent?: string | undefined;
	config: Pick<Config, "agent">;
	location: Pick<StoreLocation, "sessionDir" | "agentDir" | "kind">;
	/** Text sent to the agent at once. Blank: none. */
	prompt?: string | undefined;
	/** Run there instead of in the session's directory. */
	cwd?: string | undefined;
	/** The value of `--agent-dir`, passed on to Prime Agent, which knows it by its environment. */
	agentDir?: string | undefined;
}

/** The command that resumes a session, by path: ids are looked up only in an agent's own store. */
export function resumeCommand(session: ResumeTarget, options: ResumeOptions): AgentCommand {
	const setting = agentSetting(session.path, options);
	const cwd = options.cwd ?? session.cwd;
	const prompt = textOf(options.prompt);
	const argv =
		typeof setting === "string"
			? called(setting, session.path, prompt)
			: filled(setting, session, cwd, prompt);
	const isPi = typeof setting === "string" && isPiProgram(setting);
	// Absolute, as the agent runs in another directory.
	const env = options.agentDir && !isPi ? { PRIME_AGENT_CODING_AGENT_DIR: options.location.agentDir } : {};
	return { argv, cwd, env };
}

/** The agent's name for people: "prime-agent", "pi", or the program that was configured. */
export function agentName(
	path: string,
	options: Pick<ResumeOptions, "agent" | "config" | "location">,
): string {
	const setting = agentSetting(path, options);
	return basename(typeof setting === "string" ? setting : (setting[0] ?? ""));
}

/** `--agent`, else the configured one, else the agent whose file it is. */
export function agentSetting(
	path: string,
	{ agent, config, location }: Pick<ResumeOptions, "agent" | "config" | "location">,
): AgentSetting {
	return agent ?? config.agent ?? (kindOfFile(path, location) === "pi" ? "pi" : "prime-agent");
}

/** Whose file a session is: that of the open store, or of the store it lies in by itself. */
function kindOfFile(path: string, location: Pick<StoreLocation, "sessionDir" | "kind">): StoreKind {
	const directory = dirname(path);
	const store = isProjectDirectory(basename(directory)) ? dirname(directory) : directory;
	return store === location.sessionDir && location.kind !== "other" ? location.kind : storeKind(store);
}

function isPiProgram(program: string): boolean {
	return basename(program) === "pi";
}

function called(program: string, path: string, prompt: string | undefined): [string, ...string[]] {
	const argv: [string, ...string[]] = [program, isPiProgram(program) ? "--session" : "--resume", path];
	if (prompt !== undefined) argv.push(asArgument(prompt));
	return argv;
}

/** A configured command with its placeholders filled in, in one pass: what is put in is not looked at again. */
function filled(
	template: readonly string[],
	session: ResumeTarget,
	cwd: string,
	prompt: string | undefined,
): [string, ...string[]] {
	const [program = "", ...words] = template;
	const values: { [name: string]: string } = {
		path: session.path,
		id: session.id,
		cwd,
		prompt: prompt ?? "",
	};
	const argv: [string, ...string[]] = [program];
	for (const word of words) {
		if (word === "{prompt}" && prompt === undefined) continue;
		const text = word.replace(/\{(path|id|cwd|prompt)\}/g, (_, name: string) => values[name] ?? "");
		argv.push(word.startsWith("{prompt}") ? asArgument(text) : text);
	}
	// A prompt is never lost, wherever the template forgot it.
	if (prompt !== undefined && !words.some((word) => word.includes("{prompt}"))) argv.push(asArgument(prompt));
	return argv;
}

/** A prompt that says something, in the form an argument can have (no NUL). */
function textOf(prompt: string | undefined): string | undefined {
	const text = prompt?.replaceAll("\0", "");
	return text === undefined || text.trim() === "" ? undefined : text;
}

/**
 * Text as an argument of its own. pi takes a leading "-" for an option and a leading "@" for a file to attach, and
 * knows no "--"; a blank in front makes it text for every agent, and changes nothing it says.
 */
function asArgument(text: string): string {
	return /^[-@]/.test(text) ? ` ${text}` : text;
}
