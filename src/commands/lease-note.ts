import { leaseOf } from "../store/lease.js";
import type { StoreLocation } from "../store/location.js";
import type { CommandIo } from "./io.js";

/** Says, of a session that an agent has open, when the agent will see a change to it (behaviour.md §6). */
export function sayWhenSeen(path: string, location: StoreLocation, io: CommandIo): void {
	const lease = leaseOf(path, location.agentDir);
	if (lease === undefined) return;
	io.err(`An agent has the session open (process ${lease.pid}); it sees this when it next loads it.\n`);
}
