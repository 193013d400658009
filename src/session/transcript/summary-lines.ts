/** Lines of the summaries that stand for what a model no longer sees. */
import { tokens } from "../../text/amounts.js";
import { columnsOf, cut } from "../../text/columns.js";
import { markdownLines } from "../../text/markdown.js";
import { cutLine, type Line, lineColumns, type Span } from "../../text/spans.js";
import type { CompactionBlock } from "./blocks.js";
import { indented } from "./line-parts.js";
import { messageLines } from "./message-lines.js";
import { summaryLine } from "./summary-line.js";

interface SummaryOptions {
	readonly columns: number;
	readonly open: boolean;
	readonly hint?: string;
}

/** Below this a hint would take the room of what it is a hint at. */
const ROOM_FOR_HINT = 60;

function summaryText(summary: string, columns: number): Line[] {
	return indented(columns, (room) => messageLines(summary, room, true, (text) => markdownLines(text, room)));
}

/** "── compaction: 48k tokens → summary ────── Enter opens ──" */
export function compactionLines(block: CompactionBlock, { columns, open, hint }: SummaryOptions): Line[] {
	const size = Number.isNaN(block.tokensBefore) ? "" : `: ${tokens(block.tokensBefore)} tokens`;
	const title = cut(`── compaction${size} → summary `, columns);
	const end = open || hint === undefined || columns < ROOM_FOR_HINT ? "" : ` ${hint} ──`;
	const fill = "─".repeat(Math.max(0, columns - columnsOf(title) - columnsOf(end)));
	const rule: Line = [{ text: title + fill + end, dim: true }];
	return open ? [rule, ...summaryText(block.summary, columns)] : [rule];
}

/** "↩ branch summary: tried freezing time; it broke the token tests     Enter opens" */
export function branchSummaryLines(summary: string, { columns, open, hint }: SummaryOptions): Line[] {
	const name: Span = { text: "↩ branch summary", bold: true };
	if (open) return [cutLine([name], columns), ...summaryText(summary, columns)];
	const line: Line = [name, { text: `: ${summaryLine(summary)}` }];
	if (hint === undefined || columns < ROOM_FOR_HINT) return [cutLine(line, columns)];
	const left = cutLine(line, columns - columnsOf(hint) - 2);
	const space = " ".repeat(Math.max(0, columns - lineColumns(left) - columnsOf(hint)));
	return [[...left, { text: space }, { text: hint, dim: true }]];
}
