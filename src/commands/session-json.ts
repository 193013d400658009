import type { SessionInfo } from "../store/info.js";

/** A session as `--json` prints it (cli.md): dates in ISO 8601, absent values left out. */
export function sessionJson(info: SessionInfo): { [key: string]: unknown } {
	return {
		path: info.path,
		id: info.id,
		cwd: info.cwd,
		name: info.name,
		state: info.state,
		parentSessionPath: info.parentSessionPath,
		rlmDepth: info.rlmDepth,
		created: isoDate(info.created),
		modified: isoDate(info.modified),
		messageCount: info.messageCount,
		firstMessage: info.firstMessage,
		allMessagesText: info.allMessagesText,
		agentStatus: info.agentStatus,
		sizeBytes: info.sizeBytes,
		entryCount: info.entryCount,
		branchCount: info.branchCount,
		labels: info.labels,
		model: info.model,
		usage: info.usage,
		git: info.git,
		version: info.version,
		problems: info.problems,
		open: info.open ?? false,
	};
}

function isoDate(date: Date): string | undefined {
	return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
