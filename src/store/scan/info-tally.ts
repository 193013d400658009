import type { AgentStatus, GitState, JsonObject } from "../../session/entries.js";
import { isJsonObject } from "../../session/json.js";
import { isConversational, modelOf, textOf, timeOf } from "../../session/message.js";
import { normalizeName } from "../../session/session-name.js";
import { NO_MESSAGES, type SessionInfo } from "../info.js";
import { withoutBoilerplate } from "../title.js";
import type { AssistantTail } from "./assistant-tail.js";
import { EntryLinks } from "./entry-links.js";
import { gitOf, isTime, meaningful, modelName, stateOf, statusOf } from "./info-values.js";
import type { LineHead } from "./line-head.js";
import { UsageTally } from "./usage-tally.js";

/** How many user messages a title may be made from, and how much of each but the first. */
const OPENINGS = 3;
const OPENING_LENGTH = 400;

/** What the entries of a file, taken one after the other, come to in its `SessionInfo`. */
export class InfoTally {
	readonly #texts: string[] | undefined;
	readonly #links = new EntryLinks();
	readonly #usage = new UsageTally();
	readonly #labels = new Map<string, string>();
	readonly #names: string[] = [];
	readonly #models = new Set<string>();
	readonly #openings: string[] = [];
	#messageCount = 0;
	#customText: string | undefined;
	#modified = Number.NEGATIVE_INFINITY;
	#state: string | undefined;
	#status: AgentStatus | undefined;
	#git: GitState | undefined;
	#model: string | undefined;

	/** `text` keeps the text of all user and assistant messages. */
	constructor(text: boolean) {
		this.#texts = text ? [] : undefined;
	}

	/** When the newest user or assistant message was written, in Unix milliseconds; no time where none says so. */
	get modified(): number {
		return this.#modified;
	}

	/** What the entries say of the session. */
	get facts() {
		const name = this.#names.at(-1);
		return {
			...(name ? { name } : {}),
			oldNames: [...new Set(this.#names.toReversed())].filter((old) => old !== "" && old !== name),
			...(this.#state === undefined ? {} : { state: this.#state }),
			messageCount: this.#messageCount,
			firstMessage: this.#openings[0] ?? this.#customText ?? NO_MESSAGES,
			nextMessages: this.#openings.slice(1),
			...(this.#texts === undefined ? {} : { allMessagesText: this.#texts.join(" ") }),
			...(this.#status === undefined ? {} : { agentStatus: this.#status }),
			entryCount: this.#links.count,
			branchCount: this.#links.countBranches(),
			labels: [...this.#labels.values()],
			...(this.#model === undefined ? {} : { model: this.#model }),
			models: [...this.#models],
			usage: this.#usage.total(),
			...(this.#git === undefined ? {} : { git: this.#git }),
		} satisfies Partial<SessionInfo>;
	}

	/** Whether an entry of this kind must be parsed, because its text is wanted. */
	wantsText(kind: LineHead["kind"]): boolean {
		if (this.#texts !== undefined) return kind === "user" || kind === "assistant";
		return kind === "user" && this.#openings.length < OPENINGS;
	}

	/** The state of the repository that the header or an entry notes. */
	git(value: unknown): void {
		this.#git = gitOf(value) ?? this.#git;
	}

	/** A `custom` entry of which only the head was read. */
	customLine(bytes: Buffer, head: LineHead): void {
		this.#links.addLine(bytes, head, false);
	}

	/** A message of which only the head was read, and its time where that counts. */
	messageLine(bytes: Buffer, head: LineHead, time?: number): void {
		if (time !== undefined) this.#active(time, undefined);
		this.#links.addLine(bytes, head, true);
		this.#messageCount++;
	}

	/** An assistant message of which the head and the tail were read. */
	answerLine(bytes: Buffer, head: LineHead, tail: AssistantTail): void {
		const { timestamp } = tail;
		this.#active(timestamp, isTime(timestamp) ? undefined : timeIn(bytes, head));
		this.#usage.addTotals(this.#links.addLine(bytes, head, true), tail.usage);
		this.#answeredBy(tail.model);
		this.#messageCount++;
	}

	/** A parsed entry. */
	entry(value: JsonObject): void {
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
				this.git(value.git);
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

function timeIn(bytes: Buffer, head: LineHead): string {
	return bytes.toString("latin1", head.timeStart, head.timeEnd);
}
