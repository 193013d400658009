/** Which process this is, and whether one that was noted down still lives. Told only where /proc tells it. */
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { systemErrorCode } from "./errors.js";

/** A process, told apart from any other that has had its number. */
export interface ProcessId {
	readonly pid: number;
	/** When it began, in ticks since the system did. */
	readonly start: string;
	/** What `pid` and `start` hold for: a running system, and in it a container. */
	readonly place: string;
}

/** "unknown": of another machine or container, or it cannot be looked at. */
export type ProcessState = "alive" | "dead" | "unknown";

interface ProcStat {
	readonly pid: number;
	readonly state: string;
	readonly threads: number;
	readonly start: string;
}

let ownPlace: string | undefined;

/** This process; undefined where the system does not tell enough. */
export function thisProcess(): ProcessId | undefined {
	const place = thisPlace();
	const stat = statOf("self");
	// A /proc of another numbering than our own tells of other processes.
	if (place === undefined || stat?.pid !== process.pid) return undefined;
	return { pid: stat.pid, start: stat.start, place };
}

function thisPlace(): string | undefined {
	if (ownPlace !== undefined) return ownPlace;
	const boot = readText("/proc/sys/kernel/random/boot_id");
	const numbering = readLink("/proc/self/ns/pid");
	if (boot === undefined || numbering === undefined) return undefined;
	// Where clocks differ, the same process began at different times. Older systems have one clock.
	const clock = readLink("/proc/self/ns/time") ?? "";
	const told = [hostname(), boot.trim(), numbering, clock].join("\n");
	ownPlace = createHash("sha256").update(told).digest("hex").slice(0, 16);
	return ownPlace;
}

/** Whether a process lives. "dead" is certain, and stays so. */
export function processState(id: ProcessId): ProcessState {
	if (id.place !== thisPlace()) return "unknown";
	if (!hasProcess(id.pid)) return "dead";
	const stat = statOf(String(id.pid));
	if (stat === undefined) return "unknown";
	return stat.start !== id.start || hasEnded(stat) ? "dead" : "alive";
}

/** Whether a process that was not yet asked how it ended does nothing any more: the last of its threads is gone. */
function hasEnded({ state, threads }: ProcStat): boolean {
	return (state === "Z" || state === "X") && threads <= 1;
}

/** Whether a number is that of a process, also of another user's. */
export function hasProcess(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return systemErrorCode(error) === "EPERM";
	}
}

/** When the process of a number began, in ticks since the system did; undefined where that is not told. */
export function startOf(pid: number): string | undefined {
	return statOf(String(pid))?.start;
}

function statOf(name: string): ProcStat | undefined {
	const text = readText(`/proc/${name}/stat`);
	if (text === undefined) return undefined;
	// The command in field 2 may hold blanks and parentheses: counted from its end, the state is field 3.
	const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
	const [state, threads, start] = [fields[0], fields[17], fields[19]];
	if (state === undefined || start === undefined) return undefined;
	return { pid: Number.parseInt(text, 10), state, threads: Number(threads), start };
}

function readText(path: string): string | undefined {
	return whereTold(() => readFileSync(path, "utf8"));
}

function readLink(path: string): string | undefined {
	return whereTold(() => readlinkSync(path));
}

function whereTold(read: () => string): string | undefined {
	try {
		return read();
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
		return undefined;
	}
}
