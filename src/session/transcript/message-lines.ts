/** Lines of what was said: messages, thinking, notices. */
import { columnsOf } from "../../text/columns.js";
import { sanitise, sanitiseLine } from "../../text/sanitise.js";
import { type Line, type Span, wrapLine } from "../../text/spans.js";
import type { NoticeBlock } from "./blocks.js";
import { dimmed, excerptLines, foldLine, indented, omission, plainLines } from "./line-parts.js";

/** Messages are shown up to here; open, up to the other. */
const LONG = { lines: 2_000, characters: 32 * 1024 };
const LONGEST = { lines: 50_000, characters: 1024 * 1024 };

/** Lines of thinking that are shown without opening it. */
const THINKING_LINES = 4;

/** Tells thinking from the answer where it cannot be dimmed. */
const GUTTER: Span = { text: "┊ ", dim: true };

const LONGEST_NOTICE = 2_000;

/** Whether a message is too long to be shown in full before it is opened. */
export function isLongMessage(text: string): boolean {
	return text.length > LONG.characters;
}

/** A message drawn by `draw`, shortened when it is very long. */
export function messageLines(
	text: string,
	columns: number,
	open: boolean,
	draw: (text: string) => Line[],
): Line[] {
	return excerptLines(text, open ? LONGEST : LONG, columns, draw);
}

export function thinkingLines(text: string, columns: number, open: boolean): Line[] {
	const room = Math.max(1, columns - columnsOf(GUTTER.text));
	const lines = messageLines(text.trim(), room, open, (part) => plainLines(part, room)).map(
		(line): Line => [GUTTER, ...line.map((span) => ({ ...span, dim: true, italic: true }))],
	);
	// A fold that saves one line only takes it for itself.
	if (open || lines.length <= THINKING_LINES + 1) return lines;
	return [
		...lines.slice(0, THINKING_LINES),
		[GUTTER, ...omission(`${lines.length - THINKING_LINES} lines more`, room)],
	];
}

export function noticeLines(block: NoticeBlock, columns: number, open: boolean): Line[] {
	const { detail, tone } = block;
	if (detail !== undefined) {
		const title = foldLine([{ text: sanitiseLine(block.text), dim: true }], columns, open);
		if (!open) return [title];
		const lines = indented(columns, (room) =>
			messageLines(detail, room, true, (part) => plainLines(part, room)).map(dimmed),
		);
		return [title, ...lines];
	}
	const longest = open ? LONGEST.characters : LONGEST_NOTICE;
	const cut = block.text.length > longest;
	const text = sanitise(cut ? `${block.text.slice(0, longest)}…` : block.text).trim();
	if (tone === "dim") return wrapLine([{ text, dim: true }], columns);
	const colour = tone === "error" ? "red" : "yellow";
	return indented(columns, (room) => wrapLine([{ text, colour }], room));
}
