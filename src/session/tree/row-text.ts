/** What a row of the tree says of its entry. */
import { tokens } from "../../text/amounts.js";
import { sanitiseLine } from "../../text/sanitise.js";
import type { JsonObject } from "../entries.js";
import { isJsonObject } from "../json.js";
import { messageOf, textOf } from "../message.js";
import { contentParts, nameOfShape } from "../transcript/content.js";
import { summaryLine } from "../transcript/summary-line.js";
import { toolTitle } from "../transcript/tool-summary.js";
import { imageName } from "../transcript/tool-text.js";
import type { TreeNode } from "../tree.js";
import { isLeafEntry } from "./leaf-position.js";
import { callOf } from "./tool-call.js";

export interface RowText {
	/** Who speaks, or what kind of entry it is; "" where the text says so itself. Sanitised, one line. */
	readonly role: string;
	/** Sanitised, one line. */
	readonly text: string;
	/** "note": beside the conversation; "failed": it went wrong. */
	readonly tone?: "note" | "failed";
}

/** No row shows more of a text than this. */
const LONGEST = 1_000;

/** The role and the text of an entry's row. Never throws, whatever shape the entry has. */
export function rowText(node: TreeNode): RowText {
	const { entry } = node;
	switch (entry.type) {
		case "message":
			return messageText(messageOf(entry), node);
		case "custom_message":
			return { role: line(entry.customType) || "custom", text: spoken(entry.content) };
		case "compaction":
			return compaction(entry.tokensBefore);
		case "branch_summary":
			return branchSummary(entry.summary);
		case "label":
			return note("label", labelText(entry.targetId, entry.label));
		case "session_info":
			return note("name", quoted(entry.name) || "cleared");
		case "model_change":
			return note(
				"model",
				[line(entry.provider), line(entry.modelId)].filter((part) => part !== "").join("/"),
			);
		case "thinking_level_change":
			return note("thinking", line(entry.thinkingLevel));
		case "service_tier_change":
			return note("tier", line(entry.serviceTier) || "default");
		case "session_state":
			return note("state", field(entry.state, "status"));
		case "agent_status":
			return note("status", field(entry.status, "summary"));
		case "git_state":
			return note(
				"git",
				[field(entry.git, "branch"), field(entry.git, "commit").slice(0, 10)].join(" ").trim(),
			);
		case "child_usage_attributed":
			return note("usage", `of a sub-agent, added to ${line(entry.targetId)}`);
		case "custom":
			return isLeafEntry(entry)
				? note("leaf", switchText(entry.data))
				: note("custom", line(entry.customType));
		default:
			// Of a type that is not known nothing is shown: it may hold what is not meant to be seen.
			return note("unknown", line(nameOfShape(entry)));
	}
}

function messageText(message: JsonObject | undefined, node: TreeNode): RowText {
	if (message === undefined) return note("unknown", "message");
	switch (message.role) {
		case "user":
			return { role: "user", text: spoken(message.content) };
		case "assistant":
			return answer(message);
		case "toolResult":
			return toolResult(message, node);
		case "bashExecution": {
			const failed = typeof message.exitCode === "number" && message.exitCode !== 0;
			const text = `[! ${line(message.command)}]${failed ? ` ✗ exit ${message.exitCode}` : ""}`;
			return failed ? { role: "", text, tone: "failed" } : { role: "", text };
		}
		case "custom":
			return { role: line(message.customType) || "custom", text: spoken(message.content) };
		case "system":
			return note("system", "system prompt");
		case "compactionSummary":
			return compaction(message.tokensBefore);
		case "branchSummary":
			return branchSummary(message.summary);
		default:
			return note("unknown", line(nameOfShape({ role: message.role })));
	}
}

/** An answer's text; else what it called, or thought; and how it ended when that was not well. */
function answer(message: JsonObject): RowText {
	const parts = contentParts(message.content);
	const of = (type: string) =>
		parts.flatMap((part) => (part.type === type && "text" in part ? [line(part.text)] : []));
	const calls = parts.flatMap((part) =>
		part.type === "toolCall" ? [toolTitle(part.name, part.arguments)] : [],
	);
	const said = of("text").join(" ") || calls.join(" ") || of("thinking").join(" ");
	const { stopReason, errorMessage } = message;
	if (stopReason !== "error" && stopReason !== "aborted")
		return { role: "assistant", text: said || "(empty answer)" };
	const end = `(${[stopReason, line(errorMessage)].filter((part) => part !== "").join(": ")})`;
	return { role: "assistant", text: said === "" ? end : `${said} ${end}`, tone: "failed" };
}

function toolResult(message: JsonObject, node: TreeNode): RowText {
	const name = typeof message.toolName === "string" && message.toolName !== "" ? message.toolName : "tool";
	const title = toolTitle(name, callOf(node)?.arguments);
	const failed = message.isError === true || field(message.details, "status") === "error";
	return failed ? { role: "", text: `${title} ✗`, tone: "failed" } : { role: "", text: title };
}

function compaction(tokensBefore: unknown): RowText {
	const size = typeof tokensBefore === "number" ? `: ${tokens(tokensBefore)} tokens` : "";
	return { role: "", text: `compaction${size}` };
}

function branchSummary(summary: unknown): RowText {
	return { role: "↩ branch summary", text: summaryLine(typeof summary === "string" ? summary : "") };
}

function labelText(targetId: unknown, label: unknown): string {
	const target = line(targetId);
	const text = quoted(label);
	return text === "" ? `cleared on ${target}` : `${text} on ${target}`;
}

function switchText(data: unknown): string {
	const from = field(data, "from");
	return from === "" ? "moved here" : `moved here from ${from}`;
}

/** What a message says, with its pictures by name. */
function spoken(content: unknown): string {
	const text = line(textOf(content));
	const images = contentParts(content).flatMap((part) =>
		part.type === "image" ? [imageName(part.image)] : [],
	);
	return [text, ...images].filter((part) => part !== "").join(" ") || "(no text)";
}

function note(role: string, text: string): RowText {
	return { role, text, tone: "note" };
}

function field(value: unknown, name: string): string {
	return isJsonObject(value) ? line(value[name]) : "";
}

function quoted(value: unknown): string {
	const text = line(value);
	return text === "" ? "" : `"${text}"`;
}

function line(value: unknown): string {
	return typeof value === "string" ? sanitiseLine(value.slice(0, LONGEST)) : "";
}
