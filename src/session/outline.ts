/** A summary of a branch made without a model: what was asked, on which files, what came of it, what went wrong. */
import { count, counted } from "../text/amounts.js";
import { cut } from "../text/columns.js";
import { sanitise, sanitiseLine } from "../text/sanitise.js";
import { type BranchFiles, branchFiles } from "./branch-files.js";
import type { SessionEntry } from "./entries.js";
import { roleOf } from "./message.js";
import { toolOutcome, toolTitle } from "./transcript/tool-summary.js";
import { type ToolBlock, type TranscriptBlock, transcript } from "./transcript.js";

const LIMITS = { requests: 20, files: 30, errors: 10, line: 200, title: 100, conclusion: 1_500 };

/** The outline of the entries of a branch, root side first, as Markdown. Its first line says what it is about. */
export function outline(entries: readonly SessionEntry[]): string {
	const blocks = transcript(entries);
	const files = branchFiles(entries);
	const requests = entries.filter((entry) => roleOf(entry) === "user").length;
	const asked = blocks.flatMap((block) => (block.kind === "user" ? [line(block.text, LIMITS.line)] : []));
	const conclusion = conclusionOf(blocks);
	return [
		titleOf(requests, files, asked.find((text) => text !== "") ?? conclusion),
		...section("Requests", middleLeftOut(asked.filter((text) => text !== "")).map(item)),
		...section("Files", [...fileItem("changed", files.modifiedFiles), ...fileItem("read", files.readFiles)]),
		...section("Conclusion", conclusion === "" ? [] : [conclusion]),
		...section("Errors", errorsOf(blocks).map(item)),
	].join("\n");
}

function titleOf(requests: number, { modifiedFiles }: BranchFiles, about: string): string {
	const changed = modifiedFiles.length;
	const amounts = [
		...(requests > 0 ? [counted(requests, "request")] : []),
		...(changed > 0 ? [`${counted(changed, "file")} changed`] : []),
	].join(", ");
	const text = line(about, LIMITS.title);
	return [amounts, text].filter((part) => part !== "").join(": ") || "Nothing was said on this branch.";
}

/** The last answer with text: its beginning, in whole paragraphs where it is long. */
function conclusionOf(blocks: readonly TranscriptBlock[]): string {
	const last = blocks.findLast((block) => block.kind === "assistant" && block.text.trim() !== "");
	if (last?.kind !== "assistant") return "";
	const text = sanitise(last.text.slice(0, 4 * LIMITS.conclusion)).trim();
	if (text.length <= LIMITS.conclusion) return text;
	const end = text.lastIndexOf("\n\n", LIMITS.conclusion);
	return end > LIMITS.conclusion / 3 ? `${text.slice(0, end)}\n\n…` : cut(text, LIMITS.conclusion);
}

/** What went wrong, the newest where there is much; what happened again is counted. */
function errorsOf(blocks: readonly TranscriptBlock[]): string[] {
	const times = new Map<string, number>();
	for (const block of blocks) {
		const error = errorOf(block);
		if (error === undefined) continue;
		const before = times.get(error) ?? 0;
		// What happened last stands last.
		times.delete(error);
		times.set(error, before + 1);
	}
	const errors = [...times].map(([error, n]) => (n === 1 ? error : `${error} (${count(n)} times)`));
	const older = errors.length - LIMITS.errors;
	return older > 0 ? [`… ${count(older)} more before`, ...errors.slice(older)] : errors;
}

function errorOf(block: TranscriptBlock): string | undefined {
	switch (block.kind) {
		case "tool": {
			const outcome = toolOutcome(block);
			if (outcome === undefined || !outcome.failed) return undefined;
			return line(`${toolTitle(block.name, block.arguments)} ${endOf(block, outcome.text)}`, LIMITS.line);
		}
		case "bash":
			if (block.exitCode === undefined || block.exitCode === 0) return undefined;
			return line(`[! ${block.command}] ✗ exit ${block.exitCode}: ${firstLine(block.output)}`, LIMITS.line);
		case "notice":
			return block.tone === "error" ? line(block.text, LIMITS.line) : undefined;
		default:
			return undefined;
	}
}

/** How a failed tool ended, with what it said where that does not tell: a program its first line, Python its last. */
function endOf({ name, result }: ToolBlock, outcome: string): string {
	const text = result?.text ?? "";
	const said = firstLine(name === "ipython" ? (text.trim().split("\n").at(-1) ?? "") : text);
	if (said === "" || outcome.includes(said.slice(0, 40))) return outcome;
	return `✗ ${said}`.startsWith(outcome) ? `✗ ${said}` : `${outcome}: ${said}`;
}

function firstLine(text: string): string {
	const found = text
		.slice(0, 4_000)
		.split("\n")
		.find((part) => part.trim() !== "");
	return found === undefined ? "" : line(found, LIMITS.line);
}

function section(title: string, lines: readonly string[]): string[] {
	return lines.length === 0 ? [] : ["", `## ${title}`, "", ...lines];
}

function fileItem(what: string, paths: readonly string[]): string[] {
	if (paths.length === 0) return [];
	const shown = paths.slice(0, LIMITS.files).map((path) => line(path, LIMITS.line));
	const more = paths.length - shown.length;
	return [item(`${what}: ${shown.join(", ")}${more > 0 ? ` and ${count(more)} more` : ""}`)];
}

/** The first few and the last of a long list: what it began with, and how it ended. */
function middleLeftOut(lines: readonly string[]): string[] {
	const left = lines.length - LIMITS.requests;
	if (left <= 0) return [...lines];
	const first = Math.floor(LIMITS.requests / 4);
	return [...lines.slice(0, first), `… ${count(left)} more`, ...lines.slice(first + left)];
}

function item(text: string): string {
	return `- ${text}`;
}

function line(text: string, longest: number): string {
	return cut(sanitiseLine(text.slice(0, 4 * longest)), longest);
}
