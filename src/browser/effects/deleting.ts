import type { StoreLocation } from "../../store/location.js";
import { measureArtifactsOf } from "../../store/prune/artifact-sizes.js";
import { findDuplicates } from "../../store/prune/duplicates.js";
import {
	type DeletedSession,
	type DeletionPlan,
	deleteForever,
	deleteSessions,
	planDeletion,
} from "../../store/trash/delete.js";
import { type Restorable, type Restoration, restore, undoDeletion } from "../../store/trash/restore.js";
import { listTrashed } from "../../store/trash/trash-can.js";
import { count } from "../../text/amounts.js";
import { sanitiseLine } from "../../text/sanitise.js";
import type { Event } from "../event.js";
import type { Reading } from "./reading.js";
import { reasonOf } from "./reason.js";

type Dispatch = (event: Event) => void;

/** How often the screen says how far a deletion is, at the most, in milliseconds. */
const PROGRESS_MS = 50;

/** The effects that delete sessions and bring them back. */
export class Deleting {
	readonly #location: StoreLocation;
	readonly #reading: Reading;
	readonly #background = new AbortController();
	#running: AbortController | undefined;

	constructor(location: StoreLocation, reading: Reading) {
		this.#location = location;
		this.#reading = reading;
	}

	/** Ends what nobody waits for any more. */
	end(): void {
		this.#background.abort();
	}

	/** Lets nothing further go. What has gone is told by the deletion itself. */
	stop(): void {
		this.#running?.abort();
	}

	async plan(request: number, paths: readonly string[], dispatch: Dispatch): Promise<void> {
		const signal = this.#begin();
		try {
			// Forks, and files that share an id, are seen only where all sessions are.
			const { sessions, subAgents } = await this.#reading.whole(signal);
			if (signal.aborted) return;
			const all = [...sessions, ...subAgents];
			const plan = await planDeletion(paths, { location: this.#location, sessions: all, signal });
			dispatch({ type: "deletion-planned", request, plan });
		} catch (error) {
			if (!signal.aborted) dispatch({ type: "deletion-failed", request, reason: reasonOf(error) });
		}
	}

	async delete(request: number, plan: DeletionPlan, forever: boolean, dispatch: Dispatch): Promise<void> {
		const signal = this.#begin();
		const onProgress = nowAndThen((done, total) =>
			dispatch({ type: "deletion-progress", request, done, total }),
		);
		try {
			if (forever) {
				const { deleted, ...rest } = await deleteForever(plan, { onProgress, signal });
				dispatch({ type: "deletion-done", request, deletion: { trashed: deleted, ...rest } });
			} else {
				dispatch({
					type: "deletion-done",
					request,
					deletion: await deleteSessions(plan, { onProgress, signal }),
				});
			}
		} catch (error) {
			dispatch({ type: "deletion-failed", request, reason: reasonOf(error) });
		}
	}

	async undo(sessions: readonly DeletedSession[], dispatch: Dispatch): Promise<void> {
		const onProgress = restoreProgress(dispatch);
		const done = await undoDeletion(sessions, this.#location, { onProgress });
		const taken = sessions.flatMap((session) =>
			session.inTrash === undefined ? [] : [{ ...session, inTrash: session.inTrash }],
		);
		await this.#tell(done, taken, dispatch);
	}

	/** `alternative`: under another name where the own one is taken. */
	async restore(items: readonly Restorable[], alternative: boolean, dispatch: Dispatch): Promise<void> {
		const onProgress = restoreProgress(dispatch);
		await this.#tell(await restore(items, { alternative, onProgress }), items, dispatch);
	}

	async findDuplicates(request: number, dispatch: Dispatch): Promise<void> {
		const { sessions } = await this.#reading.whole();
		dispatch({ type: "duplicates-found", request, duplicates: await findDuplicates(sessions) });
	}

	async measureArtifacts(request: number, dispatch: Dispatch): Promise<void> {
		const { signal } = this.#background;
		const { sessions, subAgents } = await this.#reading.whole(signal);
		try {
			const all = [...sessions, ...subAgents];
			const artifacts = await measureArtifactsOf(all, this.#location.sessionDir, signal);
			dispatch({ type: "artifacts-measured", request, artifacts });
		} catch (error) {
			if (!signal.aborted) throw error;
		}
	}

	async readTrash(request: number, dispatch: Dispatch): Promise<void> {
		const { trashed, note } = await listTrashed(this.#location);
		dispatch({ type: "trash-read", request, items: trashed, note });
	}

	async #tell(
		{ restored, skipped }: Restoration,
		items: readonly Restorable[],
		dispatch: Dispatch,
	): Promise<void> {
		const sessions = await Promise.all(restored.map(({ path }) => this.#reading.again(path)));
		const [first] = restored;
		const kept = skipped.find(({ kind }) => kind !== "taken");
		const what =
			restored.length === 1 && first !== undefined
				? `"${sanitiseLine(first.title)}" is`
				: `${count(restored.length)} sessions are`;
		const back = restored.length === 0 ? "Nothing came back from the trash" : `${what} back from the trash`;
		const renamed = restored.filter(({ path, from }) => path !== from).length;
		const names =
			renamed === 0
				? ""
				: renamed === 1
					? ", one under another name"
					: `, ${count(renamed)} under other names`;
		const stays = kept === undefined ? "." : `; ${count(skipped.length)} not: ${sanitiseLine(kept.reason)}.`;
		const taken = new Set(skipped.filter(({ kind }) => kind === "taken").map(({ path }) => path));
		dispatch({
			type: "sessions-restored",
			sessions,
			taken: items.filter(({ path }) => taken.has(path)),
			message: back + names + stays,
			failed: kept !== undefined,
		});
	}

	#begin(): AbortSignal {
		this.#running = new AbortController();
		return this.#running.signal;
	}
}

type Progress = (done: number, total: number) => void;

function restoreProgress(dispatch: Dispatch): Progress {
	return nowAndThen((done, total) => dispatch({ type: "restore-progress", done, total }));
}

/** Tells how far something is when it was not told for a while, and at the end. */
function nowAndThen(tell: Progress): Progress {
	let told = 0;
	return (done, total) => {
		const now = performance.now();
		if (now - told < PROGRESS_MS && done < total) return;
		told = now;
		tell(done, total);
	};
}
