import type { Session } from "../../session/session.js";
import type { TranscriptBlock } from "../../session/transcript.js";
import { EMPTY_FIELD, type TextField } from "../text-field.js";
import type { TreeScreen } from "../tree/state.js";
import type { Seek } from "./find.js";
import { type Position, START } from "./scroll.js";

export type Content =
	| { readonly kind: "reading"; readonly read: number; readonly total: number }
	| { readonly kind: "failed"; readonly reason: string }
	| { readonly kind: "ready"; readonly session: Session; readonly blocks: readonly TranscriptBlock[] };

/** The screen of one session. */
export interface SessionScreen {
	readonly path: string;
	/** The read this screen waits for. */
	readonly request: number;
	readonly content: Content;
	readonly focus: "prompt" | "transcript" | "find";
	readonly prompt: TextField;
	/** What the last switch of branch put into the prompt; an undo takes it away again, if it was not changed. */
	readonly offered: string;
	/** Which of the shown completions is chosen. */
	readonly completion: number;
	readonly find: TextField;
	/** The search for `find` that is under way, in a transcript too long to be looked through in one go. */
	readonly seeking: Seek | undefined;
	/** No line holds what was searched for. */
	readonly unmatched: boolean;
	/** Blocks that differ from how they are shown at first. */
	readonly toggled: ReadonlySet<string>;
	readonly allOpen: boolean;
	readonly thinking: boolean;
	/** First line of the window; "end" keeps to the end. */
	readonly top: Position | "end";
	/** The line the keys act on while the transcript has the focus. */
	readonly cursor: Position;
	/** The entry tree, open over the transcript. */
	readonly tree: TreeScreen | undefined;
}

export function openSessionScreen(path: string, request: number): SessionScreen {
	return {
		path,
		request,
		content: { kind: "reading", read: 0, total: 0 },
		focus: "prompt",
		prompt: EMPTY_FIELD,
		offered: "",
		completion: 0,
		find: EMPTY_FIELD,
		seeking: undefined,
		unmatched: false,
		toggled: new Set(),
		allOpen: false,
		thinking: true,
		top: "end",
		cursor: START,
		tree: undefined,
	};
}
