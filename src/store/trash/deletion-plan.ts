/** What deleting sessions would take, asked before anything goes (behaviour.md §7). */
import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { setImmediate as turn } from "node:timers/promises";
import { reasonWithoutPath, SessionError, systemErrorCode } from "../../session/errors.js";
import { cancelled } from "../../session/session.js";
import { readHeaderSync } from "../../session/session-header.js";
import type { SessionInfo } from "../info.js";
import { leaseOf, liveLeases, type Processes, systemProcesses } from "../lease.js";
import type { StoreLocation } from "../location.js";
import { pathsById } from "../paths-by-id.js";
import { isWithin } from "../places.js";
import { readSessionInfo } from "../session-info.js";
import { forksByParent } from "../threads.js";
import { type Artifacts, artifactPaths, measureArtifacts } from "./artifacts.js";
import { BesideFiles } from "./beside.js";

/** Which file a target is, whatever its row or its name: a file that only grew is still it. */
export interface FileIdentity {
	readonly dev: number;
	readonly ino: number;
	/** Bytes when it was looked at. */
	readonly size: number;
	/** The path is a symbolic link; the link goes, what it points at stays. */
	readonly isLink: boolean;
}

/** One session that is to go. */
export interface DeletionTarget {
	/** As it is now: title, messages, size, age. */
	readonly session: SessionInfo;
	readonly file: FileIdentity;
	/** Forks of it in the store that stay; they keep their own copy of the conversation. */
	readonly forks: readonly SessionInfo[];
	/** Directories that go along. Empty where another file of its id stays. */
	readonly artifacts: readonly Artifacts[];
	/** Other files of the store with its id. */
	readonly twins: readonly string[];
	/** Names of files that are called after it, such as `a.jsonl.bak`. They stay. */
	readonly beside: readonly string[];
}

/** What stays, and why, in a few words. */
export interface Kept {
	readonly path: string;
	readonly reason: string;
	/**
	 * "open": an agent has it open. "gone": nothing is there. "changed": it is not what it was when that was asked.
	 * "unreadable": no session. "failed": it could not be moved. "stopped": its turn had not come.
	 */
	readonly kind: "open" | "gone" | "changed" | "unreadable" | "failed" | "stopped";
}

export interface DeletionPlan {
	readonly location: DeletionLocation;
	/** In the order in which they were asked for, each path once. */
	readonly targets: readonly DeletionTarget[];
	readonly refused: readonly Kept[];
	/** Of the targets and their artifacts. */
	readonly bytes: number;
}

export type DeletionLocation = Pick<StoreLocation, "sessionDir" | "agentDir">;

export interface PlanOptions {
	readonly location: DeletionLocation;
	/** All sessions of the store, for forks and for files that share an id. */
	readonly sessions: readonly SessionInfo[];
	readonly processes?: Processes | undefined;
	readonly signal?: AbortSignal | undefined;
}

/** So many are looked at before other work has its turn. */
const LOOKS_IN_A_ROW = 50;

/**
 * Looks at what is to be deleted and at what hangs on it; nothing is changed. `wanted` are sessions of a list or paths.
 * Never rejects for what is wrong with a file: such a one is refused, with the reason.
 * @throws SessionError `cancelled`
 */
export async function planDeletion(
	wanted: readonly (SessionInfo | string)[],
	options: PlanOptions,
): Promise<DeletionPlan> {
	const { location, sessions, signal, processes = systemProcesses } = options;
	const listed = new Map(sessions.map((session) => [session.path, session]));
	const refused: Kept[] = [];
	const found = new Map<string, { session: SessionInfo; file: FileIdentity }>();
	const seen = new Set<string>();
	for (const [index, one] of wanted.entries()) {
		if (index % LOOKS_IN_A_ROW === LOOKS_IN_A_ROW - 1) await turn();
		const path = typeof one === "string" ? one : one.path;
		if (seen.has(path)) continue;
		seen.add(path);
		if (signal?.aborted) throw cancelled(path);
		const looked = await look(path, typeof one === "string" ? listed.get(path) : one, signal);
		if ("reason" in looked) refused.push(looked);
		else found.set(path, looked);
	}
	const forks = forksByParent([...sessions, ...notIn(listed, found)]);
	const owners = pathsById([...sessions, ...notIn(listed, found)]);
	const leases = [...liveLeases(location.agentDir, processes).values()];
	const besideFiles = new BesideFiles();
	const targets: DeletionTarget[] = [];
	let bytes = 0;
	for (const [path, { session, file }] of found) {
		const twins = (owners.get(session.id) ?? []).filter((other) => other !== path);
		const artifacts = file.isLink ? [] : await artifactsOf(session, twins, found, location);
		const held =
			leaseOf(path, location.agentDir, processes) ??
			leases.find((lease) => artifacts.some(({ path: directory }) => isWithin(lease.sessionPath, directory)));
		if (held !== undefined) {
			refused.push({ path, reason: openReason(held.pid), kind: "open" });
			continue;
		}
		const beside = await besideFiles.of(path);
		targets.push({ session, file, forks: forks.get(path) ?? [], artifacts, twins, beside });
		bytes += artifacts.reduce((sum, each) => sum + each.bytes, file.size);
	}
	const going = new Set(targets.map(({ session }) => session.path));
	const staying = (target: DeletionTarget): DeletionTarget => ({
		...target,
		forks: target.forks.filter(({ path }) => !going.has(path)),
	});
	return { location, targets: targets.map(staying), refused, bytes };
}

/** Why a session that an agent has open stays. */
function openReason(pid: number): string {
	return `an agent has it open (process ${pid}); end that first`;
}

/** Whether what is at the path is still the target; else why not. */
export async function checkTarget(
	{ session, file }: DeletionTarget,
	agentDir: string,
	processes: Processes = systemProcesses,
): Promise<Kept | undefined> {
	const { path, id } = session;
	const looked = await identify(path, id);
	if ("reason" in looked) return looked;
	const { dev, ino, size, isLink } = looked.file;
	if (dev !== file.dev || ino !== file.ino || isLink !== file.isLink)
		return { path, reason: "another file has taken its place since; look at it again", kind: "changed" };
	if (size < file.size)
		return { path, reason: "it was rewritten since, and is shorter; look at it again", kind: "changed" };
	const lease = leaseOf(path, agentDir, processes);
	return lease === undefined ? undefined : { path, reason: openReason(lease.pid), kind: "open" };
}

async function look(
	path: string,
	known: SessionInfo | undefined,
	signal: AbortSignal | undefined,
): Promise<{ session: SessionInfo; file: FileIdentity } | Kept> {
	const looked = await identify(path, known?.id);
	if ("reason" in looked) return looked;
	const { file, size } = looked;
	// What is asked about is what is there: a file that grew is read again.
	if (known !== undefined && known.sizeBytes === size) return { session: known, file };
	try {
		return { session: await readSessionInfo(path, { signal }), file };
	} catch (error) {
		return unreadable(path, error);
	}
}

/** What lies at a path; with `id`, only if it is the session of that id. `size` is of what a link points at. */
async function identify(
	path: string,
	id: string | undefined,
): Promise<{ file: FileIdentity; size: number } | Kept> {
	let stats: Stats;
	try {
		stats = await lstat(path);
	} catch (error) {
		const code = systemErrorCode(error);
		if (code === undefined) throw error;
		if (code === "ENOENT" || code === "ENOTDIR") return { path, reason: "it is gone already", kind: "gone" };
		return { path, reason: `it cannot be looked at (${code})`, kind: "unreadable" };
	}
	try {
		if (id !== undefined && readHeaderSync(path).id !== id)
			return { path, reason: "another session has taken its place since; look at it again", kind: "changed" };
	} catch (error) {
		return unreadable(path, error);
	}
	const isLink = stats.isSymbolicLink();
	const file = { dev: stats.dev, ino: stats.ino, size: stats.size, isLink };
	return { file, size: isLink ? -1 : stats.size };
}

function unreadable(path: string, error: unknown): Kept {
	if (!(error instanceof SessionError) || error.code === "cancelled") throw error;
	if (error.code === "not-found") return { path, reason: "it is gone already", kind: "gone" };
	return { path, reason: reasonWithoutPath(error), kind: "unreadable" };
}

/** They go with the last of the files that carry the id, and only if all of those go. */
async function artifactsOf(
	{ path, id }: SessionInfo,
	twins: readonly string[],
	going: ReadonlyMap<string, { readonly session: SessionInfo }>,
	{ sessionDir }: DeletionLocation,
): Promise<Artifacts[]> {
	if (!twins.every((twin) => going.has(twin))) return [];
	if (twins.length > 0) {
		const group = new Set([path, ...twins]);
		if ([...going.keys()].findLast((each) => group.has(each)) !== path) return [];
	}
	const found = await Promise.all(artifactPaths(path, id, sessionDir).map(measureArtifacts));
	return found.filter((each) => each !== undefined);
}

function notIn(
	listed: ReadonlyMap<string, SessionInfo>,
	found: ReadonlyMap<string, { readonly session: SessionInfo }>,
): SessionInfo[] {
	return [...found].flatMap(([path, { session }]) => (listed.has(path) ? [] : [session]));
}
