import type { InputEvent } from "./input.js";

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

const MOVES = ["up", "down", "page-up", "page-down", "first", "last"] as const;

/** The actions that move a cursor through rows, whichever the screen. */
export type Move = (typeof MOVES)[number];

export function isMove(action: string | undefined): action is Move {
	return MOVES.some((move) => move === action);
}

/** The row that a move leads to from `index`, in a list of `count` rows of which `page` are seen at once. */
export function moved(move: Move, index: number, page: number, count: number): number {
	switch (move) {
		case "up":
			return step(index, -1, count);
		case "down":
			return step(index, 1, count);
		case "page-up":
			return step(index, -page, count);
		case "page-down":
			return step(index, page, count);
		case "first":
			return 0;
		case "last":
			return step(count, -1, count);
		default:
			return move satisfies never;
	}
}

/** By how many rows the wheel moves; undefined for any other input. */
export function wheelRows(input: InputEvent): number | undefined {
	if (input.type !== "mouse") return undefined;
	if (input.action === "wheel-up") return -3;
	return input.action === "wheel-down" ? 3 : undefined;
}
