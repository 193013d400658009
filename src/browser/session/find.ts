import { textOfLines } from "./layout.js";
import { compare, type Layout, type Position } from "./scroll.js";

/**
 * The nearest line, from `from` on in the direction given, that holds `words`; the search goes round once.
 * `inclusive` takes `from` itself too. Undefined when nothing matches.
 */
export function findLine(
	layout: Layout,
	words: string,
	from: Position,
	direction: 1 | -1,
	inclusive: boolean,
): Position | undefined {
	const needle = words.toLowerCase();
	if (needle === "" || layout.count === 0) return undefined;
	for (let step = 0; step <= layout.count; step++) {
		const block = modulo(from.block + step * direction, layout.count);
		const lines = textOfLines(layout.lines(block));
		const order = lines.map((_, index) => index);
		if (direction === -1) order.reverse();
		for (const line of order) {
			const position = { block, line };
			const ahead = compare(position, from) * direction;
			// In the first block only what lies ahead; come round, the rest of it.
			if (step === 0 && (ahead < 0 || (ahead === 0 && !inclusive))) continue;
			if (lines[line]?.includes(needle)) return position;
		}
	}
	return undefined;
}

function modulo(value: number, size: number): number {
	return ((value % size) + size) % size;
}
