/** Commands written for people to copy into a POSIX shell. Nothing here is ever given to a shell by this program. */

const BARE_WORD = /^[\w@%+=:,./-]+$/;
/** What would drive a terminal, or hide in one, if it were printed: controls but newlines, and direction marks. */
const UNPRINTABLE =
	/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;

/** A word quoted so that a shell reads back exactly `text`; left bare where nothing in it is special. */
export function shellQuote(text: string): string {
	return BARE_WORD.test(text) ? text : quoted(text);
}

/**
 * The line that changes to `cwd` and runs a command there: `cd '/home/me/x' && prime-agent --resume '/…/s.jsonl'`.
 * Program and options stay bare where they can, everything else is quoted. Safe to print.
 */
export function commandLine(command: {
	argv: readonly string[];
	cwd: string;
	env?: { readonly [name: string]: string };
}): string {
	const variables = Object.entries(command.env ?? {}).map(([name, value]) => `${name}=${quoted(value)}`);
	const words = command.argv.map((word, index) =>
		index === 0 || word.startsWith("-") ? shellQuote(word) : quoted(word),
	);
	// A directory that begins with "-" is none of cd's options.
	const cd = `cd ${command.cwd.startsWith("-") ? "-- " : ""}${quoted(command.cwd)}`;
	return `${cd} && ${[...variables, ...words].join(" ")}`;
}

function quoted(text: string): string {
	let result = "";
	let from = 0;
	for (const match of text.matchAll(UNPRINTABLE)) {
		result += singleQuoted(text.slice(from, match.index)) + printed(match[0]);
		from = match.index + match[0].length;
	}
	const rest = singleQuoted(text.slice(from));
	return result + rest === "" ? "''" : result + rest;
}

function singleQuoted(text: string): string {
	return text === "" ? "" : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The same bytes, spelled in printable characters. */
function printed(text: string): string {
	const octal = [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`);
	return `"$(printf '${octal.join("")}')"`;
}
