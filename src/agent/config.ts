import { isAbsolute, join } from "node:path";
import type { JsonObject } from "../session/entries.js";
import { isJsonObject } from "../session/json.js";
import { readJsonFile } from "../session/text-file.js";

/**
 * Which agent resumes a session: a program called as Prime Agent is (as pi is, when it is named `pi`), or a whole
 * command as a list of arguments with the placeholders {path} {id} {cwd} {prompt}.
 */
export type AgentSetting = string | readonly string[];

export interface Config {
	/** Where the file is, or would be. */
	path: string;
	/** Absent: the agent whose store the session is in. */
	agent?: AgentSetting;
	/** The command that summarises a branch; `{instructions}` in it says how. The branch is on its standard input. */
	summarise?: readonly string[];
	/** One line for the user when the file cannot be used; the defaults hold then. */
	problem?: string;
}

/** Where the configuration is: `$XDG_CONFIG_HOME/prime-sessions/config.json`, `~/.config` when that is not set. */
export function configPath(env: NodeJS.ProcessEnv, home: string): string {
	const xdg = env.XDG_CONFIG_HOME;
	return join(xdg && isAbsolute(xdg) ? xdg : join(home, ".config"), "prime-sessions", "config.json");
}

/** Reads the configuration. Never throws for what the file holds, nor for a file that is missing or unreadable. */
export function loadConfig(env: NodeJS.ProcessEnv, home: string): Config {
	const path = configPath(env, home);
	const unusable = (what: string): Config => ({
		path,
		problem: `Ignoring ${path}: ${what}; using the defaults.`,
	});
	const file = readJsonFile(path);
	switch (file.kind) {
		case "missing":
			return { path };
		case "unreadable":
			return unusable(`it cannot be read (${file.code})`);
		case "not-json":
			return unusable("it is not valid JSON");
		case "value":
			if (!isJsonObject(file.value)) return unusable("it is not a JSON object");
			return configOf(path, home, file.value, unusable);
		default:
			return file satisfies never;
	}
}

function configOf(path: string, home: string, value: JsonObject, unusable: (what: string) => Config): Config {
	const config: Config = { path };
	const { agent, summarise } = value;
	if (agent !== undefined && agent !== null) {
		if (typeof agent === "string" ? agent.trim() === "" : !isArguments(agent)) {
			return unusable('"agent" must be "prime-agent", "pi" or a list of arguments');
		}
		if (typeof agent === "string") config.agent = expandHome(agent.trim(), home);
		else if (isArguments(agent)) {
			if (!agent.some((word) => word.includes("{path}") || word.includes("{id}"))) {
				return unusable('the list "agent" must hold "{path}" or "{id}"');
			}
			config.agent = withHome(agent, home);
		}
	}
	if (summarise !== undefined && summarise !== null) {
		if (!isArguments(summarise)) return unusable('"summarise" must be a list of arguments');
		config.summarise = withHome(summarise, home);
	}
	return config;
}

/** A program and its arguments, each of which can be passed to one (no NUL). */
function isArguments(value: unknown): value is string[] {
	return (
		Array.isArray(value) &&
		value.every((word) => typeof word === "string" && !word.includes("\0")) &&
		value[0] !== undefined &&
		value[0] !== ""
	);
}

/** Of the program alone: a "~" elsewhere may mean anything. */
function withHome([program = "", ...words]: readonly string[], home: string): string[] {
	return [expandHome(program, home), ...words];
}

function expandHome(program: string, home: string): string {
	return program.startsWith("~/") ? join(home, program.slice(2)) : program;
}
