import { basename, dirname, join, resolve } from "node:path";
import { entriesIn } from "../../store/looking.js";

interface Where {
	readonly cwd: string;
	readonly home: string;
}

/** What a user's path names: `~` is the home directory, relative ones start at the working directory. */
export function resolveDirectory(text: string, { cwd, home }: Where): string {
	const path = text.trim();
	return path === "~" || path.startsWith("~/") ? join(home, path.slice(1)) : resolve(cwd, path);
}

/** The directories that `text` may be the beginning of, and the text completed as far as they agree. */
export async function completeDirectory(
	text: string,
	where: Where,
): Promise<{ text: string; suggestions: string[] }> {
	const parent = text.endsWith("/") ? text : `${dirname(text)}/`;
	const begun = text.endsWith("/") ? "" : basename(text);
	const entries = await entriesIn(resolveDirectory(parent, where));
	const fitting = entries
		.filter((entry) => entry.isDirectory() || entry.isSymbolicLink())
		.map(({ name }) => name)
		.filter((name) => name.startsWith(begun) && (begun.startsWith(".") || !name.startsWith(".")))
		.sort();
	const [first] = fitting;
	if (first === undefined) return { text, suggestions: [] };
	const shared = fitting.reduce((common, name) => sharedStart(common, name), first);
	const head = text.slice(0, text.length - begun.length);
	return fitting.length === 1
		? { text: `${head}${first}/`, suggestions: [] }
		: { text: head + shared, suggestions: fitting.map((name) => `${head}${name}/`) };
}

function sharedStart(a: string, b: string): string {
	let length = 0;
	while (length < a.length && a[length] === b[length]) length++;
	return a.slice(0, length);
}
