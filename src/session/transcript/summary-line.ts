/** A summary in one line. */
import { sanitiseLine } from "../../text/sanitise.js";

/** How agents introduce the summary of a branch that was left; it says nothing about the branch. */
const INTRODUCTION = /^(?:the user explored a different conversation branch|summary of that exploration)/i;

/**
 * The first line of a summary that says something: not an introduction, a heading or a rule. Without the marks
 * of markdown; "(no summary)" when there is no text at all.
 */
export function summaryLine(summary: string): string {
	let fallback = "";
	for (const source of summary.slice(0, 16 * 1024).split("\n", 200)) {
		const line = sanitiseLine(source)
			.replace(/^(?:[-*+>]|\d+[.)])\s+/, "")
			.replace(/^\[[ x]\]\s+/i, "")
			.replace(/[*_`]{1,3}(\S(?:[^*_`]*\S)?)[*_`]{1,3}/g, "$1");
		if (line === "") continue;
		if (fallback === "") fallback = line.replace(/^#+\s*/, "");
		if (!/^(?:#|[-=*_]{3,}$)/.test(line) && !INTRODUCTION.test(line)) return line;
	}
	return fallback || "(no summary)";
}
