/** The parents of entries as indices: resolved from ids, cut where they go round, counted into branches. */

/** No parent. */
export const ROOT = -1;

/**
 * Cuts every cycle at its earliest entry in file order: that entry becomes a root. Changes `parents` in place and
 * returns the entries that were cut, a self-parent being a cycle of one. Linear.
 */
export function cutCycles(parents: Int32Array): number[] {
	const cut: number[] = [];
	// 0: not seen; otherwise the walk, numbered from 1, that came through first.
	const walkOf = new Int32Array(parents.length);
	for (let start = 0; start < parents.length; start++) {
		const walk = start + 1;
		let at = start;
		while (at !== ROOT && walkOf[at] === 0) {
			walkOf[at] = walk;
			at = parents[at] ?? ROOT;
		}
		if (at === ROOT || walkOf[at] !== walk) continue;
		let earliest = at;
		for (let i = parents[at] ?? ROOT; i !== at && i !== ROOT; i = parents[i] ?? ROOT) {
			earliest = Math.min(earliest, i);
		}
		parents[earliest] = ROOT;
		cut.push(earliest);
	}
	return cut;
}

/**
 * How many branches there are: conversational entries (message, custom_message, compaction, branch_summary) that
 * have no conversational descendant. `parents` are indices of entries, -1 for a root; cycles are cut first.
 */
export function countBranches(parents: ArrayLike<number>, conversational: ArrayLike<number>): number {
	const links = Int32Array.from(parents);
	cutCycles(links);
	const continued = new Uint8Array(links.length);
	for (let i = 0; i < links.length; i++) {
		if (!conversational[i]) continue;
		for (let at = links[i] ?? ROOT; at !== ROOT && continued[at] === 0; at = links[at] ?? ROOT) {
			continued[at] = 1;
		}
	}
	let count = 0;
	for (let i = 0; i < links.length; i++) if (conversational[i] && continued[i] === 0) count++;
	return count;
}
