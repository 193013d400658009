/** Blocks of a transcript as lines for a terminal. */
import { dateTime } from "../text/amounts.js";
import { columnsOf, cut } from "../text/columns.js";
import { markdownLines } from "../text/markdown.js";
import { sanitiseLine } from "../text/sanitise.js";
import { cutLine, type Line, lineColumns, plainText, type Span, wrapLine } from "../text/spans.js";
import type { TranscriptBlock } from "./transcript/blocks.js";
import { foldLine, indented, plainLines } from "./transcript/line-parts.js";
import { isLongMessage, messageLines, noticeLines, thinkingLines } from "./transcript/message-lines.js";
import { branchSummaryLines, compactionLines } from "./transcript/summary-lines.js";
import { bashLines, toolLines, valueLines } from "./transcript/tool-lines.js";
import { imageName } from "./transcript/tool-text.js";

export interface LineOptions {
	/** No line is wider. */
	readonly columns: number;
	/** Whether a block that folds is shown in full. */
	readonly open: boolean;
	/** Unix milliseconds; times of another year are shown with their year. */
	readonly now: number;
	/** The label in force on an entry. */
	readonly labelOf?: (entryId: string) => string | undefined;
	/** What opens a folded block, shown on summaries where there is room: "Enter opens". */
	readonly hint?: string;
}

/** Whether a block shows more when it is open. */
export function isFoldable(block: TranscriptBlock): boolean {
	switch (block.kind) {
		case "tool":
		case "bash":
		case "compaction":
		case "branch-summary":
		case "unknown":
		case "thinking":
			return true;
		case "notice":
			return block.detail !== undefined;
		case "user":
		case "assistant":
		case "custom":
			return isLongMessage(block.text);
		case "image":
			return false;
	}
}

/** All blocks one below the other; whether each is open may be asked for it. */
export function transcriptLines(
	blocks: readonly TranscriptBlock[],
	options: Omit<LineOptions, "open"> & { readonly open: boolean | ((block: TranscriptBlock) => boolean) },
): Line[] {
	const { open } = options;
	const lines: Line[] = [];
	for (const block of blocks) {
		const isOpen = typeof open === "function" ? open(block) : open;
		for (const line of blockLines(block, { ...options, open: isOpen })) lines.push(line);
	}
	return lines;
}

/** The lines of one block, the blank line before it included; sanitised, none wider than the columns. */
export function blockLines(block: TranscriptBlock, options: LineOptions): Line[] {
	const { columns, now, labelOf } = options;
	const lines = bodyLines(block, options);
	const labels = block.entryIds.map((id) => labelOf?.(id)).filter((label) => label !== undefined);
	const shown: Line[] = block.gap ? [[]] : [];
	if (block.heading !== undefined) {
		const heading = headingLine(block.heading, block.time, now);
		shown.push(labels.length > 0 ? labelled(heading, labels, columns) : cutLine(heading, columns));
	} else if (labels.length > 0) {
		// Beside the first line where there is room, never in place of its text.
		const [first = [], ...rest] = lines;
		const line = labelled(first, labels, columns);
		return plainText(line).startsWith(plainText(first))
			? [...shown, line, ...rest]
			: [...shown, labelled([], labels, columns), ...lines];
	}
	return [...shown, ...lines];
}

function headingLine(heading: string, time: number, now: number): Line {
	const name: Span = { text: sanitiseLine(heading.slice(0, 100)), bold: true };
	return Number.isNaN(time) ? [name] : [name, { text: `  ${dateTime(time, now)}`, dim: true }];
}

/** A line with labels at the right edge, cut where they need the room. */
function labelled(line: Line, labels: readonly string[], columns: number): Line {
	const names = labels.map((label) => `[${sanitiseLine(label.slice(0, 200))}]`).join(" ");
	const text = cut(names, line.length === 0 ? columns : Math.floor(columns / 2));
	const room = columns - columnsOf(text);
	const left = cutLine(line, room - 1);
	return [...left, { text: " ".repeat(room - lineColumns(left)) }, { text, colour: "yellow" }];
}

function bodyLines(block: TranscriptBlock, options: LineOptions): Line[] {
	const { columns, open } = options;
	switch (block.kind) {
		case "user":
		case "custom":
			return indented(columns, (room) =>
				messageLines(block.text, room, open, (text) => plainLines(text, room)),
			);
		case "assistant":
			return indented(columns, (room) =>
				messageLines(block.text, room, open, (text) => markdownLines(text, room)),
			);
		case "thinking":
			return indented(columns, (room) => thinkingLines(block.text, room, open));
		case "tool":
			return indented(columns, (room) => toolLines(block, room, open));
		case "image":
			return indented(columns, (room) => wrapLine([{ text: imageName(block.image), dim: true }], room));
		case "bash":
			return bashLines(block, columns, open);
		case "compaction":
			return compactionLines(block, options);
		case "branch-summary":
			return branchSummaryLines(block.summary, options);
		case "notice":
			return noticeLines(block, columns, open);
		case "unknown":
			return indented(columns, (room) => unknownLines(block.name, block.value, room, open));
	}
}

function unknownLines(name: string, value: unknown, columns: number, open: boolean): Line[] {
	const line = foldLine([{ text: `[${sanitiseLine(name.slice(0, 100))}]`, dim: true }], columns, open);
	return open ? [line, ...indented(columns, (room) => valueLines(value, room))] : [line];
}
