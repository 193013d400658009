/** Switching the branch of a stored session: refused while an agent has it open (behaviour.md §6). */
import type { SessionDeps } from "../session/deps.js";
import { SessionError } from "../session/errors.js";
import { type LeafSwitch, switchLeaf } from "../session/leaf.js";
import type { Change } from "../session/session-change.js";
import { leaseOf, type Processes, systemProcesses } from "./lease.js";
import { withTrash } from "./trash/trash.js";

export interface BranchSwitchOptions {
	/** Where the leases are. */
	readonly agentDir: string;
	readonly processes?: Processes;
	readonly deps?: SessionDeps;
}

/**
 * Moves the leaf of the session at `path`; see `switchLeaf`.
 * @throws SessionError `open-in-agent`, and the codes of `switchLeaf`
 */
export async function switchBranch(
	path: string,
	target: LeafSwitch,
	{ agentDir, processes = systemProcesses, deps = withTrash }: BranchSwitchOptions,
): Promise<Change> {
	checkClosed(path, agentDir, processes);
	return switchLeaf(path, target, deps);
}

/** @throws SessionError `open-in-agent` when an agent has the session open */
export function checkClosed(path: string, agentDir: string, processes: Processes = systemProcesses): void {
	const lease = leaseOf(path, agentDir, processes);
	if (lease === undefined) return;
	const message = `${path}: an agent has it open (process ${lease.pid}), which would not follow; end it first`;
	throw new SessionError("open-in-agent", message, { path });
}
