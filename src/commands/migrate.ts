import type { StoreLocation } from "../store/location.js";
import { type Migration, migrateStore } from "../store/migration/migration.js";
import { type Upgrades, upgradeStore } from "../store/migration/upgrade-store.js";
import type { Skipped } from "../store/moved.js";
import { sanitiseLine } from "../text/sanitise.js";
import { type CommandIo, EXIT, type ExitCode, printJson } from "./io.js";
import { openStore, type StoreOptions } from "./store-options.js";

export interface MigrateOptions extends StoreOptions {
	readonly dryRun?: boolean;
	readonly json?: boolean;
}

/** `prime-sessions migrate`: per-project directories to the flat store, old versions to the present one. */
export async function migrate(options: MigrateOptions, io: CommandIo): Promise<ExitCode> {
	const location = openStore(options, io);
	const { dryRun = false } = options;
	warnOfPi(location, io);
	let count = 0;
	const onSession = () => io.progress?.(`moving sessions: ${++count}`);
	const migration = await migrateStore({ location, dryRun, onSession });
	const upgrades = await upgradeStore({ location, dryRun });
	io.progress?.("");
	const skipped = [...migration.skipped, ...upgrades.skipped];
	if (options.json) printJson(io, json(location, dryRun, migration, upgrades));
	else {
		for (const line of describe(migration, upgrades)) io.out(`${sanitiseLine(line)}\n`);
		for (const { path, reason } of skipped) io.err(`stays: ${sanitiseLine(path)}: ${sanitiseLine(reason)}\n`);
		io.err(summary(migration, upgrades, dryRun));
	}
	if (dryRun) return EXIT.done;
	if (skipped.some(({ kind }) => kind === "refused")) return EXIT.refused;
	return skipped.some(({ kind }) => kind === "failed") ? EXIT.failed : EXIT.done;
}

/** pi keeps to per-project directories: it lists what was moved out of them no longer. */
function warnOfPi({ kind }: StoreLocation, io: CommandIo): void {
	if (kind === "pi")
		io.err("These are pi's sessions: pi itself lists only those in per-project directories.\n");
}

function describe({ moved, artifacts, trashed, removed }: Migration, { upgraded }: Upgrades): string[] {
	return [
		...moved.map(({ from, to }) => `moved ${from} -> ${to}`),
		...artifacts.map(({ from, to }) => `moved ${from} -> ${to}`),
		...trashed.map(({ path, same }) => `trashed ${path}, equal to ${same}`),
		...removed.map((path) => `removed ${path}, empty`),
		...upgraded.map(({ path, version }) => `upgraded ${path} from version ${version}`),
	];
}

function summary({ moved, trashed, skipped }: Migration, upgrades: Upgrades, dryRun: boolean): string {
	const left = skipped.length + upgrades.skipped.length;
	const parts = [
		`${moved.length} moved`,
		`${upgrades.upgraded.length} upgraded`,
		...(trashed.length > 0 ? [`${trashed.length} equal to another and trashed`] : []),
		...(left > 0 ? [`${left} left`] : []),
	];
	return `${dryRun ? "Nothing is done yet; it would be: " : ""}${parts.join(", ")}.\n`;
}

function json(
	{ sessionDir }: StoreLocation,
	dryRun: boolean,
	migration: Migration,
	{ upgraded, skipped }: Upgrades,
): object {
	const left = [...migration.skipped, ...skipped].map(({ path, reason }: Skipped) => ({ path, reason }));
	return { sessionDir, dryRun, ...migration, upgraded, skipped: left };
}
