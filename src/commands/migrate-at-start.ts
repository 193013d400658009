import { SessionError } from "../session/errors.js";
import type { StoreLocation } from "../store/location.js";
import { hasProjectDirectories } from "../store/store-kind.js";
import type { CommandIo } from "./io.js";

/**
 * Moves what older releases left in per-project directories, in Prime Agent's own default store and nowhere else
 * (behaviour.md §1). Returns one line about it, or undefined where nothing moved.
 */
export async function migrateAtStart(location: StoreLocation, io: CommandIo): Promise<string | undefined> {
	if (!location.isDefault || !hasProjectDirectories(location.sessionDir)) return undefined;
	// Loaded only where there is something to move: most stores have been flat for long.
	const { migrateStore } = await import("../store/migration/migration.js");
	const { migrationSummary } = await import("../store/migration/migration-summary.js");
	try {
		let count = 0;
		const onSession = () => io.progress?.(`moving sessions out of per-project directories: ${++count}`);
		const migration = await migrateStore({ location, onSession });
		io.progress?.("");
		return migrationSummary(migration);
	} catch (error) {
		// A store that cannot be read says so when it is listed.
		if (error instanceof SessionError) return undefined;
		throw error;
	}
}
