import { sanitiseLine } from "../../text/sanitise.js";
import { enterCommand } from "../command-line.js";
import { updateInline } from "../inline-field.js";
import type { InputEvent } from "../input.js";
import { type Action, actionOf, spaceAsKey } from "../keys.js";
import { isCommandLine } from "../slash-commands.js";
import type { Environment } from "../state.js";
import { EMPTY_FIELD, edit, fieldOf } from "../text-field.js";
import { isMove, step, wheelRows } from "../viewport.js";
import { cycleFilter, withFilter, withQuery } from "./filters.js";
import { treeGeometry } from "./geometry.js";
import { fold, move, moveTo, unfold } from "./moves.js";
import type { Outcome, TreeContext } from "./request.js";
import { treeCursorIndex, treeCursorRow } from "./rows.js";
import type { TreeScreen } from "./state.js";

/** What a key, text, paste, click or wheel does to the tree. */
export function updateTree(screen: TreeScreen, input: InputEvent, context: TreeContext): Outcome {
	if (input.type === "mouse") return mouse(screen, input, context);
	if (screen.labelling !== undefined) return label(screen, screen.labelling, input, context);
	const typing = screen.query.text !== "";
	if (!typing && input.type === "text" && input.text === "?") return [screen, { type: "help" }];
	const action = actionIn(input, typing, context.environment);
	if (action !== undefined) return act(screen, action, context);
	const field = edit(screen.query, input);
	return [field === undefined || field === screen.query ? screen : withQuery(screen, field, context)];
}

/** Letters and the space are keys only while nothing is typed; after that they are text. */
function actionIn(input: InputEvent, typing: boolean, { keys }: Environment): Action<"tree"> | undefined {
	if (input.type !== "text") return actionOf("tree", input, keys);
	return typing ? undefined : actionOf("tree", spaceAsKey(input), keys);
}

function act(screen: TreeScreen, action: Action<"tree">, context: TreeContext): Outcome {
	if (isMove(action)) return [move(screen, action, context)];
	switch (action) {
		case "fold":
			return [fold(screen, context)];
		case "unfold":
			return [unfold(screen, context)];
		case "filter":
		case "filter-back":
			return [cycleFilter(screen, action === "filter" ? 1 : -1, context)];
		case "filter-default":
			return [withFilter(screen, "default", context)];
		case "filter-no-tools":
			return [withFilter(screen, "no-tools", context)];
		case "filter-user-only":
			return [withFilter(screen, "user-only", context)];
		case "filter-labeled-only":
			return [withFilter(screen, "labeled-only", context)];
		case "filter-all":
			return [withFilter(screen, "all", context)];
		case "times":
			return [{ ...screen, times: !screen.times }];
		case "label":
			return onEntry(screen, (entryId, entry) => {
				const present = context.tree.label(entryId)?.label ?? "";
				return [{ ...screen, labelling: { entry, field: fieldOf(sanitiseLine(present)) } }];
			});
		case "select":
			return isCommandLine(screen.query.text)
				? runCommand(screen, context)
				: onEntry(screen, ask(screen, "select"));
		case "text":
			return onEntry(screen, ask(screen, "show-text"));
		case "copy":
			return onEntry(screen, ask(screen, "copy"));
		case "undo":
		case "help":
		case "quit":
			return [screen, { type: action }];
		case "back":
			return screen.query.text === ""
				? [screen, { type: "close" }]
				: [withQuery(screen, EMPTY_FIELD, context)];
		default:
			return action satisfies never;
	}
}

function ask(screen: TreeScreen, type: "select" | "show-text" | "copy") {
	return (entryId: string): Outcome => [screen, { type, entryId }];
}

function onEntry(screen: TreeScreen, then: (entryId: string, entry: number) => Outcome): Outcome {
	const row = treeCursorRow(screen);
	return row === undefined ? [screen] : then(row.node.entry.id, row.node.index);
}

function runCommand(screen: TreeScreen, context: TreeContext): Outcome {
	const entered = enterCommand(screen.query.text, screen.completion);
	if (entered.kind === "complete") return [withQuery(screen, fieldOf(entered.text), context)];
	const { parsed } = entered;
	const entryId = treeCursorRow(screen)?.node.entry.id;
	const next = parsed.kind === "command" ? withQuery(screen, EMPTY_FIELD, context) : screen;
	return [next, { type: "command", parsed, entryId }];
}

function label(
	screen: TreeScreen,
	labelling: NonNullable<TreeScreen["labelling"]>,
	input: InputEvent,
	{ environment, tree }: TreeContext,
): Outcome {
	const closed = { ...screen, labelling: undefined };
	const outcome = updateInline(labelling.field, input, environment.keys);
	switch (outcome.kind) {
		case "submit": {
			const id = tree.nodes[labelling.entry]?.entry.id;
			const isSame = id === undefined || (tree.label(id)?.label ?? "") === labelling.field.text.trim();
			return isSame ? [closed] : [closed, { type: "label", entryId: id, label: labelling.field.text }];
		}
		case "closed":
			return [closed];
		case "quit":
			return [screen, { type: "quit" }];
		case "open":
			return [
				outcome.field === labelling.field
					? screen
					: { ...screen, labelling: { ...labelling, field: outcome.field } },
			];
		default:
			return outcome satisfies never;
	}
}

function mouse(
	screen: TreeScreen,
	input: Extract<InputEvent, { type: "mouse" }>,
	context: TreeContext,
): Outcome {
	if (screen.labelling !== undefined) return [screen];
	const wheel = wheelRows(input);
	if (wheel !== undefined)
		return [moveTo(screen, step(treeCursorIndex(screen), wheel, screen.rows.length), context)];
	if (input.action !== "press" || input.button !== 0) return [screen];
	const { firstRow, rows } = treeGeometry(screen, context.size);
	const offset = input.row - firstRow;
	const index = screen.top + offset;
	return [
		offset >= 0 && offset < rows && index < screen.rows.length ? moveTo(screen, index, context) : screen,
	];
}
