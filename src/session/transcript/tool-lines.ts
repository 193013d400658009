/** Lines of tool calls, of commands the user ran, and of values nobody knows how to draw. */
import { bytes } from "../../text/amounts.js";
import { codeLines, diffLines } from "../../text/code.js";
import { sanitise, sanitiseLine } from "../../text/sanitise.js";
import { type Line, type Span, wrapLine } from "../../text/spans.js";
import type { JsonObject } from "../entries.js";
import { isJsonObject } from "../json.js";
import type { BashBlock, ImageInfo, ToolBlock, ToolResult } from "./blocks.js";
import { dimmed, excerptLines, foldLine, indented, plainLines } from "./line-parts.js";
import { toolOutcome, toolTitle } from "./tool-summary.js";

/** What is shown of arguments and results when they are open. */
const LONG = { lines: 200, characters: 64 * 1024 };

/** "▸ [edit: src/auth/login.ts] +12 −3"; open, what was asked and what came back below it. */
export function toolLines(block: ToolBlock, columns: number, open: boolean): Line[] {
	const outcome = toolOutcome(block);
	const notes: Span[] = [];
	if (outcome !== undefined)
		notes.push({ text: ` ${outcome.text}`, ...(outcome.failed ? { colour: "red" } : { dim: true }) });
	const line = foldLine([{ text: toolTitle(block.name, block.arguments) }], columns, open, notes);
	if (!open) return [line];
	return [
		line,
		...indented(columns, (room) => [
			...(block.arguments === undefined ? [] : inputLines(block.name, block.arguments, block.result, room)),
			...(block.result === undefined ? [] : resultLines(block, block.result, room)),
		]),
	];
}

function inputLines(
	name: string,
	input: JsonObject,
	result: ToolResult | undefined,
	columns: number,
): Line[] {
	const { command, code, content, path } = input;
	if (name === "bash" && typeof command === "string") return sourceLines(command, "bash", columns);
	if (name === "ipython" && typeof code === "string") return sourceLines(code, "python", columns);
	if (name === "write" && typeof content === "string") return sourceLines(content, endingOf(path), columns);
	if (name === "edit") {
		const { diff } = result?.details ?? {};
		const changes = typeof diff === "string" ? diff : diffOf(input);
		if (changes !== "")
			return excerptLines(changes, LONG, (text) => wrapped(diffLines(sanitise(text)), columns));
	}
	if (name === "read" || Object.keys(input).length === 0) return [];
	return valueLines(input, columns);
}

function resultLines(block: ToolBlock, result: ToolResult, columns: number): Line[] {
	const images = result.images.flatMap((image) => wrapLine([{ text: imageName(image), dim: true }], columns));
	// Of a change that was made the arguments say it all.
	const told = (block.name === "edit" || block.name === "write") && !result.isError;
	if (told || result.text.trim() === "") return images;
	const { text } = result;
	if (block.name === "read" && !result.isError)
		return [...sourceLines(text, endingOf(block.arguments?.path), columns), ...images];
	return [...excerptLines(text, LONG, (part) => plainLines(part, columns).map(dimmed)), ...images];
}

function sourceLines(text: string, language: string | undefined, columns: number): Line[] {
	const code = text.replace(/\s+$/, "");
	return excerptLines(code, LONG, (part) => wrapped(codeLines(sanitise(part), language), columns));
}

function wrapped(lines: readonly Line[], columns: number): Line[] {
	return lines.flatMap((line) => wrapLine(line, columns));
}

function endingOf(path: unknown): string | undefined {
	return typeof path === "string" ? /\.(\w+)$/.exec(path)?.[1] : undefined;
}

/** The arguments of an edit as a diff: `edits`, or one pair of texts. */
function diffOf(input: JsonObject): string {
	const edits = Array.isArray(input.edits) ? input.edits : [input];
	return edits
		.filter(isJsonObject)
		.flatMap(({ oldText, newText }) => [...signed("-", oldText), ...signed("+", newText)])
		.join("\n");
}

function signed(sign: string, text: unknown): string[] {
	return typeof text === "string" ? text.split("\n").map((line) => sign + line) : [];
}

/** "[image: image/png, 12 KB]" */
export function imageName(image: ImageInfo): string {
	const type = sanitiseLine(image.mimeType.slice(0, 100));
	return image.bytes > 0 ? `[image: ${type}, ${bytes(image.bytes)}]` : `[image: ${type}]`;
}

/** "▸ ! npm test exit 0"; open, its output below it. */
export function bashLines(block: BashBlock, columns: number, open: boolean): Line[] {
	const spans: Span[] = [
		{ text: block.excluded ? "!! " : "! ", bold: true },
		{ text: sanitiseLine(block.command.slice(0, 400)) },
	];
	const line = foldLine(spans, columns, open, bashNotes(block));
	if (!open) return [line];
	return [
		line,
		...indented(columns, (room) => [
			...(block.command.includes("\n") ? sourceLines(block.command, "bash", room) : []),
			...excerptLines(block.output.trimEnd(), LONG, (part) => plainLines(part, room).map(dimmed)),
			...(block.truncated ? plainLines("(the agent kept only the end of the output)", room).map(dimmed) : []),
		]),
	];
}

function bashNotes(block: BashBlock): Line {
	const notes: Span[] = [];
	if (block.cancelled) notes.push({ text: " ✗ cancelled", colour: "red" });
	else if (block.exitCode === 0) notes.push({ text: " exit 0", dim: true });
	else if (block.exitCode !== undefined) notes.push({ text: ` ✗ exit ${block.exitCode}`, colour: "red" });
	if (block.excluded) notes.push({ text: " · not in the context", dim: true });
	return notes;
}

/** Any JSON value. */
export function valueLines(value: unknown, columns: number): Line[] {
	return sourceLines(jsonOf(value), "json", columns);
}

function jsonOf(value: unknown): string {
	try {
		return JSON.stringify(value, undefined, 2) ?? String(value);
	} catch (error) {
		if (error instanceof RangeError) return "(nested too deeply to be shown)";
		throw error;
	}
}
