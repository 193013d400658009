/** A transcript as a markdown document. */
import { dateTime, tokens } from "../text/amounts.js";
import { sanitise, sanitiseLine } from "../text/sanitise.js";
import type { BashBlock, TranscriptBlock } from "./transcript/blocks.js";
import { toolOutcome, toolTitle } from "./transcript/tool-summary.js";
import { imageName, inputText, jsonOf } from "./transcript/tool-text.js";

export interface MarkdownOptions {
	/** The document's heading, above everything. */
	readonly title?: string;
	/** Unix milliseconds; times of another year are shown with their year. */
	readonly now: number;
	/** The label in force on an entry. */
	readonly labelOf?: (entryId: string) => string | undefined;
}

/** The whole transcript, nothing folded, long outputs in full. Sanitised; messages stay the markdown they are. */
export function transcriptMarkdown(blocks: readonly TranscriptBlock[], options: MarkdownOptions): string {
	const parts: string[] = options.title === undefined ? [] : [`# ${escaped(options.title)}`];
	for (const block of blocks) {
		if (block.heading !== undefined) parts.push(headingOf(block.heading, block.time, options.now));
		const labels = block.entryIds.map((id) => options.labelOf?.(id)).filter((label) => label !== undefined);
		for (const label of labels) parts.push(`**\\[${escaped(label)}\\]**`);
		parts.push(...bodyOf(block));
	}
	return `${parts.join("\n\n")}\n`;
}

function headingOf(heading: string, time: number, now: number): string {
	return Number.isNaN(time) ? `## ${escaped(heading)}` : `## ${escaped(heading)} · ${dateTime(time, now)}`;
}

function bodyOf(block: TranscriptBlock): string[] {
	switch (block.kind) {
		case "user":
		case "assistant":
		case "custom":
			return [sanitise(block.text).trimEnd()];
		case "thinking":
			return [quoted(block.text)];
		case "tool": {
			const outcome = toolOutcome(block);
			const title = `**${escaped(toolTitle(block.name, block.arguments))}**`;
			const input =
				block.arguments === undefined ? undefined : inputText(block.name, block.arguments, block.result);
			return [
				outcome === undefined ? title : `${title} ${escaped(outcome.text)}`,
				...(input === undefined ? [] : [fenced(input.text, input.language)]),
				...(block.result === undefined || block.result.text === "" ? [] : [fenced(block.result.text)]),
				...(block.result?.images ?? []).map((image) => escaped(imageName(image))),
			];
		}
		case "bash":
			return bashOf(block);
		case "image":
			return [escaped(imageName(block.image))];
		case "compaction": {
			const size = Number.isNaN(block.tokensBefore) ? "" : `: ${tokens(block.tokensBefore)} tokens → summary`;
			return ["---", `**compaction${size}**`, quoted(block.summary), "---"];
		}
		case "branch-summary":
			return ["**↩ branch summary**", quoted(block.summary)];
		case "notice": {
			const notice = `*${escaped(block.text)}*`;
			return block.detail === undefined ? [notice] : [notice, fenced(block.detail)];
		}
		case "unknown":
			return [`*${escaped(`[${block.name}]`)}*`, fenced(jsonOf(block.value), "json")];
	}
}

function bashOf(block: BashBlock): string[] {
	const ended = block.cancelled ? "cancelled" : block.exitCode === undefined ? "" : `exit ${block.exitCode}`;
	const notes = [ended, ...(block.excluded ? ["not in the context"] : [])].filter((note) => note !== "");
	const command = `${block.excluded ? "!!" : "!"} ${block.command}`;
	return [
		fenced(command, "sh"),
		...(notes.length === 0 ? [] : [notes.join(" · ")]),
		...(block.output.trim() === "" ? [] : [fenced(block.output)]),
	];
}

/** A code block whose fence is longer than any in the text. */
function fenced(text: string, language = ""): string {
	const code = sanitise(text).trimEnd();
	const longest = (code.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
	const fence = "`".repeat(longest + 1);
	return `${fence}${language}\n${code}\n${fence}`;
}

function quoted(text: string): string {
	return sanitise(text)
		.trim()
		.split("\n")
		.map((line) => (line === "" ? ">" : `> ${line}`))
		.join("\n");
}

/** A line of text that markdown shows as it is. */
function escaped(text: string): string {
	return sanitiseLine(text).replace(/[\\`*_[\]<>#|~]/g, "\\$&");
}
