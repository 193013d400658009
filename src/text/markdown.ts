/** Markdown drawn for a terminal. */
import { Lexer, type MarkedToken, type Token, type Tokens } from "marked";
import { codeLines } from "./code.js";
import { columnsOf } from "./columns.js";
import { inlineSpans } from "./markdown-inline.js";
import { tableLines } from "./markdown-table.js";
import { sanitise } from "./sanitise.js";
import { type Line, type Span, wrapLine } from "./spans.js";
import { wrap } from "./wrap.js";

/** Longer texts are logs and data more than prose, and not worth the time of a parser. */
const LIMIT = 64 * 1024;

/** No prose has a longer word: it is data, whose marks mean nothing, and on which the parser's time grows with the square. */
const LONG_WORD = /\S{2000}/;

/** No prose is nested so deeply; the parser needs the longer the deeper, until it gives up. */
const DEEPLY_NESTED = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])[ \t])){100}/m;

/** Where nesting leaves less room than this, it is no longer drawn. */
const NARROWEST = 8;

/**
 * Markdown from anywhere as lines no wider than `columns`: sanitised, never throws, every character of text
 * shown (HTML as text, links with their address).
 */
export function markdownLines(source: string, columns: number): Line[] {
	const text = sanitise(source).trimEnd().replace(/^\n+/, "");
	if (text === "") return [];
	if (text.length > LIMIT || DEEPLY_NESTED.test(text)) return plainLines(text, columns);
	try {
		return blocks(new ProseLexer({ gfm: true }).lex(text), columns, true);
	} catch (error) {
		// The parser gives up on hostile nesting (its own recursion); the text is still there to show.
		if (error instanceof Error) return plainLines(text, columns);
		throw error;
	}
}

/** Looks for inline marks in prose alone. */
class ProseLexer extends Lexer {
	override inlineTokens(text: string, tokens: Token[] = []): Token[] {
		if (!LONG_WORD.test(text)) return super.inlineTokens(text, tokens);
		tokens.push({ type: "text", raw: text, text, escaped: false });
		return tokens;
	}
}

function plainLines(text: string, columns: number): Line[] {
	return wrap(text, columns).map((line) => [{ text: line }]);
}

/** Blocks one below the other, `apart` with a blank line between them. */
function blocks(tokens: readonly Token[], columns: number, apart: boolean): Line[] {
	const lines: Line[] = [];
	for (const token of tokens) {
		const block = blockLines(token as MarkedToken, columns);
		if (block.length === 0) continue;
		if (apart && lines.length > 0) lines.push([]);
		for (const line of block) lines.push(line);
	}
	return lines;
}

function blockLines(token: MarkedToken, columns: number): Line[] {
	switch (token.type) {
		case "space":
		case "checkbox":
			return [];
		case "heading": {
			const marks: Span = { text: `${"#".repeat(token.depth)} `, dim: true };
			return wrapLine([marks, ...inlineSpans(token.tokens, { bold: true })], columns);
		}
		case "code":
			return prefixed("  ", "  ", columns, (room) =>
				codeLines(token.text, token.lang).flatMap((line) => wrapLine(line, room)),
			);
		case "blockquote":
			return prefixed("│ ", "│ ", columns, (room) => blocks(token.tokens, room, true));
		case "list":
			return listLines(token, columns);
		case "table":
			return tableLines(token, columns);
		case "hr":
			return [[{ text: "─".repeat(Math.max(1, columns)), dim: true }]];
		case "paragraph":
			return wrapLine(inlineSpans(token.tokens), columns);
		case "text":
			return wrapLine(inlineSpans(token.tokens ?? [token]), columns);
		case "html":
		case "def":
			return wrapLine([{ text: token.raw.trimEnd(), dim: true }], columns);
		default:
			return wrapLine([{ text: token.raw.trimEnd() }], columns);
	}
}

function listLines(list: Tokens.List, columns: number): Line[] {
	const start = typeof list.start === "number" ? list.start : 1;
	const digits = String(start + list.items.length - 1).length;
	return list.items.flatMap((item, index) => {
		const bullet = list.ordered ? `${String(start + index).padStart(digits)}. ` : "• ";
		const marker = item.task ? `${bullet}[${item.checked ? "x" : " "}] ` : bullet;
		const lines = prefixed(marker, " ".repeat(columnsOf(marker)), columns, (room) => {
			const content = blocks(item.tokens, room, list.loose);
			return content.length === 0 ? [[]] : content;
		});
		return list.loose && index > 0 ? [[], ...lines] : lines;
	});
}

/** What `draw` gives for the room that a prefix leaves, with the prefix before each line. */
function prefixed(first: string, rest: string, columns: number, draw: (room: number) => Line[]): Line[] {
	const room = columns - columnsOf(first);
	if (room < NARROWEST) return draw(columns);
	return draw(room).map((line, index) => {
		const prefix = index === 0 ? first : rest;
		return line.length === 0 && prefix.trim() === "" ? [] : [{ text: prefix, dim: true }, ...line];
	});
}
