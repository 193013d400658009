import type { Event } from "../event.js";
import { type Update, withStatus } from "../requests.js";
import type { State } from "../state.js";
import { error } from "../status.js";
import { mergeListed, readStore } from "./listing.js";
import { withRows } from "./rows.js";

type StoreAnswer = Extract<Event, { type: `store-${string}`; request: number }>;
type PreviewAnswer = Extract<Event, { type: `preview-${string}` }>;

/** What a reading of the store found; that of an older request is dropped. */
export function storeAnswer(state: State, event: StoreAnswer): Update {
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
				sessions: withRows({ ...sessions, listed, unreadable, reading: undefined, whole: true }, size),
			};
			return reading.stale ? readStore(read) : [read, []];
		}
		case "store-failed":
			return [failed({ ...state, sessions: { ...sessions, reading: undefined, failure: event.reason } }), []];
		default:
			return event satisfies never;
	}
}

/** What was listed before stays, so it is said that it may not be so any more. */
function failed(state: State): State {
	const { listed, failure } = state.sessions;
	if (listed.length === 0 || failure === undefined) return state;
	return withStatus(state, error(`The sessions cannot be read: ${failure}`));
}

export function previewAnswer(state: State, event: PreviewAnswer): State {
	const { preview } = state.sessions;
	if (preview?.kind !== "reading" || preview.request !== event.request) return state;
	const { path, stamp } = preview;
	const content =
		event.type === "preview-read"
			? ({ kind: "ready", path, stamp, preview: event.preview } as const)
			: ({ kind: "failed", path, stamp, reason: event.reason } as const);
	return { ...state, sessions: { ...state.sessions, preview: content } };
}
