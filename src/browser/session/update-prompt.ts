import { completeCommand, enterCommand } from "../command-line.js";
import type { InputEvent } from "../input.js";
import { type Action, actionOf } from "../keys.js";
import { isCommandLine } from "../slash-commands.js";
import { moveRow } from "../text-area.js";
import { EMPTY_FIELD, edit, fieldOf, insert, overflows, type TextField } from "../text-field.js";
import { step } from "../viewport.js";
import { commonAction, isCommon } from "./common-actions.js";
import { withoutSeeking } from "./finding.js";
import { pageOf } from "./geometry.js";
import { completionsOf } from "./prompt.js";
import type { Outcome, SessionContext } from "./request.js";
import type { SessionScreen } from "./state.js";
import { focusTranscript, scrollBy } from "./transcript.js";

/** What input does while the prompt has the keys. */
export function updatePrompt(given: SessionScreen, input: InputEvent, context: SessionContext): Outcome {
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
	if (isCommon(action)) return commonAction(screen, action, context);
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
		default:
			return action satisfies never;
	}
}

function withPrompt(screen: SessionScreen, prompt: TextField): SessionScreen {
	return { ...screen, prompt, completion: 0 };
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
