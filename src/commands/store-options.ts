import { resolveStore, type StoreLocation } from "../store/location.js";
import type { CommandIo } from "./io.js";

/** The options that every command takes. */
export interface StoreOptions {
	readonly sessionDir?: string;
	readonly agentDir?: string;
}

/** The store a command works on; a setting that could not be read is said. */
export function openStore(options: StoreOptions, io: CommandIo): StoreLocation {
	const location = resolveStore({ ...options, env: io.env, home: io.home, cwd: io.cwd });
	if (location.warning !== undefined) io.err(`${location.warning}\n`);
	return location;
}
