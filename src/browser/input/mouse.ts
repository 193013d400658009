import type { InputEvent, MouseEvent } from "./events.js";

/** The event of `ESC [ < button ; column ; row M` (or `m`, a release). */
export function sgrMouse(text: string, final: string): InputEvent | undefined {
	if (final !== "M" && final !== "m") return undefined;
	const numbers = threeNumbers(text);
	return numbers && mouse(numbers[0], numbers[1], numbers[2], final === "m");
}

/** The event of urxvt's `ESC [ button+32 ; column ; row M`. */
export function urxvtMouse(text: string): InputEvent | undefined {
	const numbers = threeNumbers(text);
	return numbers && x10Mouse(numbers[0], numbers[1] + 32, numbers[2] + 32);
}

/** The event of the three bytes after `ESC [ M`, each 32 too large. */
export function x10Mouse(button: number, column: number, row: number): InputEvent | undefined {
	const code = button - 32;
	// Here a release does not say of which button.
	return mouse(code, column - 32, row - 32, (code & 0b11000011) === 3);
}

function mouse(code: number, column: number, row: number, released: boolean): MouseEvent | undefined {
	if (code < 0 || column < 1 || row < 1) return undefined;
	const button = code & 3;
	if (code & 64) {
		// 66 and 67 are the wheel moved sideways.
		if (button > 1 || released) return undefined;
		return { type: "mouse", action: button === 0 ? "wheel-up" : "wheel-down", column, row, button: 0 };
	}
	// Buttons 8 to 11 (back, forward).
	if (code & 128) return undefined;
	const action = code & 32 ? "move" : released ? "release" : "press";
	return { type: "mouse", action, column, row, button };
}

function threeNumbers(text: string): [number, number, number] | undefined {
	const match = /^(\d{1,6});(\d{1,6});(\d{1,6})$/.exec(text);
	return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}
