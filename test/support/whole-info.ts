import { statSync } from "node:fs";
import type { SessionEntry } from "../../src/session/entries.js";
import { messageOf, textOf, timeOf } from "../../src/session/message.js";
import type { Session } from "../../src/session/session.js";
import { nameOf, names } from "../../src/session/session-name.js";
import { sumUsage } from "../../src/session/usage.js";
import type { SessionInfo } from "../../src/store/info.js";

const last = <T>(values: T[]): T | undefined => values.at(-1);
const rounded = (value: number) => Number(value.toPrecision(6));

/** What a list must say of a session, found the slow way: from all of its parsed entries. */
export function wholeInfo(session: Session): Partial<SessionInfo> {
	const { header, entries } = session;
	const messages = entries.flatMap((entry) => {
		const message = messageOf(entry);
		return message ? [{ entry, message }] : [];
	});
	const talk = messages.filter(({ message }) => message.role === "user" || message.role === "assistant");
	const times = talk
		.map(({ entry, message }) =>
			typeof message.timestamp === "number" && message.timestamp > 0
				? message.timestamp
				: timeOf(entry.timestamp),
		)
		.filter((time) => time > 0);
	const asked = talk
		.filter(({ message }) => message.role === "user")
		.map(({ message }) => textOf(message.content))
		.filter((text) => text.trim() !== "");
	const shown = entries
		.filter((entry) => entry.type === "custom_message" && entry.display === true)
		.map((entry) => textOf((entry as { content?: unknown }).content))
		.filter((text) => text.trim() !== "");
	const started = timeOf(header.timestamp);
	const mtime = session.path === undefined ? 0 : statSync(session.path).mtimeMs;
	const modified = times.length > 0 ? Math.max(...times) : Number.isNaN(started) ? mtime : started;
	const name = nameOf(entries);
	const models = talk.flatMap(({ message }) =>
		message.role === "assistant" && typeof message.provider === "string" && typeof message.model === "string"
			? [`${message.provider}/${message.model}`]
			: [],
	);
	const usage = sumUsage(entries);
	for (const key of Object.keys(usage) as (keyof typeof usage)[]) usage[key] = rounded(usage[key]);
	return {
		id: header.id,
		cwd: header.cwd,
		...(name === undefined ? {} : { name }),
		oldNames: names(entries),
		created: new Date(Number.isNaN(started) ? modified : started),
		modified: new Date(modified),
		messageCount: entries.filter((entry) => entry.type === "message").length,
		firstMessage: asked[0] ?? shown[0] ?? "(no messages)",
		allMessagesText: talk
			.map(({ message }) => textOf(message.content))
			.filter((text) => text.trim() !== "")
			.join(" "),
		...(session.stamp === undefined ? {} : { sizeBytes: session.stamp.size }),
		entryCount: entries.length,
		branchCount: session.tree.branchCount,
		labels: [...session.tree.labels.values()].map((label) => label.label),
		models: [...new Set(models)],
		...optional("model", last(entries.flatMap(modelsOf))),
		usage,
		version: session.version,
		problems: session.problems.slice(0, 100),
		problemCount: session.problems.length,
	};
}

function modelsOf(entry: SessionEntry): string[] {
	const message = messageOf(entry);
	const [provider, model] =
		entry.type === "model_change"
			? [entry.provider, entry.modelId]
			: message?.role === "assistant"
				? [message.provider, message.model]
				: [];
	return typeof provider === "string" && typeof model === "string" ? [`${provider}/${model}`] : [];
}

function optional<K extends string>(key: K, value: unknown): { [key in K]?: never } {
	return (value === undefined ? {} : { [key]: value }) as unknown as { [key in K]?: never };
}

/** A scan's answer as `wholeInfo` puts it: sums rounded, and without what only the scan tells. */
export function comparable(info: SessionInfo): Partial<SessionInfo> {
	const { path, nextMessages, agentStatus, git, state, rlmDepth, parentSessionPath, open, ...rest } = info;
	const usage = { ...info.usage };
	for (const key of Object.keys(usage) as (keyof typeof usage)[]) usage[key] = rounded(usage[key]);
	return { ...rest, usage };
}
