/** Colouring code: comments, strings, numbers, keywords; enough to read it by, in time linear in its length. */
import { grammarFor } from "./code-languages.js";
import type { Line, Span, Style } from "./spans.js";

const STYLES = {
	comment: { dim: true, italic: true },
	string: { colour: "green" },
	key: { colour: "blue" },
	number: { colour: "yellow" },
	keyword: { colour: "magenta" },
} as const satisfies Record<string, Style>;

/** Above this, colouring is not worth its time. */
const LIMIT = 64 * 1024;

/** Sanitised code as lines, coloured when the language (an info string or a file's ending) is known. */
export function codeLines(code: string, language: string | undefined): Line[] {
	if (language === "diff" || language === "patch") return diffLines(code);
	const grammar = language === undefined || code.length > LIMIT ? undefined : grammarFor(language);
	if (grammar === undefined) return code.split("\n").map((text) => [{ text }]);
	const spans: Span[] = [];
	let end = 0;
	for (const match of code.matchAll(grammar.tokens)) {
		const text = match[0];
		if (text === "") continue;
		const style = styleOf(match.groups ?? {}, grammar.keywords);
		if (style === undefined) continue;
		if (match.index > end) spans.push({ text: code.slice(end, match.index) });
		spans.push({ ...style, text });
		end = match.index + text.length;
	}
	if (end < code.length) spans.push({ text: code.slice(end) });
	return splitLines(spans);
}

function styleOf(
	groups: { [name: string]: string | undefined },
	keywords: ReadonlySet<string>,
): Style | undefined {
	if (groups.comment !== undefined) return STYLES.comment;
	if (groups.key !== undefined) return STYLES.key;
	if (groups.string !== undefined) return STYLES.string;
	if (groups.number !== undefined) return STYLES.number;
	const word = groups.word;
	if (word === undefined) return undefined;
	return keywords.has(word) || keywords.has(word.toLowerCase()) ? STYLES.keyword : undefined;
}

/** The lines of a diff: added green, removed red; their signs tell them apart without colours. */
export function diffLines(diff: string): Line[] {
	return diff.split("\n").map((text): Line => {
		if (text.startsWith("+")) return [{ text, colour: "green" }];
		if (text.startsWith("-")) return [{ text, colour: "red" }];
		if (text.startsWith("@@")) return [{ text, colour: "cyan" }];
		return [{ text }];
	});
}

/** Spans with line ends in them as lines. */
function splitLines(spans: readonly Span[]): Line[] {
	const lines: Span[][] = [];
	let line: Span[] = [];
	for (const span of spans) {
		const [first = "", ...rest] = span.text.split("\n");
		if (first !== "") line.push({ ...span, text: first });
		for (const text of rest) {
			lines.push(line);
			line = text === "" ? [] : [{ ...span, text }];
		}
	}
	lines.push(line);
	return lines;
}
