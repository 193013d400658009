/** The files a part of a session worked on (behaviour.md §5). */
import type { JsonObject, SessionEntry } from "./entries.js";
import { isJsonObject } from "./json.js";
import { messageOf } from "./message.js";

/** Paths as the agent gave them, sorted; a file that was changed is not among those read. */
export interface BranchFiles {
	readFiles: string[];
	modifiedFiles: string[];
}

const READING = new Set(["read"]);
const CHANGING = new Set(["edit", "multiedit", "multi_edit", "write"]);

/** The files that tool calls of the entries read and changed, and those that summaries among them name. */
export function branchFiles(entries: readonly SessionEntry[]): BranchFiles {
	const read = new Set<string>();
	const modified = new Set<string>();
	for (const entry of entries) {
		if (entry.type === "branch_summary" || entry.type === "compaction") {
			// What an extension keeps there is its own.
			if (entry.fromHook !== true) addSummarised(entry.details, read, modified);
			continue;
		}
		for (const { name, paths } of fileCalls(entry)) {
			if (READING.has(name)) for (const path of paths) read.add(path);
			if (CHANGING.has(name)) for (const path of paths) modified.add(path);
		}
	}
	return {
		readFiles: [...read].filter((path) => !modified.has(path)).sort(),
		modifiedFiles: [...modified].sort(),
	};
}

function addSummarised(details: unknown, read: Set<string>, modified: Set<string>): void {
	if (!isJsonObject(details)) return;
	for (const path of texts(details.readFiles)) read.add(path);
	for (const path of texts(details.modifiedFiles)) modified.add(path);
}

function texts(value: unknown): string[] {
	return Array.isArray(value)
		? value.filter((item): item is string => typeof item === "string" && item !== "")
		: [];
}

function fileCalls(entry: SessionEntry): { name: string; paths: string[] }[] {
	const message = messageOf(entry);
	if (message?.role !== "assistant" || !Array.isArray(message.content)) return [];
	return message.content.flatMap((block) => {
		if (!isJsonObject(block) || block.type !== "toolCall" || typeof block.name !== "string") return [];
		if (!isJsonObject(block.arguments)) return [];
		return [{ name: block.name.toLowerCase(), paths: pathsOf(block.arguments) }];
	});
}

/** The path of a call, and where it makes several changes at once, those of its parts. */
function pathsOf(input: JsonObject): string[] {
	const parts = [input.edits, input.files].flatMap((list) =>
		Array.isArray(list) ? list.filter(isJsonObject) : [],
	);
	return [input, ...parts].flatMap(({ path, file_path, filePath }) => texts([path, file_path, filePath]));
}
