import type { Preview } from "../session/preview.js";
import type { Session } from "../session/session.js";
import type { TranscriptBlock } from "../session/transcript.js";
import type { ArtifactSizes } from "../store/prune/artifact-sizes.js";
import type { Unreadable } from "../store/store-files.js";
import type { DeletedSession, Deletion, DeletionPlan } from "../store/trash/delete.js";
import type { Restorable } from "../store/trash/restore.js";
import type { TrashedSession } from "../store/trash/trash-can.js";
import type { Line } from "../text/spans.js";
import type { InputEvent } from "./input.js";
import type { ResumeWish } from "./resume-wish.js";
import type { Seek } from "./session/find.js";
import type { ListedSession } from "./sessions/state.js";

/** Everything that happens to the browser: input, the terminal, time, and what effects found. */
export type Event =
	| { readonly type: "started" }
	| { readonly type: "input"; readonly input: InputEvent }
	| { readonly type: "resized"; readonly columns: number; readonly rows: number }
	| { readonly type: "clock"; readonly now: number }
	/** The store's files changed while the browser was open. */
	| { readonly type: "store-changed" }
	| {
			readonly type: "store-progress";
			readonly request: number;
			readonly loaded: number;
			readonly total: number;
	  }
	| { readonly type: "store-sessions"; readonly request: number; readonly sessions: readonly ListedSession[] }
	/** The whole store is read; `sessions` are all there are. */
	| {
			readonly type: "store-read";
			readonly request: number;
			readonly sessions: readonly ListedSession[];
			readonly unreadable: readonly Unreadable[];
	  }
	| { readonly type: "store-failed"; readonly request: number; readonly reason: string }
	| {
			readonly type: "preview-read";
			readonly request: number;
			readonly path: string;
			readonly preview: Preview;
	  }
	| {
			readonly type: "preview-failed";
			readonly request: number;
			readonly path: string;
			readonly reason: string;
	  }
	| {
			readonly type: "session-progress";
			readonly request: number;
			readonly read: number;
			readonly total: number;
	  }
	| {
			readonly type: "session-read";
			readonly request: number;
			readonly session: Session;
			readonly blocks: readonly TranscriptBlock[];
	  }
	/** Nothing came in between: the search in the transcript may go on. */
	| { readonly type: "seek-on"; readonly seek: Seek }
	| { readonly type: "session-failed"; readonly request: number; readonly reason: string }
	| {
			readonly type: "details-read";
			readonly request: number;
			readonly lines: (columns: number) => readonly Line[];
	  }
	| { readonly type: "details-failed"; readonly request: number; readonly reason: string }
	/** The file was changed by us; `session` is what it says now. */
	| { readonly type: "session-changed"; readonly session: ListedSession; readonly message: string }
	| { readonly type: "change-failed"; readonly reason: string }
	/** A new session was made by us: it is opened. */
	| { readonly type: "session-made"; readonly session: ListedSession; readonly message: string }
	/** The leaf was moved; `prompt` is what to edit there. */
	| {
			readonly type: "leaf-switched";
			readonly session: ListedSession;
			/** The text to edit; undefined after an undo, which leaves what was typed. */
			readonly prompt: string | undefined;
			readonly message: string;
	  }
	| {
			readonly type: "summary-progress";
			readonly request: number;
			readonly seconds: number;
			readonly received: number;
	  }
	/** The summary failed and nothing was written: the choice is the user's again. */
	| { readonly type: "summary-failed"; readonly request: number; readonly reason: string }
	| { readonly type: "copied"; readonly message: string }
	| {
			readonly type: "duplicates-found";
			readonly request: number;
			readonly duplicates: ReadonlyMap<string, string>;
	  }
	/** What goes along with the sessions of the store. */
	| { readonly type: "artifacts-measured"; readonly request: number; readonly artifacts: ArtifactSizes }
	| { readonly type: "deletion-planned"; readonly request: number; readonly plan: DeletionPlan }
	| {
			readonly type: "deletion-progress";
			readonly request: number;
			readonly done: number;
			readonly total: number;
	  }
	| { readonly type: "deletion-done"; readonly request: number; readonly deletion: Deletion }
	| { readonly type: "deletion-failed"; readonly request: number; readonly reason: string }
	/** How many sessions have come back from the trash so far. */
	| { readonly type: "restore-progress"; readonly done: number; readonly total: number }
	/** Bringing back ended: what came is listed again. `failed`: something did not come, for a reason that `message` tells. */
	| {
			readonly type: "sessions-restored";
			readonly sessions: readonly ListedSession[];
			/** Stay in the trash because something else has their names: the user is asked. */
			readonly taken: readonly Restorable[];
			/** Where each that came back was before, and where it lay in the trash. */
			readonly back: readonly { readonly path: string; readonly inTrash: string }[];
			/** What the last deletion took and is in the trash still. */
			readonly again: readonly DeletedSession[];
			readonly message: string;
			readonly failed: boolean;
	  }
	| {
			readonly type: "trash-read";
			readonly request: number;
			readonly items: readonly TrashedSession[];
			readonly note: string | undefined;
	  }
	/** The session's file is gone. */
	| { readonly type: "session-gone"; readonly path: string; readonly reason: string }
	/** The browser was opened to resume this session at once. */
	| { readonly type: "resume-wanted"; readonly wish: ResumeWish }
	/** Resuming needs a decision first. */
	| { readonly type: "cwd-missing"; readonly wish: ResumeWish; readonly cwd: string }
	| { readonly type: "resume-warning"; readonly wish: ResumeWish; readonly warnings: readonly string[] }
	| { readonly type: "resume-failed"; readonly reason: string }
	| { readonly type: "directory-refused"; readonly reason: string }
	| {
			readonly type: "directory-completed";
			readonly request: number;
			readonly text: string;
			readonly suggestions: readonly string[];
	  };
