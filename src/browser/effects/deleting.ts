import type { StoreLocation } from "../../store/location.js";
import { measureArtifactsOf } from "../../store/prune/artifact-sizes.js";
import { findDuplicates } from "../../store/prune/duplicates.js";
import { type DeletionPlan, deleteForever, deleteSessions, planDeletion } from "../../store/trash/delete.js";
import { listTrashed } from "../../store/trash/trash-can.js";
import type { Event } from "../event.js";
import { nowAndThen } from "./now-and-then.js";
import type { Reading } from "./reading.js";
import { reasonOf } from "./reason.js";

type Dispatch = (event: Event) => void;

/** The effects that delete sessions, and look at what could be deleted or brought back. */
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

	#begin(): AbortSignal {
		this.#running = new AbortController();
		return this.#running.signal;
	}
}
