import { dirname, join, resolve } from "node:path";
import { isJsonObject } from "../session/json.js";
import { readJsonFile } from "../session/text-file.js";
import { type StoreKind, storeKind } from "./store-kind.js";

/** Where a session directory was named. */
export type LocationSource = "flag" | "env" | "settings" | "default" | "demo";

/** The directory of sessions that is open, and what belongs to it. */
export interface StoreLocation {
	/** Absolute path of the directory that holds the session files. It need not exist. */
	sessionDir: string;
	/** Absolute path of Prime Agent's directory: its settings and its leases. */
	agentDir: string;
	/** Whose sessions these are; decides the agent that resumes them (see storeKind). */
	kind: StoreKind;
	/** True for Prime Agent's own default store: the only one whose old layout is migrated unasked. */
	isDefault: boolean;
	source: LocationSource;
	/** One line for the user when a setting could not be read and was passed over. */
	warning?: string;
}

export interface LocationOptions {
	/** `--session-dir`. */
	sessionDir?: string | undefined;
	/** `--agent-dir`. */
	agentDir?: string | undefined;
	env: NodeJS.ProcessEnv;
	/** The home directory, for `~` and the default. */
	home: string;
	/** The working directory, for relative paths. */
	cwd: string;
}

const SESSION_DIR_VARIABLES = ["PRIME_AGENT_SESSION_DIR", "PRIME_AGENT_CODING_AGENT_SESSION_DIR"] as const;

/**
 * Finds the store (behaviour.md §1): the flag, the two environment variables, `sessionDir` of the agent's
 * settings, `<agent dir>/sessions`. An empty value counts as absent. A leading `~` is the home directory;
 * a relative path is taken from the working directory, as the agents do.
 */
export function resolveStore(options: LocationOptions): StoreLocation {
	const absolute = (path: string) => resolve(options.cwd, expandHome(path, options.home));
	const agentDir = absolute(
		options.agentDir || options.env.PRIME_AGENT_CODING_AGENT_DIR || join(options.home, ".prime", "agent"),
	);
	const located = (path: string, source: LocationSource, warning?: string): StoreLocation => {
		const sessionDir = absolute(path);
		const kind = storeKind(sessionDir);
		const isDefault = source === "default" && kind !== "pi";
		return { sessionDir, agentDir, kind, isDefault, source, ...(warning === undefined ? {} : { warning }) };
	};

	if (options.sessionDir) return located(options.sessionDir, "flag");
	for (const variable of SESSION_DIR_VARIABLES) {
		const value = options.env[variable];
		if (value) return located(value, "env");
	}
	const settings = sessionDirOfSettings(join(agentDir, "settings.json"));
	if (settings.sessionDir) return located(settings.sessionDir, "settings");
	return located(join(agentDir, "sessions"), "default", settings.warning);
}

/** Where the files of a store's sub-agents lie: beside the session directory. */
export function artifactsDir(sessionDir: string): string {
	return join(dirname(sessionDir), "session-artifacts");
}

function expandHome(path: string, home: string): string {
	if (path === "~") return home;
	return path.startsWith("~/") ? join(home, path.slice(2)) : path;
}

/** Settings are the agent's: what cannot be read or understood is passed over, and said. */
function sessionDirOfSettings(path: string): { sessionDir?: string; warning?: string } {
	const file = readJsonFile(path);
	switch (file.kind) {
		case "missing":
			return {};
		case "unreadable":
			return { warning: `Cannot read ${path} (${file.code}); using the default session directory.` };
		case "not-json":
			return { warning: `${path} is not valid JSON; using the default session directory.` };
		case "value": {
			const { sessionDir } = isJsonObject(file.value) ? file.value : {};
			if (typeof sessionDir === "string") return { sessionDir };
			if (sessionDir === null || sessionDir === undefined) return {};
			return { warning: `sessionDir in ${path} is not text; using the default session directory.` };
		}
		default:
			return file satisfies never;
	}
}
