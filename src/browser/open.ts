import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { configPath, loadConfig } from "../agent/config.js";
import { systemErrorCode } from "../session/errors.js";
import { readJsonFile } from "../session/text-file.js";
import { readKeybindings } from "./keybindings.js";
import { type KeyOverrides, NO_OVERRIDES } from "./keys.js";
import type { BrowserOptions } from "./options.js";
import { error, info, type Status } from "./status.js";

/** What the caller decides; the rest comes from the user's configuration. */
export interface OpenOptions extends Omit<BrowserOptions, "resume" | "keys" | "notice"> {
	readonly agent?: string | undefined;
	readonly agentDir?: string | undefined;
	/** What was done before the browser opened, in one line. */
	readonly done?: string | undefined;
}

/** Reads the configuration, loads Ink, and opens the browser. Returns the exit code. */
export async function open(options: OpenOptions): Promise<number> {
	const { env, home, agent, agentDir, done } = options;
	const config = loadConfig(env, home);
	const keys = loadKeybindings(join(dirname(configPath(env, home)), "keybindings.json"));
	const problems = [options.location.warning, config.problem, keys.problem].filter(
		(text) => text !== undefined,
	);
	standSomewhere(home);
	const { openBrowser } = await withoutCi(() => import("./main.js"));
	return openBrowser({
		...options,
		resume: { agent, agentDir, config },
		keys: keys.overrides,
		...firstStatus(problems, done),
	});
}

function firstStatus(problems: readonly string[], done: string | undefined): { notice?: Status } {
	const text = [...(done === undefined ? [] : [done]), ...problems].join(" ");
	if (text === "") return {};
	return { notice: problems.length === 0 ? info(text) : error(text) };
}

function loadKeybindings(path: string): { overrides: KeyOverrides; problem?: string } {
	const file = readJsonFile(path);
	switch (file.kind) {
		case "missing":
			return { overrides: NO_OVERRIDES };
		case "unreadable":
			return { overrides: NO_OVERRIDES, problem: `Ignoring ${path}: it cannot be read (${file.code}).` };
		case "not-json":
			return { overrides: NO_OVERRIDES, problem: `Ignoring ${path}: it is not valid JSON.` };
		case "value": {
			const { overrides, problems } = readKeybindings(file.value);
			if (problems.length === 0) return { overrides };
			return { overrides, problem: `In ${path}, ${problems.join("; ")}.` };
		}
		default:
			return file satisfies never;
	}
}

/** Ink asks for the working directory while it loads, and fails where that was deleted. */
function standSomewhere(home: string): void {
	try {
		process.cwd();
	} catch (error) {
		if (systemErrorCode(error) !== "ENOENT") throw error;
		process.chdir(existsSync(home) ? home : "/");
	}
}

/** Ink draws nothing where it believes itself in CI, and decides that when it is loaded; a terminal is a terminal. */
async function withoutCi<T>(load: () => Promise<T>): Promise<T> {
	const names = ["CI", "CONTINUOUS_INTEGRATION"] as const;
	const kept = names.map((name) => [name, process.env[name]] as const);
	for (const name of names) delete process.env[name];
	try {
		return await load();
	} finally {
		for (const [name, value] of kept) if (value !== undefined) process.env[name] = value;
	}
}
