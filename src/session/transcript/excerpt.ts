/** Long texts shortened for the screen: their beginning, their end, and how much is between. */
import { bytes, count } from "../../text/amounts.js";

export interface Excerpt {
	readonly head: string;
	/** What was left out, in words; undefined when nothing was, and then there is no tail. */
	readonly omitted: string | undefined;
	readonly tail: string;
}

/**
 * At most `lines` lines and about `characters` characters of a text, a quarter of them from its beginning: what
 * a log ends with matters most.
 */
export function excerpt(text: string, lines: number, characters: number): Excerpt {
	const whole = text.length <= characters;
	const head = whole ? text : beginning(text, Math.ceil(characters / 4));
	const tail = whole ? "" : ending(text, characters - Math.ceil(characters / 4));
	const headLines = head.split("\n");
	const tailLines = whole ? headLines : tail.split("\n");
	const total = whole ? headLines.length : headLines.length + tailLines.length;
	if (total <= lines) {
		return { head, omitted: whole ? undefined : bytes(text.length - head.length - tail.length), tail };
	}
	const first = Math.ceil(lines / 4);
	const shortHead = headLines.slice(0, first).join("\n");
	const shortTail = tailLines.slice(first - lines).join("\n");
	const omitted = whole
		? `${count(total - lines)} lines`
		: bytes(text.length - shortHead.length - shortTail.length);
	return { head: shortHead, omitted, tail: shortTail };
}

/** About as many characters from the beginning, up to a line end if there is one near. */
function beginning(text: string, characters: number): string {
	const newline = text.lastIndexOf("\n", characters);
	return text.slice(0, newline > characters / 2 ? newline : characters);
}

function ending(text: string, characters: number): string {
	const from = text.length - characters;
	const newline = text.indexOf("\n", from);
	return text.slice(newline !== -1 && newline < from + characters / 2 ? newline + 1 : from);
}
