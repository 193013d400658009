import { textOfLines } from "./layout.js";
import { compare, type Layout, type Position } from "./scroll.js";

/** A search under way: the nearest line, from `from` on in the direction given, that holds `words`. It goes round once. */
export interface Seek {
	readonly words: string;
	readonly from: Position;
	readonly direction: 1 | -1;
	/** Whether `from` itself counts. */
	readonly inclusive: boolean;
	/** Blocks that were looked through already. */
	readonly step: number;
}

export type Sought =
	| { readonly kind: "found"; readonly position: Position }
	| { readonly kind: "nothing" }
	/** There is more to look through: go on with this. */
	| { readonly kind: "more"; readonly seek: Seek };

/** What may be done in one go, in units of the work it is to look through one block that was laid out before. */
const AT_ONCE = 10_000;
/** What it is to lay a block out: for itself, and for so many characters of it one more. */
const LAYING_OUT = 50;
const CHARACTERS = 20;

/** Looks on, as far as it goes in one go: a long transcript must be laid out to be looked through. */
export function findLine(layout: Layout, seek: Seek, atOnce = AT_ONCE): Sought {
	const needle = seek.words.toLowerCase();
	if (needle === "" || layout.count === 0) return { kind: "nothing" };
	let work = 0;
	for (let step = seek.step; step <= layout.count; step++) {
		if (work > atOnce) return { kind: "more", seek: { ...seek, step } };
		const block = modulo(seek.from.block + step * seek.direction, layout.count);
		const size = layout.unlaid?.(block);
		work += size === undefined ? 1 : LAYING_OUT + size / CHARACTERS;
		const line = lineIn(layout, { block, needle, seek, begins: step === 0 });
		if (line !== undefined) return { kind: "found", position: { block, line } };
	}
	return { kind: "nothing" };
}

/** In the block a search begins in, only what lies ahead counts; come round, the rest of it. */
function lineIn(
	layout: Layout,
	{ block, needle, seek, begins }: { block: number; needle: string; seek: Seek; begins: boolean },
): number | undefined {
	const { from, direction, inclusive } = seek;
	const lines = textOfLines(layout.lines(block));
	const order = lines.map((_, index) => index);
	if (direction === -1) order.reverse();
	return order.find((line) => {
		const ahead = begins ? compare({ block, line }, from) * direction : 1;
		return (ahead > 0 || (ahead === 0 && inclusive)) && lines[line]?.includes(needle);
	});
}

function modulo(value: number, size: number): number {
	return ((value % size) + size) % size;
}
