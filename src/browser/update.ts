import type { Effect } from "./effect.js";
import type { Event } from "./event.js";
import { requested, type Update, withStatus } from "./requests.js";
import { cwdMenu, warningMenu } from "./resume-menus.js";
import { inWindow } from "./sessions/cursor.js";
import { mergeListed, previewWanted, readStore } from "./sessions/listing.js";
import { withRows } from "./sessions/rows.js";
import type { State } from "./state.js";
import { error, info } from "./status.js";
import { openSession, updateFromInput } from "./update-input.js";

/** The browser's one way to change: what `event` makes of `state`, and what is to be done. Pure. */
export function update(state: State, event: Event): Update {
	const [next, effects] = apply(state, event);
	return previewWanted(next, effects);
}

function apply(state: State, event: Event): Update {
	switch (event.type) {
		case "started":
			return readStore(state);
		case "store-changed": {
			// A reading under way is not begun anew, or a busy store would never be read to its end.
			const { reading } = state.sessions;
			if (reading === undefined) return readStore(state);
			return [{ ...state, sessions: { ...state.sessions, reading: { ...reading, stale: true } } }, []];
		}
		case "input":
			return updateFromInput(state, event.input);
		case "resized":
			return resized(state, event.columns, event.rows);
		case "clock":
			return event.now === state.now ? [state, []] : [{ ...state, now: event.now }, []];
		case "store-progress":
		case "store-sessions":
		case "store-read":
		case "store-failed":
			return storeAnswer(state, event);
		case "preview-read":
		case "preview-failed":
			return [previewAnswer(state, event), []];
		case "session-progress":
		case "session-read":
		case "session-failed":
			return [sessionAnswer(state, event), []];
		case "details-read":
		case "details-failed":
			return [detailsAnswer(state, event), []];
		case "session-changed": {
			const listed = mergeListed(state.sessions.listed, [event.session]);
			const sessions = withRows({ ...state.sessions, listed, preview: undefined }, state.size);
			const changed = withStatus({ ...state, sessions }, info(event.message));
			return rereadOpenSession(changed, event.session.info.path);
		}
		case "session-made": {
			const listed = mergeListed(state.sessions.listed, [event.session]);
			const sessions = withRows({ ...state.sessions, listed }, state.size);
			return openSession(withStatus({ ...state, sessions }, info(event.message)), event.session.info.path);
		}
		case "session-gone": {
			const listed = state.sessions.listed.filter(({ info: { path } }) => path !== event.path);
			const sessions = withRows({ ...state.sessions, listed }, state.size);
			const session = state.session?.path === event.path ? undefined : state.session;
			const page = session === undefined && state.session !== undefined ? undefined : state.page;
			return [withStatus({ ...state, sessions, session, page }, error(event.reason)), []];
		}
		case "change-failed":
		case "resume-failed":
			return [withStatus(state, error(event.reason)), []];
		case "resume-wanted":
			return [state, [{ type: "resume", wish: event.wish }]];
		case "cwd-missing":
			return [{ ...state, menu: cwdMenu(event.wish, event.cwd, state.environment) }, []];
		case "resume-warning":
			return [{ ...state, menu: warningMenu(event.wish, event.warnings, state.environment) }, []];
		case "directory-refused":
			return [
				state.directory === undefined
					? state
					: { ...state, directory: { ...state.directory, refusal: event.reason } },
				[],
			];
		case "directory-completed": {
			const { directory } = state;
			if (directory === undefined || directory.request !== event.request) return [state, []];
			const field = { text: event.text, cursor: event.text.length };
			return [{ ...state, directory: { ...directory, field, suggestions: event.suggestions } }, []];
		}
		default:
			return event satisfies never;
	}
}

function resized(state: State, columns: number, rows: number): Update {
	const size = { columns, rows };
	return [{ ...state, size, sessions: inWindow(state.sessions, size) }, []];
}

type Answer<Prefix extends string> = Extract<Event, { type: `${Prefix}-${string}`; request: number }>;

function storeAnswer(state: State, event: Exclude<Answer<"store">, { type: "store-changed" }>): Update {
	const { sessions, size } = state;
	const { reading } = sessions;
	if (reading?.request !== event.request) return [state, []];
	switch (event.type) {
		case "store-progress": {
			const progress = { ...reading, loaded: event.loaded, total: event.total };
			return [{ ...state, sessions: { ...sessions, reading: progress } }, []];
		}
		case "store-sessions": {
			const listed = mergeListed(sessions.listed, event.sessions);
			return [{ ...state, sessions: withRows({ ...sessions, listed }, size) }, []];
		}
		case "store-read": {
			const { sessions: listed, unreadable } = event;
			const read = {
				...state,
				sessions: withRows({ ...sessions, listed, unreadable, reading: undefined }, size),
			};
			return reading.stale ? readStore(read) : [read, []];
		}
		case "store-failed":
			return [{ ...state, sessions: { ...sessions, reading: undefined, failure: event.reason } }, []];
		default:
			return event satisfies never;
	}
}

function previewAnswer(state: State, event: Answer<"preview">): State {
	const { preview } = state.sessions;
	if (preview?.kind !== "reading" || preview.request !== event.request) return state;
	const { path } = event;
	const content =
		event.type === "preview-read"
			? ({ kind: "ready", path, preview: event.preview } as const)
			: ({ kind: "failed", path, reason: event.reason } as const);
	return { ...state, sessions: { ...state.sessions, preview: content } };
}

function sessionAnswer(
	state: State,
	event: Exclude<Answer<"session">, { type: "session-changed" | "session-gone" }>,
): State {
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
		case "session-read":
			return {
				...state,
				session: { ...session, content: { kind: "ready", session: event.session, blocks: event.blocks } },
			};
		case "session-failed":
			return { ...state, session: { ...session, content: { kind: "failed", reason: event.reason } } };
		default:
			return event satisfies never;
	}
}

function detailsAnswer(state: State, event: Answer<"details">): State {
	const { page } = state;
	if (page === undefined || page.request !== event.request) return state;
	if (event.type === "details-failed") return withStatus({ ...state, page: undefined }, error(event.reason));
	return { ...state, page: { ...page, request: undefined, lines: event.lines } };
}

function rereadOpenSession(state: State, path: string): Update {
	if (state.session === undefined || state.session.path !== path) return [state, []];
	const [numbered, request] = requested(state);
	const effects: Effect[] = [{ type: "read-session", request, path }];
	return [{ ...numbered, session: { ...state.session, request } }, effects];
}
