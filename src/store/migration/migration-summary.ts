import type { Migration } from "./migration.js";

/** One line about a migration that nobody asked for; undefined where it changed nothing. */
export function migrationSummary({ moved, trashed, skipped }: Migration): string | undefined {
	if (moved.length === 0 && trashed.length === 0) return undefined;
	const parts = [
		...(moved.length > 0 ? [`${sessions(moved.length)} moved out of per-project directories`] : []),
		...(trashed.length > 0
			? [`${trashed.length} equal ${trashed.length === 1 ? "copy" : "copies"} put into the trash`]
			: []),
		...(skipped.length > 0 ? [`${skipped.length} left (\`prime-sessions migrate --dry-run\` says why)`] : []),
	];
	return `${parts.join(", ")}.`;
}

function sessions(count: number): string {
	return count === 1 ? "1 session" : `${count} sessions`;
}
