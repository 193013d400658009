import type { Line } from "../../text/spans.js";

/**
 * Scrolling through blocks of lines whose heights are only known once they are laid out: a position names a
 * block and a line of it, and moving lays out no more blocks than it passes. Every block has at least one line.
 */
export interface Position {
	readonly block: number;
	readonly line: number;
}

export interface Layout {
	readonly count: number;
	lines(block: number): readonly Line[];
	/** About how many characters there are to lay out before `lines` answers; undefined when that is done. */
	unlaid?(block: number): number | undefined;
}

export const START: Position = { block: 0, line: 0 };

/** The last line of all. */
export function end(layout: Layout): Position {
	if (layout.count === 0) return START;
	return { block: layout.count - 1, line: layout.lines(layout.count - 1).length - 1 };
}

/** The position within the layout nearest to `position`, which may be of an older layout. */
export function clamp(layout: Layout, position: Position): Position {
	if (position.block >= layout.count) return end(layout);
	const last = layout.lines(position.block).length - 1;
	return position.line <= last ? position : { block: position.block, line: last };
}

/** `by` lines further down, or up when negative; stops at either end. */
export function moveBy(layout: Layout, from: Position, by: number): Position {
	if (layout.count === 0) return START;
	let { block, line } = clamp(layout, from);
	line += by;
	while (line < 0) {
		if (block === 0) return START;
		block--;
		line += layout.lines(block).length;
	}
	for (let height = layout.lines(block).length; line >= height; height = layout.lines(block).length) {
		if (block === layout.count - 1) return { block, line: height - 1 };
		line -= height;
		block++;
	}
	return { block, line };
}

export function compare(a: Position, b: Position): number {
	return a.block - b.block || a.line - b.line;
}

/** The highest useful first line of a window: the one that shows the end at its bottom. */
export function lastTop(layout: Layout, height: number): Position {
	return moveBy(layout, end(layout), 1 - Math.max(1, height));
}

/** The first line of a window of `height` lines that shows `cursor`, moved as little as possible from `top`. */
export function followPosition(layout: Layout, top: Position, cursor: Position, height: number): Position {
	const highest = lastTop(layout, height);
	const within = compare(top, highest) > 0 ? highest : clamp(layout, top);
	if (compare(cursor, within) < 0) return cursor;
	const lowestTop = moveBy(layout, cursor, 1 - Math.max(1, height));
	return compare(within, lowestTop) < 0 ? lowestTop : within;
}

/** The lines of a window, from `top`, at most `height`. */
export function windowOf(
	layout: Layout,
	top: Position,
	height: number,
): { line: Line; position: Position }[] {
	const shown: { line: Line; position: Position }[] = [];
	if (layout.count === 0) return shown;
	let { block, line } = clamp(layout, top);
	while (shown.length < height && block < layout.count) {
		const lines = layout.lines(block);
		for (; line < lines.length && shown.length < height; line++) {
			shown.push({ line: lines[line] ?? [], position: { block, line } });
		}
		line = 0;
		block++;
	}
	return shown;
}
