import type { StoreLocation } from "../store/location.js";
import { type Migration, migrateStore } from "../store/migration/migration.js";
import { type Upgrades, upgradeStore } from "../store/migration/upgrade-store.js";
import type { Skipped } from "../store/moved.js";
import { hasProjectDirectories } from "../store/store-kind.js";
import { sanitiseLine } from "../text/sanitise.js";
import { type CommandIo, EXIT, type ExitCode, printJson } from "./io.js";
import { openStore, type StoreOptions } from "./store-options.js";

export interface MigrateOptions extends StoreOptions {
	readonly dryRun?: boolean;
	readonly json?: boolean;
}

const DID = { move: "moved", trash: "trashed", remove: "removed", upgrade: "upgraded" };
const WOULD = {
	move: "would move",
	trash: "would trash",
	remove: "would remove",
	upgrade: "would upgrade",
};

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
		for (const line of describe(migration, upgrades, dryRun)) io.out(`${sanitiseLine(line)}\n`);
		for (const { path, reason } of skipped) io.err(`stays: ${sanitiseLine(path)}: ${sanitiseLine(reason)}\n`);
		io.err(summary(migration, upgrades, dryRun));
	}
	if (dryRun) return EXIT.done;
	if (skipped.some(({ kind }) => kind === "refused")) return EXIT.refused;
	return skipped.some(({ kind }) => kind === "failed") ? EXIT.failed : EXIT.done;
}

/** pi keeps to per-project directories: it lists what was moved out of them no longer. */
function warnOfPi({ kind, sessionDir }: StoreLocation, io: CommandIo): void {
	if (kind !== "pi" || !hasProjectDirectories(sessionDir)) return;
	io.err(
		"These are pi's sessions, and pi lists only those in per-project directories: what is moved, pi lists no longer.\n" +
			"To undo it, make the directories again and move each file back: what is printed says from where to where.\n",
	);
}

function describe(
	{ moved, artifacts, trashed, removed }: Migration,
	{ upgraded }: Upgrades,
	dryRun: boolean,
): string[] {
	const did = dryRun ? WOULD : DID;
	return [
		...moved.map(({ from, to }) => `${did.move} ${from} -> ${to}`),
		...artifacts.map(({ from, to }) => `${did.move} ${from} -> ${to}`),
		...trashed.map(({ path, same }) => `${did.trash} ${path}, equal to ${same}`),
		...removed.map((path) => `${did.remove} ${path}, empty`),
		...upgraded.map(({ path, version }) => `${did.upgrade} ${path} from version ${version}`),
	];
}

function summary({ moved, trashed, skipped }: Migration, upgrades: Upgrades, dryRun: boolean): string {
	const left = skipped.length + upgrades.skipped.length;
	const stays = left > 0 ? `${left} left` : "";
	if (moved.length + trashed.length + upgrades.upgraded.length === 0)
		return `There is nothing to move or to upgrade${stays === "" ? "" : `; ${stays}`}.\n`;
	const parts = [
		`${moved.length} moved`,
		`${upgrades.upgraded.length} upgraded`,
		...(trashed.length > 0 ? [`${trashed.length} equal to another and trashed`] : []),
		...(stays === "" ? [] : [stays]),
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
