/** Small files of text: settings, and what other programs note down. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";

// Opening a FIFO must not wait for a writer.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The text of a regular file; a byte order mark is no part of it. Whatever else lies at the path is never waited for.
 * @throws the system's error, or one like it with the `code` "not a regular file"
 */
export function readTextFile(path: string): string {
	const fd = openSync(path, FLAGS);
	try {
		if (!fstatSync(fd).isFile()) throw notRegular(path);
		return withoutMark(readFileSync(fd, "utf8"));
	} finally {
		closeSync(fd);
	}
}

/** The same, without blocking. */
export async function readTextFileAsync(path: string): Promise<string> {
	const file = await open(path, FLAGS);
	try {
		if (!(await file.stat()).isFile()) throw notRegular(path);
		return withoutMark(await file.readFile("utf8"));
	} finally {
		await file.close();
	}
}

function notRegular(path: string): Error {
	return Object.assign(new Error(`${path}: not a regular file`), { code: "not a regular file" });
}

function withoutMark(text: string): string {
	return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
