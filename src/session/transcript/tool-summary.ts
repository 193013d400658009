/** A tool call in one line: what it was asked, and what came of it. */
import { count, duration } from "../../text/amounts.js";
import { sanitiseLine } from "../../text/sanitise.js";
import type { JsonObject } from "../entries.js";
import type { ToolBlock, ToolResult } from "./blocks.js";

/** No argument is worth more than this on a line. */
const LONGEST = 200;

/** "[edit: src/auth/login.ts]", "[bash: npm test]", "[read: a.ts:20-60]". Sanitised, one line. */
export function toolTitle(name: string, input: JsonObject | undefined): string {
	const argument = input === undefined ? "" : argumentOf(name, input);
	return argument === "" ? `[${oneLine(name)}]` : `[${oneLine(name)}: ${argument}]`;
}

function argumentOf(name: string, input: JsonObject): string {
	switch (name) {
		case "read":
			return pathOf(input) + rangeOf(input);
		case "edit":
		case "write":
		case "ls":
			return pathOf(input);
		case "bash":
			return firstLine(textArgument(input, "command"));
		case "ipython":
			return firstLine(textArgument(input, "code"));
		case "grep":
		case "find": {
			const pattern = oneLine(textArgument(input, "pattern"));
			const path = pathOf(input);
			return path === "" || path === "." ? pattern : `${pattern} in ${path}`;
		}
		default:
			return pathOf(input) || firstLine(firstText(input));
	}
}

function pathOf(input: JsonObject): string {
	return oneLine(
		textArgument(input, "path") || textArgument(input, "file_path") || textArgument(input, "filePath"),
	);
}

/** The lines a `read` asked for: ":720-769", ":720" to the end. */
function rangeOf({ offset, limit }: JsonObject): string {
	const from = typeof offset === "number" ? offset : typeof limit === "number" ? 1 : undefined;
	if (from === undefined) return "";
	return typeof limit === "number" ? `:${from}-${from + limit - 1}` : `:${from}`;
}

function textArgument(input: JsonObject, name: string): string {
	const value = input[name];
	return typeof value === "string" ? value : "";
}

function firstText(input: JsonObject): string {
	const values = Object.values(input);
	const text = values.find((value) => typeof value === "string" && value.trim() !== "");
	const scalar = values.find((value) => typeof value === "number" || typeof value === "boolean");
	return typeof text === "string" ? text : scalar === undefined ? "" : String(scalar);
}

/** The first line with text; an ellipsis says that there are more. */
function firstLine(text: string): string {
	const head = text.slice(0, 4 * LONGEST).trim();
	const end = head.search(/[\r\n]/);
	if (end === -1) return oneLine(head);
	return `${oneLine(head.slice(0, end))} …`;
}

function oneLine(text: string): string {
	return sanitiseLine(text.slice(0, LONGEST));
}

export interface Outcome {
	readonly text: string;
	readonly failed: boolean;
}

/** "+12 −3", "exit 0 · 1.2 s", "31 lines", "✗ file not found". Sanitised, one line; undefined if there is nothing to say. */
export function toolOutcome(block: ToolBlock): Outcome | undefined {
	const { result } = block;
	if (result === undefined) return { text: "no result", failed: false };
	const parts = outcomeParts(block, result);
	for (const image of result.images) parts.push(oneLine(image.mimeType));
	if (block.arguments === undefined) parts.push("its call is not on this branch");
	if (parts.length === 0) return undefined;
	return { text: parts.join(" · "), failed: hasFailed(result) };
}

function hasFailed(result: ToolResult): boolean {
	return result.isError || result.details.status === "error";
}

function outcomeParts(block: ToolBlock, result: ToolResult): string[] {
	const { details, text } = result;
	switch (block.name) {
		case "bash":
			return [exitOf(result), ...timeOf(result)];
		case "ipython": {
			const error = typeof details.errorEname === "string" ? oneLine(details.errorEname) : "failed";
			return [hasFailed(result) ? `✗ ${error}` : "ok", ...timeOf(result)];
		}
		case "edit":
			if (!hasFailed(result) && typeof details.diff === "string") return [changesOf(details.diff)];
	}
	if (hasFailed(result)) return [`✗ ${firstLine(text) || "failed"}`];
	if (block.name === "write" && typeof block.arguments?.content === "string")
		return [linesOf(block.arguments.content)];
	if (block.name === "edit" || block.name === "write" || text === "") return [];
	return [linesOf(text)];
}

/** Bash results say only in words how the command ended. */
function exitOf(result: ToolResult): string {
	if (!result.isError) return "exit 0";
	const tail = result.text.slice(-200);
	const code = /exited with code (-?\d+)/.exec(tail)?.[1];
	if (code !== undefined) return `✗ exit ${code}`;
	if (/timed out/i.test(tail)) return "✗ timed out";
	return /abort/i.test(tail) ? "✗ aborted" : "✗ failed";
}

function timeOf({ duration: passed }: ToolResult): string[] {
	return Number.isNaN(passed) ? [] : [duration(passed)];
}

function changesOf(diff: string): string {
	const added = diff.match(/^\+(?!\+\+ )/gm)?.length ?? 0;
	const removed = diff.match(/^-(?!-- )/gm)?.length ?? 0;
	return `+${count(added)} −${count(removed)}`;
}

function linesOf(text: string): string {
	let lines = text.endsWith("\n") ? 0 : 1;
	for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
	return `${count(lines)} line${lines === 1 ? "" : "s"}`;
}
