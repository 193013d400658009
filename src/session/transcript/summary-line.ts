/** A summary in one line. */
import { sanitiseLine } from "../../text/sanitise.js";

/** How agents introduce the summary of a branch that was left; it says nothing about the branch. */
const INTRODUCTION = /^(?:the user explored a different conversation branch|summary of that exploration)/i;

const LONGEST = 500;

/**
 * The first line of a summary that says something: not an introduction, a heading or a rule. Without the marks
 * of markdown; "(no summary)" when there is no text at all.
 */
export function summaryLine(summary: string): string {
	let fallback = "";
	for (const source of summary.slice(0, 16 * 1024).split("\n", 200)) {
		const line = sanitiseLine(source.slice(0, LONGEST))
			.replace(/^(?:[-*+>]|\d+[.)])\s+/, "")
			.replace(/^\[[ x]\]\s+/i, "")
			.replace(/(\*\*|[*`])(\S(?:.*?\S)?)\1/g, "$2");
		if (line === "") continue;
		if (fallback === "") fallback = line.replace(/^#+\s*/, "");
		if (!/^(?:#|[-=*_]{3,}$)/.test(line) && !INTRODUCTION.test(line)) return line;
	}
	return fallback || "(no summary)";
}
