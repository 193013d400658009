/** Deleting sessions: to the trash, or for good (behaviour.md §7). What became of each file is said of each file. */
import { lstat, rm, unlink } from "node:fs/promises";
import { systemErrorCode } from "../../session/errors.js";
import { inParallel } from "../in-parallel.js";
import type { Processes } from "../lease.js";
import { lookAt } from "../looking.js";
import { title } from "../title.js";
import type { Artifacts } from "./artifacts.js";
import { checkTarget, type DeletionPlan, type DeletionTarget, type Kept } from "./deletion-plan.js";
import { type InTrash, type MoveOptions, type Mover, moveToTrash, type Trashed } from "./trash.js";

export {
	type DeletionPlan,
	type DeletionTarget,
	type Kept,
	type PlanOptions,
	planDeletion,
} from "./deletion-plan.js";

/** A session that is gone from the store. */
export interface DeletedSession {
	readonly path: string;
	readonly id: string;
	/** Only where it has one. */
	readonly name?: string;
	/** What a list calls it; as the file holds it, to be sanitised where it is shown. */
	readonly title: string;
	/** The directories that went along. */
	readonly artifacts: readonly DeletedArtifacts[];
	/** Of the file and its artifacts. */
	readonly bytes: number;
	readonly deletedAt: Date;
	/** Where it lies in the trash, as far as the system tells. */
	readonly inTrash?: InTrash;
}

export interface DeletedArtifacts extends Artifacts {
	readonly inTrash?: InTrash;
}

export interface Deletion {
	/** In the order of the plan. */
	readonly trashed: readonly DeletedSession[];
	/** Sessions that stay, and artifacts that stay though their session went; those that the plan refused come first. */
	readonly skipped: readonly Kept[];
	/** Of what went. */
	readonly bytes: number;
}

export interface DeleteOptions {
	/** Called after each session that was dealt with. */
	readonly onProgress?: ((done: number, total: number) => void) | undefined;
	/** No further session is begun once it is aborted; the answer says what was done. */
	readonly signal?: AbortSignal | undefined;
	/** Moves one path to the trash; default: the system's. */
	readonly move?: Mover | undefined;
	/** Milliseconds that the trash has for one path; default: `trashLimit`. */
	readonly timeLimit?: MoveOptions["limit"];
	readonly processes?: Processes | undefined;
	/** Milliseconds since 1970. */
	readonly now?: (() => number) | undefined;
}

/** Files of one id go one after the other; so many of different ids at once. */
const AT_ONCE = 4;

/**
 * Moves the sessions of a plan to the trash, each with its artifacts. Just before it goes, each is looked at again: what is
 * another file by now, or has been opened by an agent, stays. A trash that did not answer once is asked no more. Never rejects
 * for what is wrong with a file.
 */
export async function deleteSessions(plan: DeletionPlan, options: DeleteOptions = {}): Promise<Deletion> {
	const { move, timeLimit: limit, signal } = options;
	let silence: Extract<Trashed, { kind: "failed" }> | undefined;
	const { gone, skipped, bytes } = await deleteAll(plan, options, async (path, size) => {
		if (silence !== undefined) return { ...silence, path };
		const [result] = await moveToTrash([path], move, { limit, bytes: size, signal });
		if (result?.kind === "failed" && result.silent) silence = result;
		return result ?? { path, kind: "missing" };
	});
	return { trashed: gone, skipped, bytes };
}

/**
 * Deletes the sessions of a plan for good, each with its artifacts: nothing brings them back. The same is checked as in
 * `deleteSessions`. Whoever calls it has had the word for it from the user.
 */
export async function deleteForever(
	plan: DeletionPlan,
	options: Omit<DeleteOptions, "move" | "timeLimit"> = {},
): Promise<Omit<Deletion, "trashed"> & { readonly deleted: readonly DeletedSession[] }> {
	const { gone, skipped, bytes } = await deleteAll(plan, options, removeForever);
	return { deleted: gone, skipped, bytes };
}

type Remove = (path: string, bytes: number) => Promise<Trashed>;

interface Outcome {
	gone?: DeletedSession;
	readonly kept: Kept[];
}

async function deleteAll(
	{ targets, refused, location }: DeletionPlan,
	options: DeleteOptions,
	remove: Remove,
) {
	const outcomes = new Map<DeletionTarget, Outcome>();
	let done = 0;
	await inParallel(groupsOfOneId(targets), AT_ONCE, async (group) => {
		let allGone = true;
		for (const target of group) {
			const outcome: Outcome = options.signal?.aborted
				? stopped(target)
				: await deleteOne(target, allGone, location.agentDir, options, remove);
			outcomes.set(target, outcome);
			allGone &&= outcome.gone !== undefined;
			options.onProgress?.(++done, targets.length);
		}
	});
	const all = targets.flatMap((target) => outcomes.get(target) ?? []);
	const gone = all.flatMap((outcome) => outcome.gone ?? []);
	return {
		gone,
		skipped: [...refused, ...all.flatMap(({ kept }) => kept)],
		bytes: gone.reduce((sum, each) => sum + each.bytes, 0),
	};
}

async function deleteOne(
	target: DeletionTarget,
	withArtifacts: boolean,
	agentDir: string,
	{ processes, now = Date.now }: DeleteOptions,
	remove: Remove,
): Promise<Outcome> {
	const { session, file } = target;
	const { path, id, name } = session;
	const kept = await checkTarget(target, agentDir, processes);
	if (kept !== undefined) return { kept: [kept] };
	const size = (await lookAt(path))?.size ?? file.size;
	const deletedAt = new Date(now());
	const result = await remove(path, size);
	if (result.kind === "missing") return { kept: [{ path, reason: "it is gone already", kind: "gone" }] };
	if (result.kind === "failed") return { kept: [{ path, reason: result.reason, kind: "failed" }] };
	const outcome: Outcome = { kept: [] };
	const artifacts: DeletedArtifacts[] = [];
	// After the session: artifacts without their session are found by nobody.
	for (const each of target.artifacts) {
		if (!withArtifacts) {
			outcome.kept.push({ path: each.path, reason: "another session of its id stays", kind: "failed" });
			continue;
		}
		const moved = await remove(each.path, each.bytes);
		if (moved.kind === "failed") outcome.kept.push({ path: each.path, reason: moved.reason, kind: "failed" });
		if (moved.kind === "trashed") artifacts.push({ ...each, ...location(moved) });
	}
	outcome.gone = {
		path,
		id,
		...(name === undefined ? {} : { name }),
		title: title(session),
		artifacts,
		bytes: artifacts.reduce((sum, each) => sum + each.bytes, size),
		deletedAt,
		...location(result),
	};
	return outcome;
}

function location({ inTrash }: { readonly inTrash?: InTrash }): { inTrash?: InTrash } {
	return inTrash === undefined ? {} : { inTrash };
}

function stopped({ session: { path } }: DeletionTarget): Outcome {
	return { kept: [{ path, reason: "stopped before its turn", kind: "stopped" }] };
}

function groupsOfOneId(targets: readonly DeletionTarget[]): DeletionTarget[][] {
	const groups = new Map<string, DeletionTarget[]>();
	for (const target of targets) {
		const group = groups.get(target.session.id);
		if (group) group.push(target);
		else groups.set(target.session.id, [target]);
	}
	return [...groups.values()];
}

async function removeForever(path: string): Promise<Trashed> {
	try {
		if ((await lstat(path)).isDirectory()) await rm(path, { recursive: true });
		else await unlink(path);
		return { path, kind: "trashed" };
	} catch (error) {
		const code = systemErrorCode(error);
		if (code === undefined) throw error;
		return code === "ENOENT"
			? { path, kind: "missing" }
			: { path, kind: "failed", reason: `not deleted (${code})` };
	}
}
