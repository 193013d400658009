import { setSessionName } from "../../session/annotations.js";
import { leaseOf } from "../../store/lease.js";
import { SessionManager } from "../../store/session-manager.js";
import { withTrash } from "../../store/trash.js";
import { sanitiseLine } from "../../text/sanitise.js";
import type { Effect } from "../effect.js";
import type { Event } from "../event.js";
import type { BrowserOptions } from "../options.js";
import type { ResumeWish } from "../resume-wish.js";
import { completeDirectory } from "./directories.js";
import { Reading } from "./reading.js";
import { goneEvent, reasonOf } from "./reason.js";
import { type Handover, resume, storeOf } from "./resume.js";

type Dispatch = (event: Event) => void;

/** The one place where the browser's effects become deeds. */
export function runEffects(options: BrowserOptions, handover: Handover) {
	const { location, cwd, home } = options;
	const reading = new Reading(location, cwd);

	/**
	 * Runs `work` on the session at `path`. That it is gone is told as such; another failure of the file's or of the
	 * system's goes to `failed`; any other ends the browser.
	 */
	function attempt(
		path: string,
		work: () => Promise<void>,
		dispatch: Dispatch,
		failed: (reason: string) => Event,
	): void {
		work().catch((error: unknown) => dispatch(goneEvent(path, error) ?? failed(reasonOf(error))));
	}

	async function rename(path: string, name: string, dispatch: Dispatch): Promise<void> {
		await setSessionName(path, name, withTrash);
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

	async function resumeAsked(wish: ResumeWish, dispatch: Dispatch): Promise<void> {
		await resume(wish, await reading.info(wish.path), options, handover, dispatch);
	}

	async function forkAndResume(wish: ResumeWish, dispatch: Dispatch): Promise<void> {
		const fork = SessionManager.forkFrom(wish.path, wish.cwd ?? cwd, storeOf(wish.path)).getSessionFile();
		if (fork !== undefined) await resumeAsked({ ...wish, path: fork }, dispatch);
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
					effect.path,
					() => rename(effect.path, effect.name, dispatch),
					dispatch,
					(reason) => ({ type: "change-failed", reason }),
				);
				return;
			case "resume":
				attempt(
					effect.wish.path,
					() => resumeAsked(effect.wish, dispatch),
					dispatch,
					(reason) => ({ type: "resume-failed", reason }),
				);
				return;
			case "fork-and-resume":
				attempt(
					effect.wish.path,
					() => forkAndResume(effect.wish, dispatch),
					dispatch,
					(reason) => ({ type: "resume-failed", reason }),
				);
				return;
			case "complete-directory":
				void completeDirectory(effect.text, { cwd, home }).then((completed) =>
					dispatch({ type: "directory-completed", request: effect.request, ...completed }),
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
