/**
 * The one place where text from files, from other programs and from the environment is made safe to show.
 * What comes out holds no escape sequence, no control or bidirectional control character and nothing invisible
 * that could move the layout; visible text of every script is kept.
 */
import { columnsOf } from "./columns.js";

const TAB_STOP = 4;

/** Nothing to do for printable ASCII, by far the most common text. */
const PLAIN = /^[\x20-\x7e\n]*$/;
const PLAIN_WITH_TABS = /^[\x20-\x7e\n\t]*$/;
const PLAIN_LINE = /^[\x20-\x7e]*$/;

/** Whether other text holds anything that a step below could change. */
const SUSPICIOUS = /(?!\n)\p{C}|\p{Default_Ignorable_Code_Point}|[\u2028\u2029]|\p{M}{4}/u;

/**
 * Whole escape sequences, 7-bit and C1. A string (OSC, DCS, SOS, PM, APC) goes with its payload only when its
 * end is there, an OSC's on the same line; otherwise just what introduces it goes, so that a stray introducer
 * cannot swallow a message. No payload holds another introducer, which keeps the scan linear.
 */
const ESCAPES = new RegExp(
	[
		// CSI, complete or cut short.
		"(?:\\x1b\\[|\\x9b)[\\x30-\\x3f]*[\\x20-\\x2f]*[\\x40-\\x7e]?",
		// OSC with its end, then without: "ESC ] 0 ;".
		"(?:\\x1b\\]|\\x9d)[^\\x07\\x1b\\x80-\\x9f\\r\\n]*(?:\\x07|\\x1b\\\\|\\x9c)",
		"(?:\\x1b\\]|\\x9d)(?:\\d+;?)?",
		// DCS, SOS, PM and APC with their end, then without; tmux's pass-through is one.
		"(?:\\x1b[PX^_]|[\\x90\\x98\\x9e\\x9f])[^\\x1b\\x80-\\x9f]*(?:\\x1b\\\\|\\x9c)",
		"(?:\\x1b[PX^_]|[\\x90\\x98\\x9e\\x9f])(?:tmux;)?",
		// The others: character sets, reset, save and restore; and an ESC that begins nothing.
		"\\x1b[\\x20-\\x2f]*[\\x30-\\x7e]?",
	].join("|"),
	"g",
);

/** Everything that ends a line somewhere; removing it would join words. */
const LINE_ENDS = /\r\n|[\r\v\f\x85\u2028\u2029]/g;

/**
 * Characters that show nothing: controls, formats (bidirectional ones among them), default-ignorable ones and
 * non-characters. Left out: signs that are formats by class but visible (Arabic, Syriac, Kaithi), and the
 * joiners, variation selector 16 and tags, which later steps judge by their neighbours.
 */
const INVISIBLE = new RegExp(
	[
		"(?![\\n\\t\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}])",
		"(?![\\u200c\\u200d\\ufe0f\\u{e0020}-\\u{e007f}])",
		"[\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}]",
	].join(""),
	"gu",
);

/** Halves of a character that was cut in two. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Tags outside a flag such as Scotland's, which is matched first and kept. */
const STRAY_TAGS =
	/(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,8}\u{e007f})|[\u{e0020}-\u{e007f}]/gu;

/** Variation selector 16 anywhere but behind a character that has an emoji form. */
const STRAY_SELECTORS = /(?<!\p{Emoji})\ufe0f/gu;

/** Scripts whose words need joiners to be written right. */
const JOINED_SCRIPTS =
	"Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar"
		.split(" ")
		.map((script) => `\\p{Script_Extensions=${script}}`)
		.join("");

/** Joiners: within an emoji, within a word of those scripts, and (captured) anywhere else. */
const JOINERS = new RegExp(
	[
		"(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f\\u{e007f}])\\u200d(?=\\p{Extended_Pictographic})",
		`(?<=[\\p{L}\\p{M}])[\\u200c\\u200d](?=[${JOINED_SCRIPTS}])(?=\\p{L})`,
		"([\\u200c\\u200d])",
	].join("|"),
	"gu",
);

/** Stacked marks beyond what any language writes would climb over the rows above and below. */
const ACCENT = "[\\u0300-\\u036f\\u0483-\\u0489\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]";
const STACKED_ACCENTS = new RegExp(`(${ACCENT}{3})${ACCENT}+`, "g");
const STACKED_MARKS = /(\p{M}{8})\p{M}+/gu;

/** Text of any length made safe to show on several lines: line ends are `\n`, tabs are spaces to the next stop. */
export function sanitise(text: string): string {
	if (PLAIN.test(text)) return text;
	if (PLAIN_WITH_TABS.test(text)) return expandTabs(text);
	if (!SUSPICIOUS.test(text)) return text;
	return expandTabs(
		text
			.replace(ESCAPES, "")
			.replace(LINE_ENDS, "\n")
			.replace(INVISIBLE, "")
			.replace(LONE_SURROGATES, "\ufffd")
			.replace(STRAY_TAGS, (_tag, flag: string | undefined) => flag ?? "")
			.replace(STRAY_SELECTORS, "")
			.replace(JOINERS, (joiner, stray: string | undefined) => (stray === undefined ? joiner : ""))
			.replace(STACKED_ACCENTS, "$1")
			.replace(STACKED_MARKS, "$1"),
	);
}

/** The same on one line: every run of white space is one space, none at the ends. */
export function sanitiseLine(text: string): string {
	const isLine =
		PLAIN_LINE.test(text) && !text.includes("  ") && !text.startsWith(" ") && !text.endsWith(" ");
	if (isLine) return text;
	return sanitise(text).replace(/\s+/g, " ").trim();
}

/** What JSON need not escape but a terminal may obey: delete, C1 controls, line ends and the direction of writing. */
const OBEYED_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** JSON that says the same and drives no terminal. */
export function harmlessJson(json: string): string {
	return json.replace(
		OBEYED_IN_JSON,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
	);
}

function expandTabs(text: string): string {
	if (!text.includes("\t")) return text;
	return text
		.split("\n")
		.map((line) => {
			const [first = "", ...rest] = line.split("\t");
			let expanded = first;
			let columns = columnsOf(first);
			for (const part of rest) {
				const spaces = TAB_STOP - (columns % TAB_STOP);
				expanded += " ".repeat(spaces) + part;
				columns += spaces + columnsOf(part);
			}
			return expanded;
		})
		.join("\n");
}
