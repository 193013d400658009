import type { Event } from "../event.js";
import { requested, type Update, withStatus } from "../requests.js";
import { mergeListed } from "../sessions/listing.js";
import { withRows } from "../sessions/rows.js";
import type { ListedSession } from "../sessions/state.js";
import type { State } from "../state.js";
import { error, info } from "../status.js";
import { EMPTY_FIELD, fieldOf } from "../text-field.js";
import { withTreeRows } from "../tree/rows.js";

type SessionAnswer = Extract<Event, { type: "session-progress" | "session-read" | "session-failed" }>;
type DetailsAnswer = Extract<Event, { type: `details-${string}` }>;

/** What the reading of the open session found; that of an older request is dropped. */
export function sessionAnswer(state: State, event: SessionAnswer): State {
	const { session } = state;
	if (session === undefined || session.request !== event.request) return state;
	switch (event.type) {
		case "session-progress":
			// A session read again stays on screen until the new reading is there.
			if (session.content.kind === "ready") return state;
			return {
				...state,
				session: { ...session, content: { kind: "reading", read: event.read, total: event.total } },
			};
		case "session-read": {
			const content = { kind: "ready", session: event.session, blocks: event.blocks } as const;
			const tree = session.tree && withTreeRows(session.tree, event.session.tree, state.size);
			return { ...state, session: { ...session, content, tree } };
		}
		case "session-failed":
			return { ...state, session: { ...session, content: { kind: "failed", reason: event.reason } } };
		default:
			return event satisfies never;
	}
}

export function detailsAnswer(state: State, event: DetailsAnswer): State {
	const { page } = state;
	if (page === undefined || page.request !== event.request) return state;
	if (event.type === "details-failed") return withStatus({ ...state, page: undefined }, error(event.reason));
	return { ...state, page: { ...page, request: undefined, lines: event.lines } };
}

/** The session's file was changed by us: its row is made anew, and where it is open it is read again. */
export function sessionChanged(state: State, session: ListedSession, message: string): Update {
	const listed = mergeListed(state.sessions.listed, [session]);
	const sessions = withRows({ ...state.sessions, listed, preview: undefined }, state.size);
	const changed = withStatus({ ...state, sessions }, info(message));
	const open = changed.session;
	if (open === undefined || open.path !== session.info.path) return [changed, []];
	const [numbered, request] = requested(changed);
	return [
		{ ...numbered, session: { ...open, request } },
		[{ type: "read-session", request, path: open.path }],
	];
}

/** A session was made by us: it is listed, and has the cursor. */
export function sessionMade(state: State, session: ListedSession, message: string): State {
	const listed = mergeListed(state.sessions.listed, [session]);
	return withStatus(
		{ ...state, sessions: withRows({ ...state.sessions, listed, cursor: session.info.path }, state.size) },
		info(message),
	);
}

/** The leaf was moved: back to the transcript, at its new end, with what is to be edited in the prompt. */
export function leafSwitched(state: State, event: Extract<Event, { type: "leaf-switched" }>): Update {
	const { session: open } = state;
	if (open === undefined) return sessionChanged(state, event.session, event.message);
	const typed = open.prompt.text === open.offered ? EMPTY_FIELD : open.prompt;
	const session = {
		...open,
		tree: undefined,
		prompt: event.prompt === undefined ? typed : fieldOf(event.prompt),
		offered: event.prompt ?? "",
		focus: "prompt",
		top: "end",
	} as const;
	return sessionChanged({ ...state, session, working: undefined }, event.session, event.message);
}
