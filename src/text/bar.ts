/** A bar of `width` cells, filled by `done` of `total`. */
export function bar(done: number, total: number, width: number): string {
	const filled = total <= 0 ? 0 : Math.min(width, Math.floor((done / total) * width));
	return "█".repeat(filled) + "░".repeat(width - filled);
}
