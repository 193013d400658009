import type { Preview } from "../../session/preview.js";
import type { SessionInfo } from "../../store/info.js";
import type { Scope } from "../../store/scope.js";
import type { SearchHit } from "../../store/search.js";
import type { Sort } from "../../store/sort.js";
import type { Unreadable } from "../../store/store-files.js";
import type { ThreadRow } from "../../store/threads.js";
import { EMPTY_FIELD, type TextField } from "../text-field.js";

/** How far a session's working directory is from where the browser was started. */
export type Nearness = "directory" | "repository" | "elsewhere";
export interface ListedSession {
	readonly info: SessionInfo;
	readonly nearness: Nearness;
	/** The working directory is known not to be there. */
	readonly cwdMissing: boolean;
}

/** Reading the store: which read, and how far it is. */
export interface Reading {
	readonly request: number;
	readonly loaded: number;
	readonly total: number;
	/** The store changed meanwhile: it is to be read once more. */
	readonly stale: boolean;
}

interface OfSession {
	readonly path: string;
	/** What the list knew of the file when its preview was asked for: with another, it is read again. */
	readonly stamp: string;
}

export type PreviewContent = OfSession &
	(
		| {
				readonly kind: "reading";
				readonly request: number;
				/** What is shown of the same session until then. */
				readonly before: Preview | undefined;
		  }
		| { readonly kind: "ready"; readonly preview: Preview }
		| { readonly kind: "failed"; readonly reason: string }
	);

export interface Renaming {
	readonly path: string;
	readonly field: TextField;
}

/** A row of the list: a session, or the heading of a group of them. */
export type SessionRow =
	| {
			readonly kind: "session";
			readonly session: ListedSession;
			/** Sanitised, on one line. */
			readonly title: string;
			/** Of a fork under its parents: which of the forks on the way down to it are the last of theirs. */
			readonly lasts: ThreadRow<unknown>["lasts"];
			/** Why the search found it. */
			readonly hit: SearchHit | undefined;
	  }
	| { readonly kind: "group"; readonly cwd: string; readonly missing: boolean };

/** The list of sessions. A session is known by its path: two files may carry one id. */
export interface SessionsScreen {
	readonly listed: readonly ListedSession[];
	readonly unreadable: readonly Unreadable[];
	/** Undefined when nothing is being read. */
	readonly reading: Reading | undefined;
	/** The store was read to its end once: all sessions are listed, as far as is known. */
	readonly whole: boolean;
	/** Why the store cannot be read at all. */
	readonly failure: string | undefined;
	readonly scope: Scope;
	readonly sort: Sort;
	readonly namedOnly: boolean;
	readonly paths: boolean;
	/** Undefined: as the terminal's width has it. */
	readonly previewing: boolean | undefined;
	readonly preview: PreviewContent | undefined;
	readonly query: TextField;
	/** Which of the commands offered for a typed `/` is chosen. */
	readonly completion: number;
	/** Path of the session the cursor is on; undefined until a key or a later reading: the first row, whichever it is. */
	readonly cursor: string | undefined;
	/** Index of the first row shown. */
	readonly top: number;
	readonly renaming: Renaming | undefined;
	/** Paths of marked sessions: what is deleted next. Kept through search and sort. */
	readonly marked: ReadonlySet<string>;
	/** What is shown, derived from the above by `withRows`. */
	readonly rows: readonly SessionRow[];
	/** Sessions that match the filters in each scope, for the header and for the empty state. */
	readonly matching: Readonly<Record<Scope, number>>;
	/** Sessions in the scope, whatever the filters. */
	readonly inScope: number;
}

export function emptySessionsScreen(scope: Scope, query = ""): SessionsScreen {
	return {
		listed: [],
		unreadable: [],
		reading: undefined,
		whole: false,
		failure: undefined,
		scope,
		sort: "recent",
		namedOnly: false,
		paths: false,
		previewing: undefined,
		preview: undefined,
		query: query === "" ? EMPTY_FIELD : { text: query, cursor: query.length },
		completion: 0,
		cursor: undefined,
		top: 0,
		renaming: undefined,
		marked: new Set(),
		rows: [],
		matching: { directory: 0, repository: 0, all: 0 },
		inScope: 0,
	};
}
