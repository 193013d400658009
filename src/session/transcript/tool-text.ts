/** What a tool was asked, as text. */
import { bytes } from "../../text/amounts.js";
import { sanitiseLine } from "../../text/sanitise.js";
import type { JsonObject } from "../entries.js";
import { isJsonObject } from "../json.js";
import type { ImageInfo, ToolResult } from "./blocks.js";

export interface SourceText {
	readonly text: string;
	/** A name that code blocks and file endings use. */
	readonly language: string | undefined;
}

/** The arguments in the form that reads best, a change as a diff; undefined where the title says it all. */
export function inputText(
	name: string,
	input: JsonObject,
	result: ToolResult | undefined,
): SourceText | undefined {
	const { command, code, content, path } = input;
	if (name === "bash" && typeof command === "string") return { text: command, language: "bash" };
	if (name === "ipython" && typeof code === "string") return { text: code, language: "python" };
	if (name === "write" && typeof content === "string") return { text: content, language: endingOf(path) };
	if (name === "edit") {
		const { diff } = result?.details ?? {};
		const text = typeof diff === "string" ? diff : diffOf(input);
		if (text !== "") return { text, language: "diff" };
	}
	if (name === "read" || Object.keys(input).length === 0) return undefined;
	return { text: jsonOf(input), language: "json" };
}

/** The ending of a file's name: "ts". */
export function endingOf(path: unknown): string | undefined {
	return typeof path === "string" ? /\.(\w+)$/.exec(path)?.[1] : undefined;
}

/** The arguments of an edit as a diff: `edits`, or one pair of texts. */
function diffOf(input: JsonObject): string {
	const edits = Array.isArray(input.edits) ? input.edits : [input];
	return edits
		.filter(isJsonObject)
		.flatMap(({ oldText, newText }) => [...signed("-", oldText), ...signed("+", newText)])
		.join("\n");
}

function signed(sign: string, text: unknown): string[] {
	return typeof text === "string" && text !== "" ? text.split("\n").map((line) => sign + line) : [];
}

/** Any JSON value, written to be read. */
export function jsonOf(value: unknown): string {
	try {
		return JSON.stringify(value, undefined, 2) ?? String(value);
	} catch (error) {
		if (error instanceof RangeError) return "(nested too deeply to be shown)";
		throw error;
	}
}

/** "[image: image/png, 12 KB]" */
export function imageName(image: ImageInfo): string {
	const type = sanitiseLine(image.mimeType.slice(0, 100));
	return image.bytes > 0 ? `[image: ${type}, ${bytes(image.bytes)}]` : `[image: ${type}]`;
}
