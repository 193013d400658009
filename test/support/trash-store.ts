/** A store, and a trash of its own. */
import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { listSessions } from "../../src/store/catalogue.js";
import { planDeletion } from "../../src/store/trash/delete.js";
import { type TrashSystem, thisSystem } from "../../src/store/trash/trash-directories.js";

export interface TrashStore {
	agentDir: string;
	sessionDir: string;
	location: { agentDir: string; sessionDir: string };
	/** The system as it is, with other top directories or another home. */
	system(over?: Partial<TrashSystem>): TrashSystem;
	plan(paths?: readonly string[]): ReturnType<typeof planDeletion>;
}

export function trashStore(root: string): TrashStore {
	const agentDir = realpathSync(mkdtempSync(join(root, "agent-")));
	const sessionDir = join(agentDir, "sessions");
	mkdirSync(sessionDir);
	const location = { agentDir, sessionDir };
	return {
		agentDir,
		sessionDir,
		location,
		system: (over = {}) => ({ ...thisSystem(), ...over }),
		async plan(paths) {
			const { sessions, subAgents } = await listSessions({ location });
			return planDeletion(paths ?? [...sessions, ...subAgents], {
				location,
				sessions: [...sessions, ...subAgents],
			});
		},
	};
}
