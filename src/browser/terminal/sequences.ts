/** The modes the browser switches on, in order, and the sequences that undo them. */
const MODES: readonly { readonly on: string; readonly off: string }[] = [
	// The alternate screen, with the cursor saved.
	{ on: "\x1b[?1049h", off: "\x1b[?1049l" },
	{ on: "\x1b[?25l", off: "\x1b[?25h" },
	// No wrapping at the right edge: terminals disagree on how wide some emoji are, and a row that came out longer
	// than was counted must not push the others down.
	{ on: "\x1b[?7l", off: "\x1b[?7h" },
	// Bracketed paste: pasted text is marked as such.
	{ on: "\x1b[?2004h", off: "\x1b[?2004l" },
	// Mouse clicks and the wheel, reported in decimals.
	{ on: "\x1b[?1000h", off: "\x1b[?1000l" },
	{ on: "\x1b[?1006h", off: "\x1b[?1006l" },
	// Keys that otherwise look alike are told apart, where the terminal knows the kitty protocol; it keeps
	// this per screen, so it is undone before the alternate screen is left.
	{ on: "\x1b[>1u", off: "\x1b[<u" },
];

/** An empty screen, the cursor in its corner. */
export const CLEAR = "\x1b[2J\x1b[H";

/** Written to take the screen over: every mode on, and an empty screen. */
export const ENTER = `${MODES.map((mode) => mode.on).join("")}${CLEAR}`;

/** Written to give the screen back: styles off, then every mode off, last first. */
export const LEAVE = `\x1b[0m${MODES.map((mode) => mode.off)
	.reverse()
	.join("")}`;
