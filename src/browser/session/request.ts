import type { ParsedCommand } from "../slash-commands.js";
import type { Environment, Size } from "../state.js";
import type { SessionScreen } from "./state.js";

/** What the session screen asks of the browser around it. */
export type SessionRequest =
	| { readonly type: "close" }
	| { readonly type: "quit" }
	| { readonly type: "help" }
	| { readonly type: "undo" }
	| { readonly type: "resume"; readonly prompt: string }
	/** Not all that was typed or pasted found room. */
	| { readonly type: "prompt-full" }
	| { readonly type: "command"; readonly parsed: ParsedCommand };

/** What the screen is shown in. */
export interface SessionContext {
	readonly environment: Environment;
	readonly size: Size;
	readonly now: number;
}

export type Outcome = readonly [SessionScreen, SessionRequest?];
