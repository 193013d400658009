import type { AgentStatus, GitState, JsonObject } from "../session/entries.js";
import { CURRENT_SESSION_VERSION } from "../session/entries.js";
import { isJsonObject } from "../session/json.js";
import { type FileRecord, type Problem, readLine } from "../session/jsonl.js";
import { isConversational, modelOf, textOf, timeOf } from "../session/message.js";
import { isHeader, notASession } from "../session/session-builder.js";
import { normalizeName } from "../session/session-name.js";
import { isEntry, versionOf } from "../session/versions.js";
import { AssistantTail } from "./assistant-tail.js";
import { ascii, OPEN_BRACE } from "./bytes.js";
import { EntryLinks } from "./entry-links.js";
import { NO_MESSAGES, type SessionInfo } from "./info.js";
import { LineDamage } from "./line-damage.js";
import { type AbridgedLine, LineFramer } from "./line-framer.js";
import { emptyHead, type LineHead, readHead, timestampAtEnd } from "./line-head.js";
import { withoutBoilerplate } from "./title.js";
import { UsageTally } from "./usage-tally.js";

/** A file that has shown no header after so many bytes is not going to. */
const HEADER_WITHIN_BYTES = 1 << 20;
const MOST_PROBLEMS = 100;
/** How many user messages a title may be made from, and how much of each but the first. */
const OPENINGS = 3;
const OPENING_LENGTH = 400;
const CARRIAGE_RETURN = 0x0d;
const CUSTOM = ascii('{"type":"custom","customType":"');
const CLOSED = ascii("}}");

/** Gathers a `SessionInfo` from the bytes of a file. Memory is bounded by its longest line and its ids. */
export class InfoScanner {
	readonly #path: string;
	readonly #texts: string[] | undefined;
	readonly #framer = new LineFramer({
		onLine: (bytes, start, end, line, offset, terminated) =>
			this.#line(bytes, start, end, line, offset, terminated),
		canAbridge: (beginning) => this.#canAbridge(beginning),
		onAbridged: (ends, line) => this.#abridged(ends, line),
	});
	readonly #head: LineHead = emptyHead();
	readonly #damage = new LineDamage();
	readonly #tail = new AssistantTail();
	readonly #links = new EntryLinks();
	readonly #usage = new UsageTally();
	readonly #labels = new Map<string, string>();
	readonly #names: string[] = [];
	readonly #models = new Set<string>();
	readonly #problems: Problem[] = [];
	readonly #openings: string[] = [];
	#header: JsonObject | undefined;
	#bytes = 0;
	#problemCount = 0;
	#messageCount = 0;
	#customText: string | undefined;
	#modified = Number.NEGATIVE_INFINITY;
	#state: string | undefined;
	#status: AgentStatus | undefined;
	#git: GitState | undefined;
	#model: string | undefined;

	/** `text` keeps the text of all user and assistant messages. */
	constructor(path: string, options: { text?: boolean } = {}) {
		this.#path = path;
		this.#texts = options.text ? [] : undefined;
	}

	/** @throws SessionError `not-a-session` as soon as it is certain. */
	push(chunk: Buffer): void {
		this.#bytes += chunk.length;
		this.#framer.push(chunk);
		if (this.#header === undefined && this.#bytes > HEADER_WITHIN_BYTES) {
			throw notASession(this.#path, "it has no session header");
		}
	}

	/** @throws SessionError `not-a-session` */
	finish(file: { size: number; mtimeMs: number }): SessionInfo {
		this.#framer.end();
		const header = this.#header;
		if (header === undefined) {
			throw notASession(this.#path, this.#bytes === 0 ? "it is empty" : "it has no session header");
		}
		const { parentSession, rlmDepth, cwd } = header;
		const started = timeOf(header.timestamp);
		const modified = [this.#modified, started, file.mtimeMs].find(isTime) ?? 0;
		const name = this.#names.at(-1);
		return {
			path: this.#path,
			id: String(header.id),
			cwd: typeof cwd === "string" ? cwd : "",
			...(name ? { name } : {}),
			oldNames: [...new Set(this.#names.toReversed())].filter((old) => old !== "" && old !== name),
			...(this.#state === undefined ? {} : { state: this.#state }),
			...(typeof parentSession === "string" && parentSession !== ""
				? { parentSessionPath: parentSession }
				: {}),
			rlmDepth: typeof rlmDepth === "number" ? rlmDepth : 0,
			created: new Date(isTime(started) ? started : modified),
			modified: new Date(modified),
			messageCount: this.#messageCount,
			firstMessage: this.#openings[0] ?? this.#customText ?? NO_MESSAGES,
			nextMessages: this.#openings.slice(1),
			...(this.#texts === undefined ? {} : { allMessagesText: this.#texts.join(" ") }),
			...(this.#status === undefined ? {} : { agentStatus: this.#status }),
			sizeBytes: file.size,
			entryCount: this.#links.count,
			branchCount: this.#links.countBranches(),
			labels: [...this.#labels.values()],
			...(this.#model === undefined ? {} : { model: this.#model }),
			models: [...this.#models],
			usage: this.#usage.total(),
			...(this.#git === undefined ? {} : { git: this.#git }),
			version: versionOf(header) ?? CURRENT_SESSION_VERSION,
			problems: this.#problems,
			problemCount: this.#problemCount,
		};
	}

	#line(bytes: Buffer, start: number, end: number, line: number, offset: number, terminated: boolean): void {
		if (terminated && this.#header !== undefined && this.#skim(bytes, start, end)) return;
		for (const record of readLine(bytes.subarray(start, end), line, offset, terminated)) this.#record(record);
	}

	/** Takes what is needed of a line without parsing all of it; false where that cannot be done. */
	#skim(bytes: Buffer, start: number, lineEnd: number): boolean {
		const end = bytes[lineEnd - 1] === CARRIAGE_RETURN ? lineEnd - 1 : lineEnd;
		const head = this.#head;
		if (!readHead(bytes, start, end, head) || this.#isWanted(head)) return false;
		if (this.#damage.shows(bytes, head, end)) return false;
		switch (head.kind) {
			case "custom":
				this.#link(bytes, head, false);
				return true;
			case "user": {
				const time = timestampAtEnd(bytes, end);
				if (!isTime(time)) return false;
				this.#active(time, undefined);
				break;
			}
			case "assistant": {
				const tail = this.#tail;
				if (!tail.read(bytes, start, end)) return false;
				this.#active(tail.timestamp, isTime(tail.timestamp) ? undefined : timeIn(bytes, head));
				this.#usage.addTotals(this.#link(bytes, head, true), tail.usage);
				this.#answeredBy(tail.model);
				this.#messageCount++;
				return true;
			}
			case "other-message":
				break;
		}
		this.#link(bytes, head, true);
		this.#messageCount++;
		return true;
	}

	/** Whether the text of a message is wanted. */
	#isWanted(head: LineHead): boolean {
		if (this.#texts !== undefined) return head.kind === "user" || head.kind === "assistant";
		return head.kind === "user" && this.#openings.length < OPENINGS;
	}

	#canAbridge(beginning: Buffer): boolean {
		if (beginning[0] !== OPEN_BRACE) return true;
		// A line's beginning does not show its end; a custom entry has its ids there.
		const head = this.#head;
		const whole = Buffer.concat([beginning, CLOSED]);
		if (!readHead(whole, 0, whole.length, head)) return whole.subarray(0, CUSTOM.length).equals(CUSTOM);
		return (
			head.kind === "other-message" ||
			head.kind === "custom" ||
			(head.kind === "user" && !this.#isWanted(head))
		);
	}

	#abridged(ends: Buffer, line: AbridgedLine): void {
		if (line.sound && line.terminated && this.#header !== undefined && this.#skim(ends, 0, ends.length))
			return;
		this.#problem(line, line.sound ? "line too long to read" : "not valid JSON");
	}

	#link(bytes: Buffer, head: LineHead, conversational: boolean): number {
		const { ids } = this.#links;
		if (head.idStart < 0) return this.#links.addWithoutId(undefined, conversational);
		const id = ids.ofBytes(bytes, head.idStart, head.idEnd);
		const parent = head.parentStart < 0 ? -1 : ids.ofBytes(bytes, head.parentStart, head.parentEnd);
		return this.#links.add(id, parent, conversational);
	}

	#record(record: FileRecord): void {
		if (record.kind === "blank") return;
		if (record.kind === "problem") {
			this.#problem(record, record.reason);
			return;
		}
		const { value } = record;
		if (this.#header === undefined) this.#takeHeader(value);
		else if (isEntry(value)) this.#entry(value);
		else {
			const isHeaderAgain = value.type === "session";
			this.#problem(record, isHeaderAgain ? "a second session header" : "not an entry: it has no type");
		}
	}

	#takeHeader(value: JsonObject): void {
		if (!isHeader(value)) throw notASession(this.#path, "its first record is not a session header");
		this.#header = value;
		this.#git = gitOf(value.git);
		if (versionOf(value) === undefined) {
			this.#problem({ line: 1, offset: 0, length: 0 }, "the header's version is not a version number");
		}
	}

	#problem(at: { line: number; offset: number; length: number }, reason: string): void {
		this.#problemCount++;
		const { line, offset, length } = at;
		if (this.#problems.length < MOST_PROBLEMS) this.#problems.push({ line, offset, length, reason });
	}

	#entry(value: JsonObject): void {
		// Not every value can be made a text, and a list of one name is not the name.
		const type = typeof value.type === "string" ? value.type : "unknown";
		const entry = this.#links.addEntry(value, isConversational({ type }));
		switch (type) {
			case "message":
				this.#messageCount++;
				if (isJsonObject(value.message)) this.#message(entry, value.message, value.timestamp);
				break;
			case "custom_message":
				if (value.display === true) this.#customText ??= meaningful(textOf(value.content));
				break;
			case "session_info":
				this.#names.push(normalizeName(value.name));
				break;
			case "session_state":
				if (isJsonObject(value.state)) this.#state = stateOf(value.state.status);
				break;
			case "agent_status":
				if (isJsonObject(value.status)) this.#status = statusOf(value.status);
				break;
			case "git_state":
				this.#git = gitOf(value.git) ?? this.#git;
				break;
			case "label":
				this.#label(value);
				break;
			case "model_change":
				this.#model = modelName(modelOf({ provider: value.provider, model: value.modelId })) ?? this.#model;
				break;
			case "child_usage_attributed":
				if (typeof value.targetId === "string" && isJsonObject(value.aggregateUsage)) {
					this.#usage.attribute(this.#links.ids.of(value.targetId), value.aggregateUsage);
				}
				break;
		}
	}

	#message(entry: number, message: JsonObject, entryTime: unknown): void {
		const { role } = message;
		if (role !== "user" && role !== "assistant") return;
		this.#active(message.timestamp, entryTime);
		if (role === "assistant") this.#answered(entry, message);
		if (role === "assistant" && this.#texts === undefined) return;
		const text = meaningful(textOf(message.content));
		if (text === undefined) return;
		this.#texts?.push(text);
		if (role === "user") this.#opening(text);
	}

	#opening(text: string): void {
		if (this.#openings.length === 0) this.#openings.push(text);
		else if (this.#openings.length < OPENINGS) {
			this.#openings.push(withoutBoilerplate(text).slice(0, OPENING_LENGTH));
		}
	}

	/** A message of the user or the assistant: what a session's age is counted from. */
	#active(messageTime: unknown, entryTime: unknown): void {
		const time = isTime(messageTime) ? messageTime : timeOf(entryTime);
		if (isTime(time) && time > this.#modified) this.#modified = time;
	}

	#answered(entry: number, message: JsonObject): void {
		this.#usage.add(entry, isJsonObject(message.usage) ? message.usage : undefined);
		const model = modelName(modelOf(message));
		if (model !== undefined) this.#answeredBy(model);
	}

	#answeredBy(model: string): void {
		if (model === this.#model && this.#models.has(model)) return;
		this.#model = model;
		this.#models.add(model);
	}

	#label(value: JsonObject): void {
		const { targetId, label } = value;
		if (typeof targetId !== "string") return;
		if (typeof label === "string" && label.trim() !== "") this.#labels.set(targetId, label);
		else this.#labels.delete(targetId);
	}
}

/** Unix milliseconds after 1970 that a Date can hold. */
function isTime(value: unknown): value is number {
	return typeof value === "number" && value > 0 && value <= 8.64e15;
}

function timeIn(bytes: Buffer, head: LineHead): string {
	return bytes.toString("latin1", head.timeStart, head.timeEnd);
}

function meaningful(text: string): string | undefined {
	return /\S/.test(text) ? text : undefined;
}

function modelName(model: { provider: string; modelId: string } | undefined): string | undefined {
	return model === undefined ? undefined : `${model.provider}/${model.modelId}`;
}

/** Old agents wrote `sleep` and `hidden` for what is `archived` now. */
function stateOf(status: unknown): string | undefined {
	if (typeof status !== "string" || status === "") return undefined;
	return status === "sleep" || status === "hidden" ? "archived" : status;
}

function statusOf(status: JsonObject): AgentStatus {
	const { summary, taskState, basedOnMessageCount } = status;
	return {
		summary: typeof summary === "string" ? summary : "",
		...(typeof taskState === "string" ? { taskState } : {}),
		...(typeof basedOnMessageCount === "number" ? { basedOnMessageCount } : {}),
	};
}

function gitOf(git: unknown): GitState | undefined {
	if (!isJsonObject(git)) return undefined;
	const { repoUrl, commit, branch } = git;
	return {
		...(typeof repoUrl === "string" ? { repoUrl } : {}),
		...(typeof commit === "string" ? { commit } : {}),
		...(typeof branch === "string" ? { branch } : {}),
	};
}
