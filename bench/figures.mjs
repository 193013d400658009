/** Figures of benchmarks: what is quoted is the median, and how far the rest lies from it. */

export function percentile(values, share) {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values) {
	return percentile(values, 0.5);
}

/** A Markdown table; columns after the first are right-aligned. */
export function table(head, rows) {
	const line = (cells) => `| ${cells.join(" | ")} |`;
	return [line(head), line(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line)].join(
		"\n",
	);
}
