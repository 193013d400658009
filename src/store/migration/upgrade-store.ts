/** Upgrading the files of old versions in a store, on request (cli.md, `migrate`). */
import { resolveDeps, type SessionDeps } from "../../session/deps.js";
import { CURRENT_SESSION_VERSION } from "../../session/entries.js";
import { reasonWithoutPath, SessionError } from "../../session/errors.js";
import { readSession } from "../../session/session.js";
import { readHeaderSync } from "../../session/session-header.js";
import { upgradeFile } from "../../session/upgrade-file.js";
import { leaseOf } from "../lease.js";
import type { StoreLocation } from "../location.js";
import type { Skipped } from "../moved.js";
import { findStoreFiles } from "../store-files.js";
import { trashFile } from "../trash/trash.js";

export interface Upgrades {
	/** Files that were of an old version, and of which. */
	readonly upgraded: readonly { readonly path: string; readonly version: number }[];
	readonly skipped: readonly Skipped[];
}

export interface UpgradeOptions extends SessionDeps {
	readonly location: Pick<StoreLocation, "sessionDir" | "agentDir">;
	/** Say what would be done, and do nothing. */
	readonly dryRun?: boolean | undefined;
}

/**
 * Upgrades every file of an old version; the originals go to the trash.
 * @throws SessionError `unreadable` when the store itself cannot be read
 */
export async function upgradeStore({
	location,
	dryRun = false,
	...given
}: UpgradeOptions): Promise<Upgrades> {
	const deps = resolveDeps({ trash: trashFile, ...given });
	const upgraded: { path: string; version: number }[] = [];
	const skipped: Skipped[] = [];
	const { files } = await findStoreFiles(location.sessionDir);
	for (const path of files.map((file) => file.path).sort()) {
		try {
			if (!isOld(path, deps.fs)) continue;
			const lease = leaseOf(path, location.agentDir);
			if (lease !== undefined) {
				const reason = `an agent has it open (process ${lease.pid})`;
				skipped.push({ path, reason, kind: "refused" });
				continue;
			}
			const session = await readSession(path, { fs: deps.fs });
			const { outdated, version } = session;
			if (!outdated) continue;
			if (dryRun || (await upgradeFile(path, session, deps))) upgraded.push({ path, version });
			else skipped.push({ path, reason: "another program keeps changing it; try again", kind: "failed" });
		} catch (error) {
			if (!(error instanceof SessionError)) throw error;
			// What is no session is none of an old version.
			if (error.code === "not-a-session" || error.code === "not-found") continue;
			skipped.push({ path, reason: reasonWithoutPath(error), kind: "failed" });
		}
	}
	return { upgraded, skipped };
}

/** Whether the header says so, or says nothing of a version that it could be read as. */
function isOld(path: string, fs: ReturnType<typeof resolveDeps>["fs"]): boolean {
	const { version = 1 } = readHeaderSync(path, fs);
	return version < CURRENT_SESSION_VERSION;
}
