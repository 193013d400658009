import { resumeCommand } from "../../agent/command.js";
import { commandLine } from "../../agent/shell-quote.js";
import { directoryOfFork } from "../../store/session-directory.js";
import { SessionManager } from "../../store/session-manager.js";
import type { Effect } from "../effect.js";
import type { Event } from "../event.js";
import type { BrowserOptions } from "../options.js";
import type { ResumeWish } from "../resume-wish.js";
import { Changing } from "./changing.js";
import { clipboardSequence } from "./clipboard.js";
import { Deleting } from "./deleting.js";
import { completeDirectory } from "./directories.js";
import { Reading } from "./reading.js";
import { goneEvent, reasonOf } from "./reason.js";
import { Restoring } from "./restoring.js";
import { type Handover, resume } from "./resume.js";
import { Switching } from "./switching.js";

type Dispatch = (event: Event) => void;

const changeFailed = (reason: string): Event => ({ type: "change-failed", reason });
const resumeFailed = (reason: string): Event => ({ type: "resume-failed", reason });

/** The one place where the browser's effects become deeds. */
export function runEffects(options: BrowserOptions, handover: Handover) {
	const { location, cwd, home } = options;
	const reading = new Reading(location, cwd);
	const changing = new Changing(location, reading);
	const switching = new Switching(options, reading);
	const deleting = new Deleting(location, reading);
	const restoring = new Restoring(location, reading);

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
		work().catch((error: unknown) => dispatch(goneEvent(path, error) ?? failed(reasonOf(error, path))));
	}

	async function resumeAsked(wish: ResumeWish, dispatch: Dispatch): Promise<void> {
		await resume(wish, await reading.info(wish.path), options, handover, dispatch);
	}

	async function forkAndResume(wish: ResumeWish, dispatch: Dispatch): Promise<void> {
		const target = wish.cwd ?? cwd;
		const { cwd: from } = await reading.info(wish.path);
		const dir = directoryOfFork(wish.path, { from, cwd: target }, location);
		const fork = SessionManager.forkFrom(wish.path, target, dir).getSessionFile();
		if (fork !== undefined) await resumeAsked({ ...wish, path: fork }, dispatch);
	}

	function copy(text: string, what: string, dispatch: Dispatch): void {
		const sequence = clipboardSequence(text);
		if (sequence === undefined)
			dispatch({ type: "change-failed", reason: `It is too long to copy: ${what}.` });
		else {
			handover.write(sequence);
			dispatch({ type: "copied", message: `Copied ${what}, if the terminal allows it.` });
		}
	}

	async function copyCommand(path: string, dispatch: Dispatch): Promise<void> {
		const command = resumeCommand(await reading.info(path), { ...options.resume, location });
		copy(commandLine(command), "the command that resumes the session", dispatch);
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
			case "seek-on":
				setImmediate(() => dispatch({ type: "seek-on", seek: effect.seek }));
				return;
			case "stop-reading":
				reading.stopReading(effect.what);
				return;
			case "name-session":
				attempt(effect.path, () => changing.name(effect.path, effect.name, dispatch), dispatch, changeFailed);
				return;
			case "label-session":
				attempt(
					effect.path,
					() => changing.label(effect.path, effect.entryId, effect.label, dispatch),
					dispatch,
					changeFailed,
				);
				return;
			case "fork-session":
				attempt(
					effect.path,
					() => changing.fork(effect.path, effect.of, effect.entryId, dispatch),
					dispatch,
					changeFailed,
				);
				return;
			case "switch-leaf":
				attempt(effect.wish.path, () => switching.switch(effect, dispatch), dispatch, changeFailed);
				return;
			case "summarise-and-switch":
				void switching.summarise(effect, dispatch);
				return;
			case "cancel-summary":
				switching.cancel();
				return;
			case "undo-switch":
				attempt(effect.path, () => switching.undo(effect.path, dispatch), dispatch, changeFailed);
				return;
			case "plan-deletion":
				void deleting.plan(effect.request, effect.paths, dispatch);
				return;
			case "delete-sessions":
				void deleting.delete(effect.request, effect.plan, effect.forever, dispatch);
				return;
			case "stop-deletion":
				deleting.stop();
				return;
			case "restore-deleted":
				attempt("", () => restoring.undo(effect.sessions, dispatch), dispatch, changeFailed);
				return;
			case "stop-restoring":
				restoring.stop();
				return;
			case "find-duplicates":
				attempt("", () => deleting.findDuplicates(effect.request, dispatch), dispatch, changeFailed);
				return;
			case "measure-artifacts":
				attempt("", () => deleting.measureArtifacts(effect.request, dispatch), dispatch, changeFailed);
				return;
			case "read-trash":
				attempt("", () => deleting.readTrash(effect.request, dispatch), dispatch, changeFailed);
				return;
			case "restore-trashed":
				attempt(
					"",
					() => restoring.restore(effect.items, effect.alternative, dispatch),
					dispatch,
					changeFailed,
				);
				return;
			case "copy":
				copy(effect.text, "the text", dispatch);
				return;
			case "copy-command":
				attempt(effect.path, () => copyCommand(effect.path, dispatch), dispatch, changeFailed);
				return;
			case "resume":
				attempt(effect.wish.path, () => resumeAsked(effect.wish, dispatch), dispatch, resumeFailed);
				return;
			case "fork-and-resume":
				attempt(effect.wish.path, () => forkAndResume(effect.wish, dispatch), dispatch, resumeFailed);
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

	return {
		run,
		stop: () => {
			reading.stop();
			switching.cancel();
			deleting.end();
			restoring.stop();
		},
	};
}
