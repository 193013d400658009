import type { SessionTree } from "../../session/tree.js";
import type { ParsedCommand } from "../slash-commands.js";
import type { Environment, Size } from "../state.js";
import type { TreeScreen } from "./state.js";

/** What the tree asks of the browser around it; `entryId` is that of the entry under the cursor. */
export type TreeRequest =
	| { readonly type: "close" | "quit" | "help" | "undo" }
	| { readonly type: "select" | "show-text" | "copy"; readonly entryId: string }
	| { readonly type: "label"; readonly entryId: string; readonly label: string }
	| { readonly type: "command"; readonly parsed: ParsedCommand; readonly entryId: string | undefined };

export interface TreeContext {
	readonly environment: Environment;
	readonly size: Size;
	readonly tree: SessionTree;
}

export type Outcome = readonly [TreeScreen, TreeRequest?];
