/** Inline markdown as styled spans. */
import type { MarkedToken, Token } from "marked";
import { sanitise, sanitiseLine } from "./sanitise.js";
import type { Span, Style } from "./spans.js";

const CODE: Style = { colour: "yellow" };
const LINK: Style = { underline: true, colour: "blue" };
const SECONDARY: Style = { dim: true };

/**
 * The spans of inline tokens in a style; line breaks are `\n` inside them. The parser resolves numeric
 * character references, `&#27;` too, so its text is sanitised once more.
 */
export function inlineSpans(tokens: readonly Token[], style: Style = {}): Span[] {
	return tokens.flatMap((token) => inlineSpan(token as MarkedToken, style));
}

function inlineSpan(token: MarkedToken, style: Style): Span[] {
	switch (token.type) {
		case "strong":
			return inlineSpans(token.tokens, { ...style, bold: true });
		case "em":
			return inlineSpans(token.tokens, { ...style, italic: true });
		case "del":
			return inlineSpans(token.tokens, { ...style, strike: true });
		case "codespan":
			return [{ ...style, ...CODE, text: sanitise(token.text) }];
		case "br":
			return [{ ...style, text: "\n" }];
		case "escape":
			return [{ ...style, text: sanitise(token.text) }];
		case "link":
			return linkSpans(inlineSpans(token.tokens, { ...style, ...LINK }), token.href, style);
		case "image": {
			const name = token.text === "" ? "[image]" : `[image: ${sanitiseLine(token.text)}]`;
			return linkSpans([{ ...style, text: name }], token.href, style);
		}
		case "text":
			return token.tokens === undefined
				? [{ ...style, text: withoutReferences(sanitise(token.text)) }]
				: inlineSpans(token.tokens, style);
		case "html":
			return [{ ...style, ...SECONDARY, text: token.raw }];
		case "checkbox":
			// Lists draw it as their marker.
			return [];
		default:
			return [{ ...style, text: token.raw }];
	}
}

/** A link shows where it goes, unless its text says so already. */
function linkSpans(text: Span[], address: string, style: Style): Span[] {
	const href = sanitiseLine(address);
	const shown = text.map((span) => span.text).join("");
	if (href === "" || href === shown || href === `mailto:${shown}` || href === `http://${shown}`) return text;
	return [...text, { ...style, ...SECONDARY, text: ` (${href})` }];
}

const REFERENCES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: " " };

/** The named references that the parser leaves; none of them stands for anything dangerous. */
function withoutReferences(text: string): string {
	return text.replace(/&(lt|gt|amp|quot|apos|nbsp);/g, (found, name: string) => REFERENCES[name] ?? found);
}
