/** Small files of text: settings, and what other programs note down. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { systemErrorCode } from "./errors.js";
import { parseJson } from "./json.js";

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

/** A file of JSON: its value, or why there is none. */
export type JsonFile =
	| { readonly kind: "value"; readonly value: unknown }
	/** Nothing is there. */
	| { readonly kind: "missing" }
	/** `code` is that of the system, or as `readTextFile` has it. */
	| { readonly kind: "unreadable"; readonly code: string }
	| { readonly kind: "not-json" };

/** Reads a file of JSON; what is wrong with it is the answer, for whoever knows what the file is for to say. */
export function readJsonFile(path: string): JsonFile {
	let text: string;
	try {
		text = readTextFile(path);
	} catch (error) {
		const code = systemErrorCode(error);
		if (code === undefined) throw error;
		return code === "ENOENT" || code === "ENOTDIR" ? { kind: "missing" } : { kind: "unreadable", code };
	}
	const value = parseJson(text);
	return value === undefined ? { kind: "not-json" } : { kind: "value", value };
}

function notRegular(path: string): Error {
	return Object.assign(new Error(`${path}: not a regular file`), { code: "not a regular file" });
}

function withoutMark(text: string): string {
	return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
