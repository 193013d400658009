import type { SessionInfo } from "../../store/info.js";
import { SCOPES } from "../../store/scope.js";
import { sanitiseLine } from "../../text/sanitise.js";
import { completeCommand, enterCommand } from "../command-line.js";
import { updateInline } from "../inline-field.js";
import type { InputEvent } from "../input.js";
import { type Action, actionOf } from "../keys.js";
import { completions, isCommandLine, type ParsedCommand } from "../slash-commands.js";
import type { Environment, Size } from "../state.js";
import { EMPTY_FIELD, edit, fieldOf, type TextField } from "../text-field.js";
import { isMove, type Move, moved, wheelRows } from "../viewport.js";
import { cursorIndex, cursorSession, moveTo, pinned, rowAt, sessionRowIndex } from "./cursor.js";
import { sessionsGeometry } from "./geometry.js";
import { markedSessions, toggleAllMarks, toggleMark } from "./marks.js";
import { withRows } from "./rows.js";
import type { SessionsScreen } from "./state.js";

/** What the list asks of the browser around it. */
export type SessionsRequest =
	| { readonly type: "open"; readonly path: string }
	| { readonly type: "resume"; readonly path: string }
	| { readonly type: "choose-sort" }
	| { readonly type: "name"; readonly path: string; readonly name: string }
	| { readonly type: "refresh" }
	| { readonly type: "delete"; readonly paths: readonly string[] }
	| { readonly type: "undo" | "prune" }
	| { readonly type: "help" }
	| { readonly type: "quit" }
	| { readonly type: "leave" }
	| { readonly type: "command"; readonly parsed: ParsedCommand };

export interface SessionsContext {
	readonly environment: Environment;
	readonly size: Size;
}

type Outcome = readonly [SessionsScreen, SessionsRequest?];

/** What a key, text, paste, click or wheel does to the list. */
export function updateSessions(screen: SessionsScreen, input: InputEvent, context: SessionsContext): Outcome {
	if (input.type === "mouse") return mouse(screen, input, context);
	if (screen.renaming !== undefined) return rename(screen, screen.renaming, input, context);
	if (input.type === "text" && input.text === "?" && screen.query.text === "")
		return [screen, { type: "help" }];
	const action = actionOf("sessions", input, context.environment.keys);
	if (action !== undefined) return act(screen, action, context);
	const field = edit(screen.query, input);
	return [field === undefined || field === screen.query ? screen : withQuery(screen, field, context)];
}

function act(screen: SessionsScreen, action: Action<"sessions">, context: SessionsContext): Outcome {
	if (isMove(action)) return [move(screen, action, context.size)];
	switch (action) {
		case "open":
			return enter(screen, context);
		case "resume-now":
			return onSession(screen, (at, { path }) => [at, { type: "resume", path }]);
		case "scope": {
			if (completions(screen.query.text).length > 0) return [complete(screen, context)];
			const scope = SCOPES[(SCOPES.indexOf(screen.scope) + 1) % SCOPES.length] ?? "all";
			return [withRows({ ...screen, scope }, context.size)];
		}
		case "sort":
			return [screen, { type: "choose-sort" }];
		case "named":
			return [withRows({ ...screen, namedOnly: !screen.namedOnly }, context.size)];
		case "paths":
			return [{ ...screen, paths: !screen.paths }];
		case "rename":
			return onSession(screen, (at, { path, name }) => [
				{ ...at, renaming: { path, field: fieldOf(sanitiseLine(name ?? "")) } },
			]);
		case "preview": {
			const shown = sessionsGeometry(screen, context.size).preview !== undefined;
			return [withRows({ ...screen, previewing: !shown }, context.size)];
		}
		case "delete": {
			const marked = markedSessions(screen).map(({ info }) => info.path);
			if (marked.length > 0) return [screen, { type: "delete", paths: marked }];
			return onSession(screen, (at, { path }) => [at, { type: "delete", paths: [path] }]);
		}
		case "undo":
		case "prune":
			return [screen, { type: action }];
		case "mark":
			return onSession(screen, (at, { path }) => [
				moveTo(toggleMark(at, path), cursorIndex(at) + 1, context.size, 1),
			]);
		case "mark-all":
			return [toggleAllMarks(screen)];
		case "refresh":
			return [screen, { type: "refresh" }];
		case "help":
			return [screen, { type: "help" }];
		case "back":
			if (screen.query.text !== "") return [withQuery(screen, EMPTY_FIELD, context)];
			return screen.marked.size > 0 ? [{ ...screen, marked: new Set() }] : [screen, { type: "leave" }];
		case "quit":
			return [screen, { type: "quit" }];
		default:
			return action satisfies never;
	}
}

/** Moves among the commands that are offered, else through the rows. */
function move(screen: SessionsScreen, by: Move, size: Size): SessionsScreen {
	const offered = completions(screen.query.text).length;
	if (offered > 0 && (by === "up" || by === "down"))
		return { ...screen, completion: moved(by, screen.completion, 1, offered) };
	const at = cursorIndex(screen);
	const index = moved(by, at, sessionsGeometry(screen, size).list.rows, screen.rows.length);
	return moveTo(screen, index, size, index < at ? -1 : 1);
}

function enter(screen: SessionsScreen, context: SessionsContext): Outcome {
	const { text } = screen.query;
	if (!isCommandLine(text)) {
		const type = context.environment.picker ? "resume" : "open";
		return onSession(screen, (at, { path }) => [at, { type, path }]);
	}
	const entered = enterCommand(text, screen.completion);
	if (entered.kind === "complete") return [withQuery(screen, fieldOf(entered.text), context)];
	const { parsed } = entered;
	return [
		parsed.kind === "command" ? withQuery(screen, EMPTY_FIELD, context) : screen,
		{ type: "command", parsed },
	];
}

function complete(screen: SessionsScreen, context: SessionsContext): SessionsScreen {
	const text = completeCommand(screen.query.text, screen.completion);
	return text === undefined ? screen : withQuery(screen, fieldOf(text), context);
}

/** Does something to the session under the cursor, which stays there whatever comes of it. */
function onSession(
	screen: SessionsScreen,
	then: (at: SessionsScreen, info: SessionInfo) => Outcome,
): Outcome {
	const session = cursorSession(screen);
	return session === undefined ? [screen] : then(pinned(screen), session.info);
}

/** A changed search starts at its best hit; a search that was cleared leaves the cursor on its session. */
function withQuery(screen: SessionsScreen, query: TextField, context: SessionsContext): SessionsScreen {
	if (query.text === screen.query.text) return { ...screen, query };
	const searches = query.text !== "" && !isCommandLine(query.text);
	const kept = cursorSession(screen)?.info.path;
	return withRows({ ...screen, query, completion: 0, cursor: searches ? undefined : kept }, context.size);
}

function rename(
	screen: SessionsScreen,
	renaming: NonNullable<SessionsScreen["renaming"]>,
	input: InputEvent,
	{ environment }: SessionsContext,
): Outcome {
	const outcome = updateInline(renaming.field, input, environment.keys);
	switch (outcome.kind) {
		case "submit":
			return [
				{ ...screen, renaming: undefined },
				{ type: "name", path: renaming.path, name: renaming.field.text },
			];
		case "closed":
			return [{ ...screen, renaming: undefined }];
		case "quit":
			return [screen, { type: "quit" }];
		case "open":
			return [
				outcome.field === renaming.field
					? screen
					: { ...screen, renaming: { ...renaming, field: outcome.field } },
			];
		default:
			return outcome satisfies never;
	}
}

function mouse(
	screen: SessionsScreen,
	input: Extract<InputEvent, { type: "mouse" }>,
	context: SessionsContext,
): Outcome {
	if (screen.renaming !== undefined) return [screen];
	const wheel = wheelRows(input);
	if (wheel !== undefined)
		return [moveTo(screen, cursorIndex(screen) + wheel, context.size, wheel < 0 ? -1 : 1)];
	if (input.action !== "press" || input.button !== 0) return [screen];
	const index = rowAt(screen, context.size, input);
	return [
		index === undefined
			? screen
			: moveTo(screen, sessionRowIndex(screen.rows, index, 1) ?? index, context.size, 1),
	];
}
