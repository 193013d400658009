/** Lines of tool calls, of commands the user ran, and of values nobody knows how to draw. */
import { codeLines } from "../../text/code.js";
import { sanitise, sanitiseLine } from "../../text/sanitise.js";
import { type Line, type Span, wrapLine } from "../../text/spans.js";
import type { BashBlock, ToolBlock, ToolResult } from "./blocks.js";
import { dimmed, excerptLines, foldLine, indented, plainLines } from "./line-parts.js";
import { toolOutcome, toolTitle } from "./tool-summary.js";
import { endingOf, imageName, inputText, jsonOf, type SourceText } from "./tool-text.js";

/** What is shown of arguments and results when they are open. */
const LONG = { lines: 200, characters: 64 * 1024 };

const GUTTER: Span = { text: "│ ", dim: true };

/** "▸ [edit: src/auth/login.ts] +12 −3"; open, what was asked and what came back below it. */
export function toolLines(block: ToolBlock, columns: number, open: boolean): Line[] {
	const outcome = toolOutcome(block);
	const notes: Span[] = [];
	if (outcome !== undefined)
		notes.push({ text: ` ${outcome.text}`, ...(outcome.failed ? { colour: "red" } : { dim: true }) });
	const line = foldLine([{ text: toolTitle(block.name, block.arguments) }], columns, open, notes);
	if (!open) return [line];
	const input =
		block.arguments === undefined ? undefined : inputText(block.name, block.arguments, block.result);
	return [
		line,
		...indented(columns, (room) => [
			...(input === undefined ? [] : sourceLines(input, room)),
			...(block.result === undefined ? [] : resultLines(block, block.result, room, input !== undefined)),
		]),
	];
}

/** The result; behind a gutter when it stands below what was asked. */
function resultLines(block: ToolBlock, result: ToolResult, columns: number, below: boolean): Line[] {
	if (below)
		return resultLines(block, result, Math.max(1, columns - 2), false).map((line) => [GUTTER, ...line]);
	const images = result.images.flatMap((image) => wrapLine([{ text: imageName(image), dim: true }], columns));
	// Of a change that was made, the arguments say it all.
	const told = (block.name === "edit" || block.name === "write") && !result.isError;
	const { text } = result;
	if (told || text.trim() === "") return images;
	if (block.name === "read" && !result.isError)
		return [...sourceLines({ text, language: endingOf(block.arguments?.path) }, columns), ...images];
	return [...excerptLines(text, LONG, columns, (part) => plainLines(part, columns).map(dimmed)), ...images];
}

function sourceLines({ text, language }: SourceText, columns: number): Line[] {
	return excerptLines(text.trimEnd(), LONG, columns, (part) =>
		codeLines(sanitise(part), language).flatMap((line) => wrapLine(line, columns)),
	);
}

/** "▸ ! npm test  exit 0"; open, its output below it. */
export function bashLines(block: BashBlock, columns: number, open: boolean): Line[] {
	const { command, output } = block;
	const spans: Span[] = [
		{ text: block.excluded ? "!! " : "! ", bold: true },
		{ text: sanitiseLine(command.slice(0, 400)) },
	];
	const line = foldLine(spans, columns, open, bashNotes(block));
	if (!open) return [line];
	return [
		line,
		...indented(columns, (room) => [
			...(command.includes("\n") ? sourceLines({ text: command, language: "bash" }, room) : []),
			...excerptLines(output.trimEnd(), LONG, room, (part) => plainLines(part, room).map(dimmed)),
			...(block.truncated ? plainLines("(the agent kept only the end of the output)", room).map(dimmed) : []),
		]),
	];
}

function bashNotes(block: BashBlock): Line {
	const notes: Span[] = [];
	if (block.cancelled) notes.push({ text: "  ✗ cancelled", colour: "red" });
	else if (block.exitCode === 0) notes.push({ text: "  exit 0", dim: true });
	else if (block.exitCode !== undefined) notes.push({ text: `  ✗ exit ${block.exitCode}`, colour: "red" });
	if (block.excluded) notes.push({ text: " · not in the context", dim: true });
	return notes;
}

/** Any JSON value. */
export function valueLines(value: unknown, columns: number): Line[] {
	return sourceLines({ text: jsonOf(value), language: "json" }, columns);
}
