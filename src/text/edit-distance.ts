/** How far one text is from another. */

/** Insertions, deletions and substitutions from one text to another; above `limit` some number above it. */
export function editDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
	if (limit < 0 || Math.abs(a.length - b.length) > limit) return limit + 1;
	let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const substituted = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
			row.push(Math.min(substituted, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
		}
		if (Math.min(...row) > limit) return limit + 1;
		previous = row;
	}
	return previous[b.length] ?? 0;
}
