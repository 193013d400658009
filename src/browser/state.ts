import type { Sort } from "../store/sort.js";
import type { Restorable } from "../store/trash/restore.js";
import type { DeletionScreen, LastDeleted } from "./deletion/state.js";
import type { KeyOverrides } from "./keys.js";
import type { Menu } from "./menu.js";
import type { Page } from "./page.js";
import type { PruneScreen } from "./prune/state.js";
import type { ResumeWish } from "./resume-wish.js";
import type { SessionScreen } from "./session/state.js";
import type { SessionsScreen } from "./sessions/state.js";
import type { Status } from "./status.js";
import type { TextField } from "./text-field.js";
import type { TrashScreen } from "./trash/state.js";
import type { SummaryWish, SwitchWish } from "./tree/switch-wish.js";

export interface Size {
	readonly columns: number;
	readonly rows: number;
}

/** What does not change while the browser is open. */
export interface Environment {
	/** The directory the browser was started in. */
	readonly cwd: string;
	readonly home: string;
	readonly sessionDir: string;
	/** Name of the agent that resumes, for the words on screen. */
	readonly agent: string;
	/** Name of the program that summarises a branch, for the words on screen. */
	readonly summariser: string;
	/** Enter on the list resumes at once (`prime-sessions resume`). */
	readonly picker: boolean;
	/** Sent to the agent of the session that is picked; empty: none. */
	readonly prompt: string;
	/** Opened only to ask about one session: without an answer the browser is left. */
	readonly asking: boolean;
	readonly keys: KeyOverrides;
}

/** What a choice of a menu stands for. */
export type Choice =
	| { readonly type: "cancel" }
	| { readonly type: "sort"; readonly sort: Sort }
	| { readonly type: "resume"; readonly wish: ResumeWish }
	| { readonly type: "choose-directory"; readonly wish: ResumeWish }
	| { readonly type: "fork-and-resume"; readonly wish: ResumeWish }
	| { readonly type: "restore-elsewhere"; readonly items: readonly Restorable[] }
	| { readonly type: "switch"; readonly wish: SwitchWish; readonly summary: SummaryWish }
	| {
			readonly type: "write";
			readonly purpose: Writing["purpose"];
			readonly wish: SwitchWish;
			readonly draft: string;
	  };

/** A text the user writes about the branch that is left: what a summary should focus on, or the summary. */
export interface Writing {
	readonly purpose: "focus" | "summary";
	readonly wish: SwitchWish;
	readonly field: TextField;
}

/** Something that runs for a while and can be cancelled. */
export interface Working {
	readonly request: number;
	/** What is done, for the screen. */
	readonly what: string;
	readonly wish: SwitchWish;
	/** What the summary is to be about; empty: no focus. */
	readonly focus: string;
	/** Seconds since it began. */
	readonly seconds: number;
	/** Bytes that came so far. */
	readonly received: number;
}

/** The line that asks for a directory. */
export interface DirectoryField {
	readonly wish: ResumeWish;
	readonly field: TextField;
	/** The completion this field waits for. */
	readonly request: number;
	readonly suggestions: readonly string[];
	/** Why the directory given last does not do. */
	readonly refusal: string | undefined;
}

export interface State {
	readonly environment: Environment;
	readonly size: Size;
	/** Unix milliseconds, as of the last tick: ages on screen are counted from it. */
	readonly now: number;
	/** Numbers the effects that answer, so that stale answers are told apart. */
	readonly requests: number;
	readonly sessions: SessionsScreen;
	/** Open over the list. */
	readonly session: SessionScreen | undefined;
	/** Open over either screen, in this order. */
	readonly page: Page | undefined;
	readonly menu: Menu<Choice> | undefined;
	readonly directory: DirectoryField | undefined;
	readonly trash: TrashScreen | undefined;
	readonly prune: PruneScreen | undefined;
	readonly deletion: DeletionScreen | undefined;
	readonly lastDeleted: LastDeleted;
	/** How many times sessions are on their way back from the trash. */
	readonly restoring: number;
	readonly writing: Writing | undefined;
	readonly working: Working | undefined;
	readonly status: Status | undefined;
}
