/** The content of a message as parts, whatever shape it has in the file. */
import type { JsonObject } from "../entries.js";
import { isJsonObject } from "../json.js";
import type { ImageInfo } from "./blocks.js";

export type ContentPart =
	| { readonly type: "text"; readonly text: string }
	| { readonly type: "thinking"; readonly text: string }
	| { readonly type: "image"; readonly image: ImageInfo }
	| { readonly type: "toolCall"; readonly id: unknown; readonly name: string; readonly arguments: JsonObject }
	| { readonly type: "unknown"; readonly name: string; readonly value: unknown };

/** The parts of a content in order, texts that follow each other joined by a line end. Never throws. */
export function contentParts(content: unknown): ContentPart[] {
	if (content === undefined || content === null) return [];
	if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
	if (!Array.isArray(content)) return [unknownPart(content)];
	const parts: ContentPart[] = [];
	for (const block of content) {
		const part = partOf(block);
		if (part === undefined) continue;
		const last = parts.at(-1);
		if (part.type === "text" && last?.type === "text")
			parts[parts.length - 1] = { type: "text", text: `${last.text}\n${part.text}` };
		else parts.push(part);
	}
	return parts;
}

function partOf(block: unknown): ContentPart | undefined {
	if (typeof block === "string") return block === "" ? undefined : { type: "text", text: block };
	if (!isJsonObject(block)) return unknownPart(block);
	if (block.type === "text" && typeof block.text === "string")
		return block.text === "" ? undefined : { type: "text", text: block.text };
	if (block.type === "thinking" && typeof block.thinking === "string")
		return block.thinking.trim() === "" ? undefined : { type: "thinking", text: block.thinking };
	if (block.type === "image") return { type: "image", image: imageOf(block) };
	if (block.type === "toolCall")
		return {
			type: "toolCall",
			id: block.id,
			name: typeof block.name === "string" && block.name !== "" ? block.name : "tool",
			arguments: argumentsOf(block.arguments),
		};
	return unknownPart(block);
}

function argumentsOf(value: unknown): JsonObject {
	if (isJsonObject(value)) return value;
	return value === undefined || value === null ? {} : { arguments: value };
}

function imageOf(block: JsonObject): ImageInfo {
	const data = typeof block.data === "string" ? block.data : "";
	const padding = data.endsWith("==") ? 2 : data.endsWith("=") ? 1 : 0;
	return {
		mimeType: typeof block.mimeType === "string" && block.mimeType !== "" ? block.mimeType : "image",
		bytes: Math.max(0, Math.floor((data.length * 3) / 4) - padding),
	};
}

function unknownPart(value: unknown): ContentPart {
	return { type: "unknown", name: nameOfShape(value), value };
}

/** What to call a value of unknown shape: its `type`, its `role`, or what JSON calls it. */
export function nameOfShape(value: unknown): string {
	if (isJsonObject(value)) {
		if (typeof value.type === "string" && value.type !== "") return value.type;
		if (typeof value.role === "string" && value.role !== "") return value.role;
		return "object";
	}
	return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}
