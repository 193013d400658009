import type { Preview } from "../../session/preview.js";
import type { Effect } from "../effect.js";
import { requested, type Update } from "../requests.js";
import type { State } from "../state.js";
import { cursorSession, pinned } from "./cursor.js";
import { sessionsGeometry } from "./geometry.js";
import type { ListedSession, PreviewContent } from "./state.js";

/** Reads the store again; what is listed stays until the new reading is whole. */
export function readStore(state: State): Update {
	const [numbered, request] = requested(state);
	const sessions = {
		...pinned(state.sessions),
		reading: { request, loaded: 0, total: 0, stale: false },
		failure: undefined,
	};
	return [{ ...numbered, sessions }, [{ type: "read-store", request }]];
}

/** `listed` with `sessions` added, or put in the place of what was known of the same files. */
export function mergeListed(
	listed: readonly ListedSession[],
	sessions: readonly ListedSession[],
): readonly ListedSession[] {
	if (sessions.length === 0) return listed;
	const byPath = new Map(listed.map((session) => [session.info.path, session]));
	for (const session of sessions) byPath.set(session.info.path, session);
	return [...byPath.values()];
}

/** Asks for the preview of the session under the cursor, where one is shown and it is not there yet. */
export function previewWanted(state: State, effects: readonly Effect[]): Update {
	const { sessions } = state;
	if (state.session !== undefined || sessionsGeometry(sessions, state.size).preview === undefined)
		return [state, effects];
	const info = cursorSession(sessions)?.info;
	if (info === undefined) return [state, effects];
	const { path } = info;
	const stamp = `${info.sizeBytes} ${info.entryCount} ${info.modified.getTime()}`;
	const shown = sessions.preview?.path === path ? sessions.preview : undefined;
	if (shown?.stamp === stamp) return [state, effects];
	const [numbered, request] = requested(state);
	const preview = { kind: "reading", path, stamp, request, before: shownPreview(shown) } as const;
	return [
		{ ...numbered, sessions: { ...sessions, preview } },
		[...effects, { type: "read-preview", path, request }],
	];
}

function shownPreview(content: PreviewContent | undefined): Preview | undefined {
	switch (content?.kind) {
		case "ready":
			return content.preview;
		case "reading":
			return content.before;
		case "failed":
		case undefined:
			return undefined;
	}
}
