/** Upgrading an old version's file on disk, when it is opened for work (behaviour.md §2). */
import type { ResolvedDeps } from "./deps.js";
import type { JsonObject } from "./entries.js";
import { parseRecords } from "./jsonl.js";
import { type Rewrite, rewriteFile, rewriteFileSync } from "./rewrite-file.js";
import type { Session } from "./session.js";
import { toLine } from "./session-file.js";
import { isEntry, upgradeRecords } from "./versions.js";
import type { Content } from "./whole-file.js";

/**
 * Upgrades the file, unless it changed since `session` was read from it; the original goes to the trash, or stays
 * beside it as `<file>.v1.bak` where there is none. Read the file again after it.
 */
export function upgradeFile(path: string, session: Session, deps: ResolvedDeps): Promise<boolean> {
	return rewriteFile(path, session, upgradeOf(session), deps);
}

/** `upgradeFile` for callers that cannot wait: the original is on its way to the trash when it returns. */
export function upgradeFileSync(path: string, session: Session, deps: ResolvedDeps): boolean {
	return rewriteFileSync(path, session, upgradeOf(session), deps);
}

function upgradeOf({ version }: Session): Rewrite {
	return { suffix: `v${version}`, content: upgradedContent };
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
