import type { Session } from "../session/session.js";

/** What `--json` prints of a session that was changed: where it is, whose it is, where its leaf is now, and `more`. */
export function changeJson(path: string, session: Session, more: object): { [key: string]: unknown } {
	return {
		session: path,
		id: session.header.id,
		...more,
		leafId: session.tree.leaf?.entry.id ?? null,
	};
}
