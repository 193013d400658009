import { createHash } from "node:crypto";
import { join } from "node:path";
import { isJsonObject } from "../session/json.js";
import { hasProcess, startOf } from "../session/process-state.js";
import { readJsonFile } from "../session/text-file.js";
import { namesInSync, realPath } from "./looking.js";

/** Prime Agent's note that it has a session open (behaviour.md §6). */
export interface Lease {
	pid: number;
	/** Of the session as the agent knows it. */
	sessionPath: string;
	activeSessionId?: string;
	/** ISO 8601. */
	createdAt?: string;
}

/** How a process is looked up; tests replace it. */
export interface Processes {
	isAlive(pid: number): boolean;
	/** `proc:<start time>` as Prime Agent writes it, or undefined where the system does not tell. */
	startId(pid: number): string | undefined;
}

/**
 * The live lease on a session, or undefined. A lease is live when its process is alive and is the one that
 * took it: a pid that was given to another process since does not count. Where start times cannot be read
 * (no /proc), a living pid counts, so that nothing open is ever treated as closed.
 */
export function leaseOf(
	path: string,
	agentDir: string,
	processes: Processes = systemProcesses,
): Lease | undefined {
	return readLease(join(leasesDir(agentDir), leaseName(realPath(path))), processes);
}

/**
 * All live leases of an agent directory, by the name of their lock. Ask with `leaseName(real path)`.
 * A directory that is missing or unreadable holds none.
 */
export function liveLeases(agentDir: string, processes: Processes = systemProcesses): Map<string, Lease> {
	const leases = new Map<string, Lease>();
	for (const name of namesInSync(leasesDir(agentDir))) {
		if (!name.endsWith(".lock")) continue;
		const lease = readLease(join(leasesDir(agentDir), name), processes);
		if (lease) leases.set(name, lease);
	}
	return leases;
}

/** The name of the lock directory for a session, from the session's real path. */
export function leaseName(realPath: string): string {
	return `${createHash("sha256").update(realPath).digest("hex")}.lock`;
}

/** The processes of this machine. */
export const systemProcesses: Processes = {
	isAlive: hasProcess,
	startId(pid) {
		const start = startOf(pid);
		return start === undefined ? undefined : `proc:${start}`;
	},
};

function leasesDir(agentDir: string): string {
	return join(agentDir, "session-leases");
}

function readLease(lock: string, processes: Processes): Lease | undefined {
	const file = readJsonFile(join(lock, "owner.json"));
	// Absent, half-written or unreadable: nobody can be shown to hold it.
	if (file.kind !== "value" || !isJsonObject(file.value)) return undefined;
	const { pid, processStartId, sessionPath, activeSessionId, createdAt } = file.value;
	if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0) return undefined;
	if (typeof sessionPath !== "string" || !processes.isAlive(pid)) return undefined;
	if (wasTakenByAnother(processStartId, processes.startId(pid))) return undefined;
	return {
		pid,
		sessionPath,
		...(typeof activeSessionId === "string" ? { activeSessionId } : {}),
		...(typeof createdAt === "string" ? { createdAt } : {}),
	};
}

/** Only two start times of one notation can be told apart. */
function wasTakenByAnother(written: unknown, running: string | undefined): boolean {
	if (running === undefined || typeof written !== "string") return false;
	return written.startsWith("proc:") && written !== running;
}
