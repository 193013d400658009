import { type AgentCommand, agentName, resumeCommand } from "../../agent/command.js";
import { launch } from "../../agent/launch.js";
import { prepareForAgent } from "../../agent/prepare.js";
import { commandLine } from "../../agent/shell-quote.js";
import { resumeWarnings } from "../../agent/warnings.js";
import { describeDirectory, directoryState } from "../../agent/working-directory.js";
import type { SessionInfo } from "../../store/info.js";
import { leaseOf } from "../../store/lease.js";
import { duration } from "../../text/amounts.js";
import { sanitiseLine } from "../../text/sanitise.js";
import type { Event } from "../event.js";
import type { BrowserOptions } from "../options.js";
import type { ResumeWish } from "../resume-wish.js";
import { resolveDirectory } from "./directories.js";
import { waitForEnter } from "./wait-for-enter.js";

/** What the hand-over needs of the place that holds the terminal. */
export interface Handover {
	/** Leaves the browser with an exit code. */
	quit(code: number): void;
	/** Gives the terminal back wholly, then does `work`. */
	lend<T>(work: () => Promise<T>): Promise<T>;
	/** Writes a sequence to the terminal, beside the frames. */
	write(sequence: string): void;
	/** Opens the browser again where it was. */
	takeBack(): void;
}

/** Checks what must be decided before a session is resumed, and hands the terminal to its agent (behaviour.md §8). */
export async function resume(
	wish: ResumeWish,
	info: SessionInfo,
	options: BrowserOptions,
	handover: Handover,
	dispatch: (event: Event) => void,
): Promise<void> {
	const warnings = wish.warned ? [] : resumeWarnings(info);
	if (warnings.length > 0) return dispatch({ type: "resume-warning", wish, warnings });
	const cwd = wish.cwd === undefined ? info.cwd : resolveDirectory(wish.cwd, options);
	const state = await directoryState(cwd);
	if (state !== "usable") {
		if (wish.cwd === undefined) return dispatch({ type: "cwd-missing", wish, cwd });
		return dispatch({
			type: "directory-refused",
			reason: `${sanitiseLine(cwd)} ${describeDirectory(state, { typed: true })}`,
		});
	}
	const command = resumeCommand(info, {
		...options.resume,
		location: options.location,
		prompt: wish.prompt,
		cwd,
	});
	const agent = sanitiseLine(agentName(info.path, { ...options.resume, location: options.location }));
	const again = await handover.lend(async () => {
		if (leaseOf(info.path, options.location.agentDir) === undefined) {
			const problem = await prepareForAgent(info);
			if (problem !== undefined) process.stderr.write(`prime-sessions: ${sanitiseLine(problem)}\n`);
		}
		const launched = await launch(command, { env: options.env, cwd: options.cwd });
		if (launched.kind === "not-started" && launched.reason !== "no-agent" && options.wish === undefined) {
			dispatch({ type: "resume-failed", reason: launched.message });
			return true;
		}
		if (launched.kind === "not-started") {
			const advice = launched.reason === "no-agent" ? ` ${withoutAgent(command, options)}` : "";
			process.stderr.write(`prime-sessions: ${sanitiseLine(launched.message)}${advice}\n`);
			handover.quit(launched.code);
			return false;
		}
		if (!launched.quick) {
			handover.quit(launched.code);
			return false;
		}
		const after = duration(launched.milliseconds);
		process.stderr.write(
			`\n${agent} ended after ${after} with code ${launched.code}. Enter goes back to the sessions.\n`,
		);
		await waitForEnter(options.stdin);
		dispatch({ type: "resume-failed", reason: `${agent} ended after ${after} with code ${launched.code}.` });
		return true;
	});
	if (again) handover.takeBack();
}

/** A sample is gone when the browser is left, and its directory too: no command resumes it then. */
function withoutAgent(command: AgentCommand, { areSamples }: BrowserOptions): string {
	if (areSamples) return "The samples cannot be resumed without an agent.";
	return `With it, this resumes the session:\n${commandLine(command)}`;
}
