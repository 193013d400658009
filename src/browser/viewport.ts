/**
 * The first visible row of a list of `count` rows in a window of `height`, so that row `cursor` is visible and
 * the window moves as little as possible from `top`. A window is never left half empty while rows are above it.
 */
export function follow(top: number, cursor: number, height: number, count: number): number {
	const rows = Math.max(1, height);
	const highest = Math.max(0, count - rows);
	let next = Math.min(Math.max(0, top), highest);
	if (cursor < next) next = cursor;
	if (cursor >= next + rows) next = cursor - rows + 1;
	return Math.min(Math.max(0, next), highest);
}

/** `index + by`, kept within 0 … count − 1; 0 for an empty list. */
export function step(index: number, by: number, count: number): number {
	return Math.max(0, Math.min(count - 1, index + by));
}
