/** Searching the entries of a tree: every word somewhere in an entry's text. */
import { fold } from "../../text/fold.js";
import { isJsonObject } from "../json.js";
import { messageOf } from "../message.js";
import type { SessionTree, TreeNode } from "../tree.js";
import { rowText } from "./row-text.js";
import { callOf } from "./tool-call.js";

/** The words of a query as they are compared; none for a blank one. */
export function queryWords(query: string): string[] {
	return fold(query)
		.split(/\s+/)
		.filter((word) => word !== "");
}

/** A test for holding every word: in what the row shows, in the entry's whole text, in its tools' arguments or its label. */
export function matching(words: readonly string[], tree: SessionTree): (node: TreeNode) => boolean {
	const textOf = foldedTexts(tree);
	const hasLabels = tree.labels.size > 0;
	return (node) => {
		const text = textOf(node);
		const label = hasLabels ? fold(tree.label(node.entry.id)?.label ?? "") : "";
		return words.every((word) => text.includes(word) || label.includes(word));
	};
}

/** Texts up to this are kept for the next key; longer ones would take the memory of the session again. */
const KEPT_CHARACTERS = 4 * 1024;
const kept = new WeakMap<SessionTree, (string | undefined)[]>();

function foldedTexts(tree: SessionTree): (node: TreeNode) => string {
	const texts = kept.get(tree) ?? [];
	kept.set(tree, texts);
	return (node) => {
		const known = texts[node.index];
		if (known !== undefined) return known;
		const text = fold(searchedText(node));
		texts[node.index] = text.length <= KEPT_CHARACTERS ? text : undefined;
		return text;
	};
}

/** What a row shows, and everything in its entry that somebody wrote or said: texts, apart by line ends. */
function searchedText(node: TreeNode): string {
	const message = messageOf(node.entry);
	const texts: string[] = [];
	if (message?.role === "user" || message?.role === "assistant") {
		texts.push(message.role);
		if (message.role === "assistant" && message.stopReason !== "stop") texts.push(rowText(node).text);
		contentTexts(message.content, texts);
	} else {
		const { role, text } = rowText(node);
		texts.push(role, text);
		if (message === undefined) collect(node.entry, texts);
		else {
			const { content, ...rest } = message;
			collect(rest, texts);
			contentTexts(content, texts);
			if (message.role === "toolResult") collect(callOf(node)?.arguments, texts, 1);
		}
	}
	return texts.join("\n");
}

function contentTexts(content: unknown, texts: string[]): void {
	if (!Array.isArray(content)) {
		collect(content, texts);
		return;
	}
	for (const block of content) {
		if (!isJsonObject(block) || block.type === "image") continue;
		if (block.type === "text" && typeof block.text === "string") texts.push(block.text);
		else collect(block, texts);
	}
}

/** Fields that place or classify an entry, or that are not text. */
const NOT_TEXT = new Set(
	`id parentId timestamp type role data details usage childUsage aggregateUsage toolCallId mimeType
	thinkingSignature textSignature signature encrypted`.split(/\s+/),
);

/** How deep arguments are looked into. */
const DEEPEST = 8;

function collect(value: unknown, texts: string[], depth = 0): void {
	if (typeof value === "string") texts.push(value);
	else if (depth < DEEPEST && typeof value === "object" && value !== null) {
		for (const [name, field] of Object.entries(value)) {
			// Arguments of tools may have any name.
			if (depth > 0 || !NOT_TEXT.has(name)) collect(field, texts, depth + 1);
		}
	}
}
