/** Upgrading an old version's file on disk, when it is opened for work (behaviour.md §2). */
import type { ResolvedDeps } from "./deps.js";
import type { JsonObject } from "./entries.js";
import { SessionError, systemErrorCode } from "./errors.js";
import { parseRecords } from "./jsonl.js";
import { withLock, withLockSync } from "./lock.js";
import type { FileStamp, Session } from "./session.js";
import { isUnchanged, toLine } from "./session-file.js";
import { isEntry, upgradeRecords } from "./versions.js";
import { type Content, createFile, replaceFile } from "./whole-file.js";
import { writeError } from "./write-errors.js";

/**
 * Upgrades the file, unless it changed since `session` was read from it; the original goes to the trash, or stays
 * beside it as `<file>.v1.bak` where there is none. Read the file again after it.
 */
export async function upgradeFile(path: string, session: Session, deps: ResolvedDeps): Promise<void> {
	const backup = await withLock(path, deps, () => upgradeLocked(path, session, deps));
	if (backup !== undefined) await discard(backup, deps);
}

/** `upgradeFile` for callers that cannot wait: the original is on its way to the trash when it returns. */
export function upgradeFileSync(path: string, session: Session, deps: ResolvedDeps): void {
	const backup = withLockSync(path, deps, () => upgradeLocked(path, session, deps));
	if (backup !== undefined) void discard(backup, deps);
}

async function discard(backup: string, deps: ResolvedDeps): Promise<void> {
	try {
		await deps.trash?.(backup);
	} catch (error) {
		// Whatever a trash fails with, the original lies beside the session, where it is looked for.
		if (!(error instanceof Error)) throw error;
	}
}

/** The path of the original, or undefined when there was nothing to do. */
function upgradeLocked(path: string, session: Session, deps: ResolvedDeps): string | undefined {
	const { fs } = deps;
	const { stamp, version } = session;
	if (stamp === undefined) return undefined;
	try {
		if (!isUnchanged(path, stamp, fs)) return undefined;
		const target = fs.realpathSync(path);
		const original = fs.readFileSync(target);
		const backup = keepOriginal(target, version, original, deps);
		let replaced: FileStamp | undefined;
		try {
			replaced = replaceFile(target, stamp, upgradedContent(original), deps);
		} finally {
			if (replaced === undefined) fs.unlinkSync(backup);
		}
		return replaced === undefined ? undefined : backup;
	} catch (error) {
		throw writeError(error, path);
	}
}

/** Gives the original a second name, which it keeps when another file takes its first. */
function keepOriginal(target: string, version: number, original: Buffer, deps: ResolvedDeps): string {
	for (let n = 0; ; n++) {
		const backup = `${target}.v${version}${n === 0 ? "" : `.${n}`}.bak`;
		try {
			deps.fs.linkSync(target, backup);
			return backup;
		} catch (error) {
			const code = systemErrorCode(error);
			if (code === "EEXIST") continue;
			if (code === "EPERM" || code === "ENOTSUP" || code === "EOPNOTSUPP" || code === "ENOSYS") {
				// No hard links here: a copy does as well.
				try {
					createFile(backup, [original], deps);
					return backup;
				} catch (copyError) {
					if (copyError instanceof SessionError && copyError.code === "exists") continue;
					throw copyError;
				}
			}
			throw error;
		}
	}
}

/** The bytes of a file with every record that an upgrade changes written anew, and every other byte as it was. */
export function upgradedContent(bytes: Buffer): Content {
	const records = parseRecords(bytes);
	const values = records.flatMap((record) => (record.kind === "value" ? [record] : []));
	const header = values[0]?.value;
	const upgradable = values.flatMap(({ value }): JsonObject[] =>
		value === header || isEntry(value) ? [value] : [],
	);
	const changed = upgradeRecords(upgradable);
	const content: Buffer[] = [];
	let end = 0;
	for (const { offset, length, value } of values) {
		if (!changed.has(value)) continue;
		content.push(bytes.subarray(end, offset), Buffer.from(toLine(value).trimEnd()));
		end = offset + length;
	}
	content.push(bytes.subarray(end));
	return content;
}
