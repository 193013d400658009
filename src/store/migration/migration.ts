/**
 * The flat migration (behaviour.md §1): sessions that older releases put into per-project directories move into the
 * store itself. Nothing is ever moved over anything, and no link is followed.
 */
import type { Dirent, Stats } from "node:fs";
import { basename, join } from "node:path";
import { type ResolvedDeps, resolveDeps, type SessionDeps } from "../../session/deps.js";
import { reasonWithoutPath, SessionError, systemErrorCode } from "../../session/errors.js";
import { withLock } from "../../session/lock.js";
import { readHeaderSync } from "../../session/session-header.js";
import { writeError } from "../../session/write-errors.js";
import { leaseOf } from "../lease.js";
import { artifactsDir, type StoreLocation } from "../location.js";
import { moveArtifacts } from "../move-artifacts.js";
import type { Moved, Skipped } from "../moved.js";
import { isProjectDirectory } from "../store-kind.js";
import { trashFile } from "../trash/trash.js";
import { moveSession, type SessionMove } from "./move-session.js";

export interface Migration {
	/** Session files that moved. */
	readonly moved: readonly Moved[];
	/** Directories of sub-agents' files that moved along. */
	readonly artifacts: readonly Moved[];
	/** Copies that went to the trash, and the file of equal bytes that stays in the store. */
	readonly trashed: readonly { readonly path: string; readonly same: string }[];
	/** Per-project directories that were left empty and are gone. */
	readonly removed: readonly string[];
	readonly skipped: readonly Skipped[];
}

export interface MigrationOptions extends SessionDeps {
	readonly location: Pick<StoreLocation, "sessionDir" | "agentDir">;
	/** Say what would be done, and do nothing. */
	readonly dryRun?: boolean | undefined;
	/** Called for each session that was dealt with. */
	readonly onSession?: (() => void) | undefined;
}

/** Moves what lies in per-project directories into the store. Never rejects for what is wrong with a file. */
export async function migrateStore(options: MigrationOptions): Promise<Migration> {
	const run = new Run(options);
	await run.migrate();
	return run.result;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] };

class Run {
	readonly result: Writable<Migration> = { moved: [], artifacts: [], trashed: [], removed: [], skipped: [] };
	readonly #deps: ResolvedDeps;
	readonly #sessionDir: string;
	readonly #agentDir: string;
	readonly #dryRun: boolean;
	readonly #onSession: (() => void) | undefined;
	/** The names that a dry run has given away, and to which file. */
	readonly #given = new Map<string, string>();

	constructor({ location, dryRun = false, onSession, ...deps }: MigrationOptions) {
		this.#onSession = onSession;
		this.#deps = resolveDeps({ trash: trashFile, ...deps });
		this.#sessionDir = location.sessionDir;
		this.#agentDir = location.agentDir;
		this.#dryRun = dryRun;
	}

	async migrate(): Promise<void> {
		for (const entry of entriesOf(this.#sessionDir, this.#deps)) {
			if (!isProjectDirectory(entry.name)) continue;
			const path = join(this.#sessionDir, entry.name);
			if (entry.isDirectory()) await this.#directory(path);
			else this.#skip(path, entry.isSymbolicLink() ? "a symbolic link" : "not a directory");
		}
		if (!this.#dryRun) removeIfEmpty(artifactsDir(join(this.#sessionDir, "any")), this.#deps);
	}

	async #directory(path: string): Promise<void> {
		let left = 0;
		try {
			for (const { name } of entriesOf(path, this.#deps)) {
				if (!(await this.#entry(join(path, name)))) left++;
			}
		} catch (error) {
			this.#failed(path, error);
			return;
		}
		if (left === 0 && (this.#dryRun || removeIfEmpty(path, this.#deps))) this.result.removed.push(path);
	}

	/** Whether the entry is gone from its directory, or would be. */
	async #entry(path: string): Promise<boolean> {
		try {
			const why = whyLeft(path, this.#deps);
			if (why !== undefined) return this.#skip(path, why);
			const { id } = readHeaderSync(path, this.#deps.fs);
			return await this.#session(path, id);
		} catch (error) {
			return this.#failed(path, error);
		}
	}

	async #session(path: string, id: string): Promise<boolean> {
		const options = { dryRun: this.#dryRun, given: this.#given };
		const work = () => {
			const lease = leaseOf(path, this.#agentDir);
			if (lease !== undefined) return lease;
			// First: after a crash between the two, the session is where it is looked for.
			this.#artifacts(path, id);
			return moveSession(path, this.#sessionDir, this.#deps, options);
		};
		const moved = this.#dryRun ? work() : await withLock(path, this.#deps, work);
		this.#onSession?.();
		return "pid" in moved
			? this.#skip(path, `an agent has it open (process ${moved.pid})`, "refused")
			: this.#done(path, moved);
	}

	async #done(path: string, moved: SessionMove): Promise<true> {
		if (moved.kind === "moved") this.result.moved.push({ from: path, to: moved.to });
		else {
			if (!this.#dryRun) await this.#deps.trash?.(path);
			this.result.trashed.push({ path, same: moved.same });
		}
		return true;
	}

	/** What cannot move along does not keep the session from moving. */
	#artifacts(path: string, id: string): void {
		if (id === "" || id !== basename(id) || id.startsWith(".")) return;
		const from = join(artifactsDir(join(path, "..")), id);
		const to = join(artifactsDir(this.#sessionDir), id);
		if (this.result.artifacts.some((moved) => moved.from === from)) return;
		const { moved, left } = moveArtifacts(from, to, this.#deps.fs, this.#dryRun);
		if (moved) this.result.artifacts.push({ from, to });
		this.result.skipped.push(...left);
	}

	#skip(path: string, reason: string, kind: Skipped["kind"] = "left"): false {
		this.result.skipped.push({ path, reason, kind });
		return false;
	}

	/** A file that is gone by now was moved by another, and nothing is left to be done. */
	#failed(path: string, error: unknown): boolean {
		const known = writeError(error, path);
		if (!(known instanceof SessionError)) throw known;
		if (known.code === "not-found") return true;
		return this.#skip(path, reasonWithoutPath(known), known.code === "not-a-session" ? "left" : "failed");
	}
}

/** Why what lies in a per-project directory is no session's file; undefined where it may be one. */
function whyLeft(path: string, { fs }: ResolvedDeps): string | undefined {
	let stats: Stats;
	try {
		stats = fs.lstatSync(path);
	} catch (error) {
		if (systemErrorCode(error) === "ENOENT" && path.includes("\uFFFD")) return "its name is not valid UTF-8";
		throw error;
	}
	if (stats.isSymbolicLink()) return "a symbolic link";
	if (stats.isDirectory()) return "a directory";
	if (!stats.isFile()) return "not a regular file";
	return path.endsWith(".jsonl") ? undefined : "not a session file";
}

/** What a directory holds, by name; nothing where there is none. */
function entriesOf(path: string, { fs }: ResolvedDeps): Dirent[] {
	try {
		const entries = fs.readdirSync(path, { withFileTypes: true });
		return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
	} catch (error) {
		const code = systemErrorCode(error);
		if (code === "ENOENT" || code === "ENOTDIR") return [];
		throw error;
	}
}

function removeIfEmpty(path: string, { fs }: ResolvedDeps): boolean {
	try {
		fs.rmdirSync(path);
		return true;
	} catch (error) {
		// Not empty, not there, or not ours to remove: it stays.
		if (systemErrorCode(error) === undefined) throw error;
		return false;
	}
}
