/** What a list takes of the values in entries, which may be of any shape. */
import type { AgentStatus, GitState, JsonObject } from "../../session/entries.js";
import { isJsonObject } from "../../session/json.js";

/** Unix milliseconds after 1970 that a Date can hold. */
export function isTime(value: unknown): value is number {
	return typeof value === "number" && value > 0 && value <= 8.64e15;
}

export function meaningful(text: string): string | undefined {
	return /\S/.test(text) ? text : undefined;
}

export function modelName(model: { provider: string; modelId: string } | undefined): string | undefined {
	return model === undefined ? undefined : `${model.provider}/${model.modelId}`;
}

/** Old agents wrote `sleep` and `hidden` for what is `archived` now. */
export function stateOf(status: unknown): string | undefined {
	if (typeof status !== "string" || status === "") return undefined;
	return status === "sleep" || status === "hidden" ? "archived" : status;
}

export function statusOf(status: JsonObject): AgentStatus {
	const { summary, taskState, basedOnMessageCount } = status;
	return {
		summary: typeof summary === "string" ? summary : "",
		...(typeof taskState === "string" ? { taskState } : {}),
		...(typeof basedOnMessageCount === "number" ? { basedOnMessageCount } : {}),
	};
}

export function gitOf(git: unknown): GitState | undefined {
	if (!isJsonObject(git)) return undefined;
	const { repoUrl, commit, branch } = git;
	return {
		...(typeof repoUrl === "string" ? { repoUrl } : {}),
		...(typeof commit === "string" ? { commit } : {}),
		...(typeof branch === "string" ? { branch } : {}),
	};
}
