import { abandoned, choose } from "../../session/branch-choice.js";
import type { Session } from "../../session/session.js";
import { fullText } from "../../session/tree-lines.js";
import { leafPosition } from "../../session/tree-rows.js";
import { isNewer, ODD_VERSION } from "../../session/versions.js";
import { sanitiseLine } from "../../text/sanitise.js";
import { openHelp } from "../help.js";
import type { InputEvent } from "../input.js";
import { interrupt } from "../quit.js";
import { requested, type Update, withStatus } from "../requests.js";
import type { SessionScreen } from "../session/state.js";
import { runSlashCommand } from "../slash-run.js";
import type { State, Working } from "../state.js";
import { error, info } from "../status.js";
import { fieldOf } from "../text-field.js";
import { entryPage } from "./entry-page.js";
import { type LeaveChoice, leaveMenu } from "./leave-menu.js";
import type { TreeRequest } from "./request.js";
import type { TreeScreen } from "./state.js";
import type { SummaryWish, SwitchWish } from "./switch-wish.js";
import { updateTree } from "./update.js";

/** Gives input to the tree that is open over a session. */
export function updateTreeScreen(
	state: State,
	screen: SessionScreen,
	tree: TreeScreen,
	session: Session,
	input: InputEvent,
): Update {
	const [next, request] = updateTree(tree, input, { ...state, tree: session.tree });
	const changed = next === tree ? state : { ...state, session: { ...screen, tree: next } };
	return request === undefined ? [changed, []] : answer(changed, screen.path, session, request);
}

function answer(state: State, path: string, session: Session, request: TreeRequest): Update {
	switch (request.type) {
		case "close":
			return [
				state.session === undefined ? state : { ...state, session: { ...state.session, tree: undefined } },
				[],
			];
		case "quit":
			return interrupt(state);
		case "help":
			return openHelp(state);
		case "undo":
			return [state, [{ type: "undo-switch", path }]];
		case "show-text":
			return [{ ...state, page: entryPage(session, request.entryId, state.now) }, []];
		case "copy": {
			const node = session.tree.node(request.entryId);
			return [state, node === undefined ? [] : [{ type: "copy", text: fullText(node) }]];
		}
		case "label":
			return [state, [{ type: "label-session", path, entryId: request.entryId, label: request.label }]];
		case "command":
			return runSlashCommand(state, path, request.parsed, request.entryId);
		case "select":
			return select(state, path, session, request.entryId);
		default:
			return request satisfies never;
	}
}

/** Goes to an entry: at once where nothing is left behind, else after asking what to keep of it. */
function select(state: State, path: string, session: Session, entryId: string): Update {
	const node = session.tree.node(entryId);
	if (node === undefined) return [withStatus(state, error(`There is no entry ${entryId} any more.`)), []];
	if (session.readOnly) {
		const why = isNewer(session) ? `it is of version ${session.version}` : ODD_VERSION;
		return [withStatus(state, error(`The session is read-only: ${why}.`)), []];
	}
	const choice = choose(session.tree, node);
	if (choice.kind === "already-here")
		return [withStatus(state, info("You are here already: nothing to do.")), []];
	if (choice.kind === "unreachable") return [withStatus(state, error(sanitiseLine(choice.reason))), []];
	const wish: SwitchWish = { path, leafId: choice.leafId, prompt: choice.prompt, images: choice.images };
	const left = abandoned(session.tree, leafPosition(session.tree), choice.leafId);
	if (left.messages === 0) return switchLeaf(state, wish, { kind: "none" });
	return [{ ...state, menu: leaveMenu(wish, left, state.environment) }, []];
}

/** Does what the menu of leaving a branch was answered with. */
export function switchLeaf(state: State, wish: SwitchWish, summary: SummaryWish): Update {
	if (summary.kind !== "agent") return [state, [{ type: "switch-leaf", wish, summary }]];
	const [numbered, request] = requested(state);
	const { summariser } = state.environment;
	const working = {
		request,
		what: `${summariser} is summarising the branch`,
		wish,
		focus: summary.focus,
		seconds: 0,
		received: 0,
	} as const;
	return [{ ...numbered, working }, [{ type: "summarise-and-switch", request, wish, focus: summary.focus }]];
}

/** The menu again, on what was chosen from it and failed or was cancelled; `draft` is what was written for that. */
export function askAgain(state: State, wish: SwitchWish, choice: LeaveChoice, draft = ""): State {
	const screen = state.session;
	if (screen?.content.kind !== "ready" || screen.path !== wish.path) return state;
	const { tree } = screen.content.session;
	return {
		...state,
		menu: leaveMenu(wish, abandoned(tree, leafPosition(tree), wish.leafId), state.environment, {
			choice,
			draft,
		}),
	};
}

/** The menu again after a summary by the agent failed or was cancelled. */
export function summariseAgain(state: State, { wish, focus }: Working): State {
	return askAgain({ ...state, working: undefined }, wish, focus === "" ? "agent" : "focus", focus);
}

/** A line, or page, to write a focus or a summary on. */
export function startWriting(
	state: State,
	purpose: "focus" | "summary",
	wish: SwitchWish,
	draft: string,
): State {
	return { ...state, writing: { purpose, wish, field: fieldOf(draft) } };
}
