/** A branch as text for a model that is to summarise it: what was said and done, capped, the newest kept. */
import { count } from "../text/amounts.js";
import { sanitise } from "../text/sanitise.js";
import type { SessionEntry } from "./entries.js";
import { excerpt } from "./transcript/excerpt.js";
import { toolTitle } from "./transcript/tool-summary.js";
import { imageName, inputText } from "./transcript/tool-text.js";
import { type TranscriptBlock, transcript } from "./transcript.js";

export interface SerialiseOptions {
	/** Of the whole text. */
	readonly maxCharacters?: number;
	/** Of one tool's arguments or result, or one command's output. */
	readonly toolCharacters?: number;
}

/** About 50,000 tokens: room in every model's context, and what a long branch is worth. */
const MAX_CHARACTERS = 200_000;
const TOOL_CHARACTERS = 2_000;
const MAX_LINES = 100_000;

/**
 * The entries of a branch, root side first, as plain text in the order of the conversation. Thinking is left out and
 * long results are cut. Where the whole is too long, the oldest parts are left out, and it says so.
 */
export function serialiseBranch(entries: readonly SessionEntry[], options: SerialiseOptions = {}): string {
	const { maxCharacters = MAX_CHARACTERS, toolCharacters = TOOL_CHARACTERS } = options;
	const blocks = transcript(entries).filter(isWorthTelling);
	const parts: string[] = [];
	let room = maxCharacters;
	let next = blocks.length - 1;
	for (; next >= 0 && room > 0; next--) {
		const part = partOf(blocks[next] as TranscriptBlock, maxCharacters, toolCharacters);
		// Of the oldest part that has room only in part, an end is kept.
		parts.push(part.length <= room ? part : shortened(part, room));
		room -= part.length + 2;
	}
	if (next >= 0) parts.push(`(The ${count(next + 1)} oldest of ${count(blocks.length)} parts are left out.)`);
	return parts.reverse().join("\n\n");
}

/** Thinking is a model's own, and settings say nothing of the work. */
function isWorthTelling(block: TranscriptBlock): boolean {
	return block.kind !== "thinking" && !(block.kind === "notice" && block.tone === "dim");
}

function partOf(block: TranscriptBlock, characters: number, toolCharacters: number): string {
	const said = (text: string) => clean(text, characters);
	const worked = (text: string) => clean(text, toolCharacters);
	switch (block.kind) {
		case "user":
			return `User: ${said(block.text)}`;
		case "assistant":
			return `Assistant: ${said(block.text)}`;
		case "tool": {
			const { name, result } = block;
			const input = block.arguments === undefined ? undefined : inputText(name, block.arguments, result);
			const title = `Tool ${toolTitle(name, block.arguments)}`;
			const asked = input === undefined ? title : `${title}\n${worked(input.text)}`;
			if (result === undefined) return asked;
			const images = result.images.map((image) => ` ${imageName(image)}`).join("");
			return `${asked}\n${result.isError ? "Failed" : "Result"}: ${worked(result.text)}${images}`;
		}
		case "bash": {
			const code = block.exitCode === undefined ? "" : ` (exit ${block.exitCode})`;
			return `The user ran: ${worked(block.command)}${code}\n${worked(block.output)}`.trimEnd();
		}
		case "compaction":
			return `Summary of what came before: ${said(block.summary)}`;
		case "branch-summary":
			return `Summary of another branch that was left: ${said(block.summary)}`;
		case "custom":
			return `${worked(block.customType)}: ${said(block.text)}`;
		case "image":
			return imageName(block.image);
		case "thinking":
		case "notice":
			return `(${said(block.text)})`;
		case "unknown":
			return `(${worked(block.name)})`;
		default:
			return block satisfies never;
	}
}

/** The text cut to about so many characters: mostly its end, which tells how something came out. */
function shortened(text: string, characters: number): string {
	const { head, omitted, tail } = excerpt(text, MAX_LINES, characters);
	return omitted === undefined ? head : `${head}\n[… ${omitted} left out …]\n${tail}`;
}

function clean(text: string, characters: number): string {
	return sanitise(shortened(text, characters)).trim();
}
