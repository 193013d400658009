import { freedBytes } from "../../store/prune/artifact-sizes.js";
import { choosePrunable, type PruneCriteria, type PruneProtection } from "../../store/prune/prune.js";
import { parseDuration, parseSize } from "../../text/parse-amounts.js";
import { askToDelete } from "../deletion/update.js";
import type { Event } from "../event.js";
import { openHelp } from "../help.js";
import type { InputEvent } from "../input.js";
import { actionOf, spaceAsKey } from "../keys.js";
import { interrupt } from "../quit.js";
import { requested, type Update, withStatus } from "../requests.js";
import type { Size, State } from "../state.js";
import { info } from "../status.js";
import { edit } from "../text-field.js";
import { follow, isMove, moved } from "../viewport.js";
import { pruneGeometry } from "./geometry.js";
import {
	NOTHING,
	newPruneScreen,
	PRUNE_FIELDS,
	PRUNE_FLAGS,
	PRUNE_SPARED,
	type PruneField,
	type PruneScreen,
} from "./state.js";

/** Stops of the form: the fields, the flags, what is spared, the list. */
export const FIRST_FLAG = PRUNE_FIELDS.length;
export const FIRST_SPARED = FIRST_FLAG + PRUNE_FLAGS.length;
const STOPS = FIRST_SPARED + PRUNE_SPARED.length + 1;
export const LIST_STOP = STOPS - 1;

export function openPrune(state: State): Update {
	const [numbered, request] = requested(state);
	const prune = withChoice(newPruneScreen(request), state);
	return [{ ...numbered, session: undefined, prune }, [{ type: "measure-artifacts", request }]];
}

/** What the criteria choose now; what the user spares is not among it. */
export function withChoice(
	screen: PruneScreen,
	state: Pick<State, "sessions" | "now" | "size">,
): PruneScreen {
	const criteria = criteriaOf(screen);
	if (typeof criteria === "string") return { ...screen, problem: criteria, choice: NOTHING };
	const { listed } = state.sessions;
	const missingCwds = new Set(listed.flatMap((session) => (session.cwdMissing ? [session.info.cwd] : [])));
	const { now } = state;
	const duplicates = screen.duplicates && ofListed(screen.duplicates, listed);
	const all = choosePrunable(
		listed.map((session) => session.info),
		criteria,
		{ now, missingCwds, duplicates },
	);
	const go = all.go.filter(({ session }) => !screen.spared.has(session.path));
	const bytes = freedBytes(
		go.map(({ session }) => session),
		screen.artifacts,
	);
	return inWindow({ ...screen, problem: undefined, choice: { ...all, go, bytes } }, state.size);
}

/** Those whose other file is still there. */
function ofListed(
	duplicates: ReadonlyMap<string, string>,
	listed: State["sessions"]["listed"],
): ReadonlyMap<string, string> {
	const paths = new Set(listed.map((session) => session.info.path));
	return new Map([...duplicates].filter(([, other]) => paths.has(other)));
}

/** The open form after the list or the terminal changed: it chooses among what is listed now. */
export function withPruneKept(before: State, state: State): State {
	const { prune, sessions, size } = state;
	if (prune === undefined || (sessions.listed === before.sessions.listed && size === before.size))
		return state;
	return { ...state, prune: withChoice(prune, state) };
}

/** What the form asks for, or what is wrong with it. */
function criteriaOf({ fields, flags, included }: PruneScreen): (PruneCriteria & PruneProtection) | string {
	const text = (field: PruneField) => fields[field].text.trim();
	const read = (field: PruneField, parse: (text: string) => number | undefined) =>
		text(field) === "" ? undefined : (parse(text(field)) ?? Number.NaN);
	const olderThan = read("older-than", parseDuration);
	if (Number.isNaN(olderThan)) return "older than: an age such as 90d, 6w or 1y";
	const fewerMessages = read("fewer-messages", (number) =>
		/^\d+$/.test(number) ? Number(number) : undefined,
	);
	if (Number.isNaN(fewerMessages)) return "fewer messages than: a number";
	const largerThan = read("larger-than", parseSize);
	if (Number.isNaN(largerThan)) return "larger than: a size such as 20MB";
	const chosen = Object.fromEntries(PRUNE_FLAGS.map((flag) => [flag, flags.has(flag)]));
	return {
		...chosen,
		olderThan,
		fewerMessages,
		largerThan,
		includeNamed: included.has("named"),
		includeLabelled: included.has("labelled"),
		includeParents: included.has("parent"),
	};
}

/** The files that hold no more than another, once they were looked for. */
export function duplicatesAnswer(state: State, event: Extract<Event, { type: "duplicates-found" }>): State {
	const { prune } = state;
	if (prune === undefined || prune.request !== event.request) return state;
	return {
		...state,
		prune: withChoice({ ...prune, duplicates: event.duplicates, request: undefined }, state),
	};
}

export function artifactsAnswer(state: State, event: Extract<Event, { type: "artifacts-measured" }>): State {
	const { prune } = state;
	if (prune === undefined || prune.measuring !== event.request) return state;
	return { ...state, prune: withChoice({ ...prune, artifacts: event.artifacts }, state) };
}

export function pruneCursorIndex({ choice, cursor }: PruneScreen): number {
	return Math.max(
		0,
		choice.go.findIndex(({ session }) => session.path === cursor),
	);
}

/** What input does to the form and its list. */
export function updatePrune(state: State, screen: PruneScreen, input: InputEvent): Update {
	const shown = (next: PruneScreen): Update => [next === screen ? state : { ...state, prune: next }, []];
	const field = PRUNE_FIELDS[screen.focus];
	// In a field the space is text; elsewhere it chooses.
	const action = actionOf("prune", field === undefined ? spaceAsKey(input) : input, state.environment.keys);
	if (isMove(action)) {
		if (screen.focus !== LIST_STOP) return shown(focusOn(screen, moved(action, screen.focus, 1, STOPS)));
		const { list } = pruneGeometry(state.size);
		return shown(
			moveTo(screen, moved(action, pruneCursorIndex(screen), list, screen.choice.go.length), state.size),
		);
	}
	switch (action) {
		case "go": {
			// What protects a session, such as a fork of it, may not have been read yet.
			if (!state.sessions.whole)
				return [
					withStatus(state, info("The store is still being read; what would go is not known yet.")),
					[],
				];
			const paths = screen.choice.go.map(({ session }) => session.path);
			return askToDelete(state, paths, false);
		}
		case "next":
			return shown(focusOn(screen, (screen.focus + 1) % STOPS));
		case "previous":
			return shown(focusOn(screen, (screen.focus + STOPS - 1) % STOPS));
		case "toggle":
			return lookForDuplicates({ ...state, prune: toggle(screen, state) });
		case "help":
			return openHelp(state);
		case "back":
			return [{ ...state, prune: undefined }, []];
		case "quit":
			return interrupt(state);
		case undefined: {
			if (field === undefined) return [state, []];
			const text = edit(screen.fields[field], input);
			if (text === undefined || text === screen.fields[field]) return [state, []];
			return shown(withChoice({ ...screen, fields: { ...screen.fields, [field]: text } }, state));
		}
		default:
			return action satisfies never;
	}
}

/** Which files are duplicates takes reading them: it is done once, when it is first asked for. */
function lookForDuplicates(state: State): Update {
	const { prune } = state;
	if (
		prune === undefined ||
		!prune.flags.has("duplicate") ||
		prune.duplicates !== undefined ||
		prune.request !== undefined
	) {
		return [state, []];
	}
	const [numbered, request] = requested(state);
	return [{ ...numbered, prune: { ...prune, request } }, [{ type: "find-duplicates", request }]];
}

function focusOn(screen: PruneScreen, focus: number): PruneScreen {
	return { ...screen, focus };
}

function toggle(screen: PruneScreen, state: State): PruneScreen {
	if (screen.focus === LIST_STOP) {
		const item = screen.choice.go[pruneCursorIndex(screen)];
		if (item === undefined) return screen;
		const next =
			screen.choice.go[pruneCursorIndex(screen) + 1] ?? screen.choice.go[pruneCursorIndex(screen) - 1];
		const spared = new Set([...screen.spared, item.session.path]);
		return withChoice({ ...screen, spared, cursor: next?.session.path }, state);
	}
	const flag = PRUNE_FLAGS[screen.focus - FIRST_FLAG];
	if (flag !== undefined) return withChoice({ ...screen, flags: toggled(screen.flags, flag) }, state);
	const kind = PRUNE_SPARED[screen.focus - FIRST_SPARED];
	if (kind === undefined) return screen;
	return withChoice({ ...screen, included: toggled(screen.included, kind) }, state);
}

function toggled<T>(chosen: ReadonlySet<T>, one: T): ReadonlySet<T> {
	const next = new Set(chosen);
	if (!next.delete(one)) next.add(one);
	return next;
}

function moveTo(screen: PruneScreen, index: number, size: Size): PruneScreen {
	const item = screen.choice.go[index];
	return item === undefined ? screen : inWindow({ ...screen, cursor: item.session.path }, size);
}

function inWindow(screen: PruneScreen, size: Size): PruneScreen {
	const { list } = pruneGeometry(size);
	return { ...screen, top: follow(screen.top, pruneCursorIndex(screen), list, screen.choice.go.length) };
}
