import { padEnd, widest } from "./columns.js";
import { type Line, wrapLine } from "./spans.js";

/** One fact: what it is, and the lines that say it. */
export interface Fact {
	readonly name: string;
	readonly lines: readonly Line[];
}

/** Facts below each other, their names in a column; long ones go on beneath themselves. */
export function factLines(facts: readonly Fact[], columns: number): Line[] {
	const left = widest(facts.map(({ name }) => name)) + 2;
	return facts.flatMap(({ name, lines }) => {
		const wrapped = lines.flatMap((line) =>
			columns === Number.POSITIVE_INFINITY ? [line] : wrapLine(line, Math.max(12, columns - left)),
		);
		return wrapped.map(
			(line, index): Line => [{ text: padEnd(index === 0 ? name : "", left), dim: true }, ...line],
		);
	});
}
