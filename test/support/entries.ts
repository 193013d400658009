import type { SessionEntry } from "../../src/session/entries.js";

/** A time that is `n` minutes after the others began. */
export const at = (n: number) => new Date(Date.UTC(2026, 0, 1, 12, n)).toISOString();

const usage = {
	input: 10,
	output: 5,
	cacheRead: 2,
	cacheWrite: 1,
	totalTokens: 18,
	cost: { input: 0.1, output: 0.2, cacheRead: 0.01, cacheWrite: 0.02, total: 0.33 },
};

export function header(fields: object = {}): { [key: string]: unknown } {
	return {
		type: "session",
		version: 3,
		id: "01a00000-0000-7000-8000-000000000001",
		timestamp: at(0),
		cwd: "/w",
		...fields,
	};
}

export function user(id: string, parentId: string | null, text = `request ${id}`, minute = 1): SessionEntry {
	const message = {
		role: "user" as const,
		content: [{ type: "text" as const, text }],
		timestamp: Date.parse(at(minute)),
	};
	return { type: "message", id, parentId, timestamp: at(minute), message };
}

export function assistant(
	id: string,
	parentId: string | null,
	text = `answer ${id}`,
	minute = 2,
): SessionEntry {
	return {
		type: "message",
		id,
		parentId,
		timestamp: at(minute),
		message: {
			role: "assistant",
			content: [{ type: "text", text }],
			api: "test",
			provider: "lab",
			model: "m-1",
			usage,
			stopReason: "stop",
			timestamp: Date.parse(at(minute)),
		},
	};
}

export function label(
	id: string,
	parentId: string | null,
	targetId: string,
	text?: string,
	minute = 3,
): SessionEntry {
	return {
		type: "label",
		id,
		parentId,
		timestamp: at(minute),
		targetId,
		...(text === undefined ? {} : { label: text }),
	};
}

/** An entry of any type. */
export function entry(type: string, id: string, parentId: string | null, fields: object = {}): SessionEntry {
	return { type, id, parentId, timestamp: at(4), ...fields } as unknown as SessionEntry;
}

/** The records as the lines of a file. */
export function lines(...records: object[]): string {
	return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

/** A chain of `length` entries, user and assistant in turn, ids `00000000` and on. */
export function chain(length: number, from = 0): SessionEntry[] {
	const id = (n: number) => n.toString(16).padStart(8, "0");
	return Array.from({ length }, (_, i) => {
		const n = from + i;
		return (n % 2 === 0 ? user : assistant)(id(n), n === 0 ? null : id(n - 1), `text ${n}`, n % 50);
	});
}

const NESTED = 100_000;

/** The line of an entry with a value nested so deeply that what recurses over it fails; JSON.parse reads it. */
export function deepLine(type: string, id: string, parentId: string): string {
	const line = lines(entry(type, id, parentId, { customType: "x", display: true, content: 0 }));
	return line.replace('"content":0', `"content":${"[".repeat(NESTED)}${"]".repeat(NESTED)}`);
}
