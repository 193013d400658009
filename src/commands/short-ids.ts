/** At least so much of an id is shown. */
const SHORTEST = 8;

/**
 * The ends of ids, as long as it takes to tell all of them apart. Ends, because ids made close together begin alike.
 * Ids that are not unique are shown whole.
 */
export function shortIds(ids: readonly string[]): string[] {
	const longest = Math.max(0, ...ids.map((id) => id.length));
	const distinct = new Set(ids).size;
	for (let length = SHORTEST; length < longest; length++) {
		const short = ids.map((id) => id.slice(-length));
		// A cut that begins with a hyphen would be taken for an option.
		if (new Set(short).size === distinct && !short.some((id) => id.startsWith("-"))) return short;
	}
	return [...ids];
}
