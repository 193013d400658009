import { join } from "node:path";
import { SessionError } from "../session/errors.js";
import type { SessionInfo } from "./info.js";
import { artifactsDir } from "./location.js";
import { namesIn } from "./looking.js";
import { readSessionInfo } from "./session-info.js";

/** The files of a session's sub-agents (behaviour.md §1). */
export interface SubAgents {
	/** Oldest first. */
	readonly sessions: readonly SessionInfo[];
	readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

const SUB_AGENT = /^sub-[0-9a-f]{8}$/;

/** Reads the sessions of the sub-agents that the session `id` of a store started. One without any has none. */
export async function readSubAgents(
	sessionDir: string,
	id: string,
	signal?: AbortSignal,
): Promise<SubAgents> {
	const sessions: SessionInfo[] = [];
	const unreadable: { path: string; reason: string }[] = [];
	// An id comes from a file: it must not lead out of the directory of artifacts.
	if (id === "" || id !== id.replace(/[\\/]/g, "") || id.startsWith(".")) return { sessions, unreadable };
	const directory = join(artifactsDir(sessionDir), id);
	for (const child of (await namesIn(directory)).sort().filter((name) => SUB_AGENT.test(name))) {
		for (const name of (await namesIn(join(directory, child)))
			.sort()
			.filter((file) => file.endsWith(".jsonl"))) {
			const path = join(directory, child, name);
			try {
				sessions.push(await readSessionInfo(path, { signal }));
			} catch (error) {
				if (!(error instanceof SessionError) || error.code === "cancelled") throw error;
				unreadable.push({ path, reason: error.message });
			}
		}
	}
	return { sessions: sessions.sort((a, b) => a.created.getTime() - b.created.getTime()), unreadable };
}
