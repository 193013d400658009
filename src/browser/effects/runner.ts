import { setSessionName } from "../../session/annotations.js";
import { leaseOf } from "../../store/lease.js";
import { SessionManager } from "../../store/session-manager.js";
import { sanitiseLine } from "../../text/sanitise.js";
import type { Effect } from "../effect.js";
import type { Event } from "../event.js";
import type { BrowserOptions } from "../options.js";
import { completeDirectory } from "./directories.js";
import { Reading } from "./reading.js";
import { reasonOf } from "./reason.js";
import { type Handover, resume, storeOf } from "./resume.js";

type Dispatch = (event: Event) => void;

/** The one place where the browser's effects become deeds. */
export function runEffects(options: BrowserOptions, handover: Handover) {
	const { location, cwd, home } = options;
	const reading = new Reading(location, cwd);

	/** Runs `work`; a failure that is the file's or the system's is told, any other ends the browser. */
	function attempt(work: () => Promise<void>, failed: (reason: string) => void): void {
		work().catch((error: unknown) => failed(reasonOf(error)));
	}

	async function rename(path: string, name: string, dispatch: Dispatch): Promise<void> {
		await setSessionName(path, name);
		const session = await reading.again(path);
		const said =
			session.info.name === undefined
				? "The name is cleared."
				: `Named "${sanitiseLine(session.info.name)}".`;
		const seen =
			leaseOf(path, location.agentDir) === undefined
				? ""
				: " The agent that has it open sees it at its next start.";
		dispatch({ type: "session-changed", session, message: said + seen });
	}

	function run(effect: Effect, dispatch: Dispatch): void {
		switch (effect.type) {
			case "read-store":
				void reading.store(effect.request, dispatch);
				return;
			case "read-preview":
				void reading.preview(effect.request, effect.path, dispatch);
				return;
			case "read-session":
				void reading.session(effect.request, effect.path, dispatch);
				return;
			case "read-details":
				void reading.details(effect, home, dispatch);
				return;
			case "stop-reading":
				reading.stopSession();
				return;
			case "name-session":
				attempt(
					() => rename(effect.path, effect.name, dispatch),
					(reason) => dispatch({ type: "change-failed", reason }),
				);
				return;
			case "resume":
				attempt(
					async () => resume(effect.wish, await reading.info(effect.wish.path), options, handover, dispatch),
					(reason) => dispatch({ type: "resume-failed", reason }),
				);
				return;
			case "fork-and-resume":
				attempt(
					async () => {
						const { path, cwd: target = cwd } = effect.wish;
						const fork = SessionManager.forkFrom(path, target, storeOf(path)).getSessionFile();
						if (fork === undefined) return;
						await resume(
							{ ...effect.wish, path: fork },
							await reading.info(fork),
							options,
							handover,
							dispatch,
						);
					},
					(reason) => dispatch({ type: "resume-failed", reason }),
				);
				return;
			case "complete-directory":
				attempt(
					async () => {
						const completed = await completeDirectory(effect.text, { cwd, home });
						dispatch({ type: "directory-completed", request: effect.request, ...completed });
					},
					(reason) => dispatch({ type: "directory-refused", reason }),
				);
				return;
			case "quit":
				handover.quit(effect.code);
				return;
			default:
				effect satisfies never;
		}
	}

	return { run, stop: () => reading.stop() };
}
