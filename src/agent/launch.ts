import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { constants } from "node:os";
import { performance } from "node:perf_hooks";
import { systemErrorCode } from "../session/errors.js";
import type { AgentCommand } from "./command.js";
import { findProgram } from "./find-program.js";
import { noteTerminal } from "./terminal-state.js";
import { describeDirectory, directoryState } from "./working-directory.js";

/** Why an agent did not start. */
export type LaunchFailure = "no-agent" | "not-executable" | "no-directory" | "prompt-too-long" | "system";

/** How an agent ended, or that it did not start. */
export type Launched =
	| {
			kind: "ended";
			/** Its exit code, or 128 + the number of the signal that ended it. */
			code: number;
			signal?: NodeJS.Signals;
			/** It failed within a second, by itself: what it printed is why, and should stay readable. */
			quick: boolean;
			/** How long it ran. */
			milliseconds: number;
	  }
	| NotStarted;

export interface NotStarted {
	kind: "not-started";
	reason: LaunchFailure;
	/** The exit code a shell would end with: 127 not found, 126 not runnable, else 1. */
	code: number;
	/** One line: what, and what to do. */
	message: string;
}

export interface LaunchOptions {
	env?: NodeJS.ProcessEnv;
	/** For a program named by a relative path. */
	cwd?: string;
	/** Milliseconds that only ever grow. */
	now?: () => number;
	process?: {
		on(event: string, listener: () => void): unknown;
		off(event: string, listener: () => void): unknown;
	};
	spawn?: (program: string, args: string[], options: SpawnOptions) => ChildProcess;
}

const QUICK_MS = 1_000;
/** From the keyboard: the terminal sends them to the agent itself, which decides what they mean. */
const KEYBOARD_SIGNALS = ["SIGINT", "SIGQUIT"] as const;
const FORWARDED_SIGNALS = ["SIGTERM", "SIGHUP"] as const;
const ASKED_TO_END = new Set(
	[...KEYBOARD_SIGNALS, ...FORWARDED_SIGNALS].map((name) => 128 + constants.signals[name]),
);

/**
 * Runs an agent on this process's own stdin, stdout and stderr and waits for its end. The terminal must have been
 * given back before. A stop (Ctrl+Z) stops both, as the agent is in this process's group.
 */
export async function launch(command: AgentCommand, options: LaunchOptions = {}): Promise<Launched> {
	const { env = process.env, cwd = process.cwd(), now = () => performance.now() } = options;
	const [, ...args] = command.argv;
	const program = findAgent(command, { env, cwd });
	if ("kind" in program) return program;
	const state = await directoryState(command.cwd);
	if (state !== "usable") {
		return notStarted(
			"no-directory",
			1,
			`${command.cwd} ${describeDirectory(state)}; name another with --cwd DIR.`,
		);
	}
	const terminal = noteTerminal();
	const started = now();
	const ended = await run(program.path, args, command, options, env);
	terminal.restoreLine();
	if ("error" in ended) return couldNotSpawn(program.path, ended.error);
	const code = ended.signal === null ? (ended.code ?? 1) : 128 + constants.signals[ended.signal];
	const milliseconds = now() - started;
	const quick = code !== 0 && !ASKED_TO_END.has(code) && milliseconds < QUICK_MS;
	if (quick || ended.signal !== null) terminal.resetScreen();
	return {
		kind: "ended",
		code,
		...(ended.signal === null ? {} : { signal: ended.signal }),
		quick,
		milliseconds,
	};
}

/** Finds the program of a command: its absolute path, or why it cannot be started. */
export function findAgent(
	command: Pick<AgentCommand, "argv">,
	{ env = process.env, cwd = process.cwd() }: Pick<LaunchOptions, "env" | "cwd"> = {},
): { path: string } | NotStarted {
	const [name] = command.argv;
	const program = findProgram(name, env, cwd);
	switch (program.kind) {
		case "found":
			return { path: program.path };
		case "missing":
			return notStarted("no-agent", 127, `${name} was not found${name.includes("/") ? "" : " on PATH"}.`);
		case "not-executable":
			return notStarted("not-executable", 126, `${program.path} may not be run; check its permissions.`);
	}
}

type Ended = { code: number | null; signal: NodeJS.Signals | null } | { error: Error };

function run(
	program: string,
	args: string[],
	command: AgentCommand,
	{ process: host = process, spawn: start = spawn }: LaunchOptions,
	env: NodeJS.ProcessEnv,
): Promise<Ended> {
	return new Promise((resolve) => {
		let child: ChildProcess | undefined;
		const listeners = new Map<string, () => void>([
			...KEYBOARD_SIGNALS.map((signal): [string, () => void] => [signal, () => undefined]),
			...FORWARDED_SIGNALS.map((signal): [string, () => void] => [signal, () => child?.kill(signal)]),
		]);
		const finish = (ended: Ended): void => {
			for (const [signal, listener] of listeners) host.off(signal, listener);
			resolve(ended);
		};
		for (const [signal, listener] of listeners) host.on(signal, listener);
		try {
			child = start(program, args, {
				cwd: command.cwd,
				// As after `cd`: some programs ask PWD where they are.
				env: { ...env, ...command.env, PWD: command.cwd },
				stdio: "inherit",
			});
		} catch (error) {
			if (!(error instanceof Error)) throw error;
			finish({ error });
			return;
		}
		child.on("error", (error) => {
			// A child that runs reports here what could not be sent to it.
			if (child?.pid === undefined) finish({ error });
		});
		child.on("exit", (code, signal) => finish({ code, signal }));
	});
}

function couldNotSpawn(program: string, error: Error): NotStarted {
	switch (systemErrorCode(error)) {
		case "ENOENT":
			// The program and the directory are there: it is the interpreter of a script that is not.
			return notStarted("not-executable", 126, `${program} cannot be run: the program it needs is missing.`);
		case "EACCES":
			return notStarted("not-executable", 126, `${program} may not be run; check its permissions.`);
		case "E2BIG":
			return notStarted(
				"prompt-too-long",
				1,
				"The prompt is too long for a command line; paste it into the agent.",
			);
		case undefined:
			throw error;
		default:
			return notStarted("system", 1, `${program} cannot be run: ${error.message}.`);
	}
}

function notStarted(reason: LaunchFailure, code: number, message: string): NotStarted {
	return { kind: "not-started", reason, code, message };
}
