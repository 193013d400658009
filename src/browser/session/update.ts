import { completeCommand, enterCommand } from "../command-line.js";
import type { InputEvent } from "../input.js";
import { type Action, actionOf } from "../keys.js";
import { isCommandLine, type ParsedCommand } from "../slash-commands.js";
import type { Environment, Size } from "../state.js";
import { moveRow } from "../text-area.js";
import { EMPTY_FIELD, edit, fieldOf, insert, overflows, type TextField } from "../text-field.js";
import { step, wheelRows } from "../viewport.js";
import { findNext, findWhileTyping, leaveFind, startFind, withoutSeeking } from "./finding.js";
import { sessionGeometry } from "./geometry.js";
import { completionsOf } from "./prompt.js";
import type { SessionScreen } from "./state.js";
import { focusTranscript, goTo, moveCursor, scrollBy, toggleAt } from "./transcript.js";

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

export interface SessionContext {
	readonly environment: Environment;
	readonly size: Size;
	readonly now: number;
}

type Outcome = readonly [SessionScreen, SessionRequest?];

/** What a key, text, paste or wheel does to the session screen. */
export function updateSession(screen: SessionScreen, input: InputEvent, context: SessionContext): Outcome {
	const wheel = wheelRows(input);
	if (wheel !== undefined) return [scrollBy(screen, context, wheel)];
	if (input.type === "mouse") return [screen];
	switch (screen.focus) {
		case "prompt":
			return inPrompt(screen, input, context);
		case "transcript":
			return inTranscript(screen, input, context);
		case "find":
			return inFind(screen, input, context);
		default:
			return screen.focus satisfies never;
	}
}

function inPrompt(given: SessionScreen, input: InputEvent, context: SessionContext): Outcome {
	const screen = withoutSeeking(given);
	if (input.type === "text" && input.text === "?" && screen.prompt.text === "")
		return [screen, { type: "help" }];
	const action = actionOf("session", input, context.environment.keys);
	if (action !== undefined) return promptAction(screen, action, context);
	const field = edit(screen.prompt, input, "many");
	if (field === undefined) return [screen];
	const next = field === screen.prompt ? screen : withPrompt(screen, field);
	return overflows(screen.prompt, input, "many") ? [next, { type: "prompt-full" }] : [next];
}

function promptAction(screen: SessionScreen, action: Action<"session">, context: SessionContext): Outcome {
	switch (action) {
		case "submit":
			return submit(screen);
		case "newline":
			return [withPrompt(screen, insert(screen.prompt, "\n"))];
		case "complete":
			return [complete(screen)];
		case "up":
			return [upOrDown(screen, context, -1)];
		case "down":
			return [upOrDown(screen, context, 1)];
		case "page-up":
			return [scrollBy(screen, context, -pageOf(screen, context))];
		case "page-down":
			return [scrollBy(screen, context, pageOf(screen, context))];
		case "back":
			return screen.prompt.text === "" ? [screen, { type: "close" }] : [withPrompt(screen, EMPTY_FIELD)];
		case "top":
		case "bottom":
		case "find":
		case "thinking":
		case "fold-all":
		case "undo":
		case "help":
		case "quit":
			return shared(screen, action, context);
		default:
			return action satisfies never;
	}
}

function inTranscript(given: SessionScreen, input: InputEvent, context: SessionContext): Outcome {
	const screen = withoutSeeking(given);
	const action = actionOf("transcript", input, context.environment.keys);
	switch (action) {
		case "open":
		case "fold":
			return [toggleAt(screen, context, action === "open" ? "toggle" : "fold")];
		case "up":
			return [moveCursor(screen, context, -1)];
		case "down":
			return [moveCursor(screen, context, 1)];
		case "page-up":
			return [moveCursor(screen, context, -pageOf(screen, context))];
		case "page-down":
			return [moveCursor(screen, context, pageOf(screen, context))];
		case "next-match":
		case "previous-match":
			if (screen.find.text === "") break;
			return [findNext(screen, context, action === "next-match" ? 1 : -1)];
		case "back":
			return [{ ...screen, focus: "prompt", find: EMPTY_FIELD }];
		case "top":
		case "bottom":
		case "find":
		case "thinking":
		case "fold-all":
		case "undo":
		case "help":
		case "quit":
			return shared(screen, action, context);
		case undefined:
			break;
		default:
			return action satisfies never;
	}
	// Typing goes to the prompt, from wherever it is done.
	if (input.type === "text" || input.type === "paste")
		return inPrompt({ ...screen, focus: "prompt" }, input, context);
	return [screen];
}

function inFind(screen: SessionScreen, input: InputEvent, context: SessionContext): Outcome {
	const action = actionOf("find", input, context.environment.keys);
	switch (action) {
		case "submit":
			return [screen.find.text === "" ? leaveFind(screen) : { ...screen, focus: "transcript" }];
		case "previous":
			return [findNext(screen, context, -1)];
		case "back":
			return [leaveFind(screen)];
		case "quit":
			return [screen, { type: "quit" }];
		case undefined: {
			const field = edit(screen.find, input);
			return [
				field === undefined || field === screen.find ? screen : findWhileTyping(screen, context, field),
			];
		}
		default:
			return action satisfies never;
	}
}

function shared(
	screen: SessionScreen,
	action: Extract<Action<"session">, Action<"transcript">>,
	context: SessionContext,
): Outcome {
	switch (action) {
		case "top":
		case "bottom":
			return [goTo(screen, context, action)];
		case "find":
			return [startFind(screen, context)];
		case "thinking":
			return [{ ...screen, thinking: !screen.thinking, toggled: screen.toggled }];
		case "fold-all":
			return [{ ...screen, allOpen: !screen.allOpen, toggled: new Set() }];
		case "undo":
			return [screen, { type: "undo" }];
		case "help":
			return [screen, { type: "help" }];
		case "quit":
			return [screen, { type: "quit" }];
		default:
			return [screen];
	}
}

function withPrompt(screen: SessionScreen, prompt: TextField): SessionScreen {
	return { ...screen, prompt, completion: 0 };
}

function pageOf(screen: SessionScreen, context: SessionContext): number {
	return Math.max(1, sessionGeometry(screen, context.size).transcript - 1);
}

function upOrDown(screen: SessionScreen, context: SessionContext, by: 1 | -1): SessionScreen {
	const offered = completionsOf(screen);
	if (offered.length > 0) return { ...screen, completion: step(screen.completion, by, offered.length) };
	const prompt = moveRow(screen.prompt, by, context.size.columns);
	if (prompt !== undefined) return { ...screen, prompt };
	return by === -1 ? focusTranscript(screen, context) : scrollBy(screen, context, 1);
}

function complete(screen: SessionScreen): SessionScreen {
	const text = completeCommand(screen.prompt.text, screen.completion);
	return text === undefined ? screen : withPrompt(screen, fieldOf(text));
}

function submit(screen: SessionScreen): Outcome {
	const { text } = screen.prompt;
	if (isCommandLine(text)) {
		const entered = enterCommand(text, screen.completion);
		if (entered.kind === "complete") return [withPrompt(screen, fieldOf(entered.text))];
		const { parsed } = entered;
		return [
			parsed.kind === "command" ? withPrompt(screen, EMPTY_FIELD) : screen,
			{ type: "command", parsed },
		];
	}
	// A trailing backslash continues the prompt on a new line.
	if (text.endsWith("\\")) return [withPrompt(screen, fieldOf(`${text.slice(0, -1)}\n`))];
	return [screen, { type: "resume", prompt: text.trim() }];
}
