import { startFind } from "./finding.js";
import type { Outcome, SessionContext } from "./request.js";
import type { SessionScreen } from "./state.js";
import { goTo } from "./transcript.js";

const COMMON = ["top", "bottom", "find", "thinking", "fold-all", "undo", "help", "quit"] as const;

/** What keys do in the prompt and in the transcript alike. */
export type CommonAction = (typeof COMMON)[number];

export function isCommon(action: string | undefined): action is CommonAction {
	return COMMON.some((common) => common === action);
}

export function commonAction(screen: SessionScreen, action: CommonAction, context: SessionContext): Outcome {
	switch (action) {
		case "top":
		case "bottom":
			return [goTo(screen, context, action)];
		case "find":
			return [startFind(screen, context)];
		case "thinking":
			return [{ ...screen, thinking: !screen.thinking }];
		case "fold-all":
			return [{ ...screen, allOpen: !screen.allOpen, toggled: new Set() }];
		case "undo":
		case "help":
		case "quit":
			return [screen, { type: action }];
		default:
			return action satisfies never;
	}
}
