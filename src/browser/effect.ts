import type { DeletedSession, DeletionPlan } from "../store/trash/delete.js";
import type { Restorable } from "../store/trash/restore.js";
import type { ResumeWish } from "./resume-wish.js";
import type { Seek } from "./session/find.js";
import type { SummaryWish, SwitchWish } from "./tree/switch-wish.js";

/** Something to be done outside the state. Its outcome comes back as an event that carries `request`. */
export type Effect =
	/** Lists the store. `fresh` reads every file; else what is known and unchanged is kept. */
	| { readonly type: "read-store"; readonly request: number }
	/** Reads the last messages of a session for the preview; a later one replaces it. */
	| { readonly type: "read-preview"; readonly request: number; readonly path: string }
	| { readonly type: "read-session"; readonly request: number; readonly path: string }
	/** `now`, in Unix milliseconds: ages are counted from it. */
	| { readonly type: "read-details"; readonly request: number; readonly path: string; readonly now: number }
	/** Lets keys come first, then answers with `seek-on`. */
	| { readonly type: "seek-on"; readonly seek: Seek }
	| { readonly type: "stop-reading"; readonly what: "session" | "details" }
	| { readonly type: "name-session"; readonly path: string; readonly name: string }
	/** Labels the last message of the active branch; an empty label takes it away. */
	| {
			readonly type: "label-session";
			readonly path: string;
			/** Undefined: the last message of the active branch. */
			readonly entryId: string | undefined;
			readonly label: string;
	  }
	/** Makes a new session of the active branch, or of the whole tree. */
	| {
			readonly type: "fork-session";
			readonly path: string;
			readonly of: "branch" | "tree";
			/** The entry the branch ends with; undefined: the leaf. */
			readonly entryId: string | undefined;
	  }
	/** Checks the working directory and the agent, then hands the terminal over. */
	| { readonly type: "resume"; readonly wish: ResumeWish }
	/** Forks the session into `wish.cwd`, then resumes the fork. */
	| { readonly type: "fork-and-resume"; readonly wish: ResumeWish }
	| { readonly type: "complete-directory"; readonly request: number; readonly text: string }
	/** Moves the leaf, with what is kept of the branch that is left. */
	| {
			readonly type: "switch-leaf";
			readonly wish: SwitchWish;
			readonly summary: Exclude<SummaryWish, { kind: "agent" }>;
	  }
	/** Has the agent summarise the branch that is left, then moves the leaf. */
	| {
			readonly type: "summarise-and-switch";
			readonly request: number;
			readonly wish: SwitchWish;
			readonly focus: string;
	  }
	| { readonly type: "cancel-summary" }
	/** Switches back to where the last switch came from. */
	| { readonly type: "undo-switch"; readonly path: string }
	/** Puts on the clipboard the command that resumes the session. */
	| { readonly type: "copy-command"; readonly path: string }
	/** Puts text on the clipboard, through the terminal. */
	| { readonly type: "copy"; readonly text: string }
	/** Looks at what deleting sessions would take. */
	| { readonly type: "plan-deletion"; readonly request: number; readonly paths: readonly string[] }
	| {
			readonly type: "delete-sessions";
			readonly request: number;
			readonly plan: DeletionPlan;
			readonly forever: boolean;
	  }
	/** No further session goes; what has gone is told. */
	| { readonly type: "stop-deletion" }
	| { readonly type: "restore-deleted"; readonly sessions: readonly DeletedSession[] }
	/** No further session comes back; what has come is told. */
	| { readonly type: "stop-restoring" }
	/** Looks for files that hold no more than another does. */
	| { readonly type: "find-duplicates"; readonly request: number }
	/** Looks at what goes along with the sessions of the store. */
	| { readonly type: "measure-artifacts"; readonly request: number }
	| { readonly type: "read-trash"; readonly request: number }
	/** `alternative`: under another name where the own one is taken. */
	| { readonly type: "restore-trashed"; readonly items: readonly Restorable[]; readonly alternative: boolean }
	| { readonly type: "quit"; readonly code: number };
