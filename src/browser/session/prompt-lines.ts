import { cut } from "../../text/columns.js";
import { sanitiseLine } from "../../text/sanitise.js";
import { type Line, lineColumns } from "../../text/spans.js";
import { bindings, keyLabel } from "../keys.js";
import { fieldLine, justify } from "../layout-lines.js";
import type { State } from "../state.js";
import { areaLines } from "../text-area.js";
import type { SessionScreen } from "./state.js";

/** The prompt, or the search line in its place; `height` lines of it, around the cursor. */
export function promptLines(screen: SessionScreen, state: State, height: number): Line[] {
	const { columns } = state.size;
	if (screen.focus === "find") {
		const field = fieldLine(screen.find, columns - 9);
		return [justify([{ text: " find: ", colour: "accent" }, ...field], foundSpans(screen), columns)];
	}
	if (screen.focus === "transcript" && screen.find.text !== "") return [standingSearch(screen, state)];
	const focused = screen.focus === "prompt";
	if (screen.prompt.text === "") {
		const hint = columns >= 60 ? `Enter resumes in ${state.environment.agent} · / for commands ` : "";
		const mark: Line = focused
			? [
					{ text: " › ", colour: "accent" },
					{ text: "│", colour: "accent" },
				]
			: [{ text: " › ", dim: true }];
		return [justify(mark, [{ text: hint, dim: true }], columns)];
	}
	return areaLines(screen.prompt, { columns, height, focused });
}

/** A search that stands while the transcript is read, and the keys that go through what it found. */
function standingSearch(screen: SessionScreen, state: State): Line {
	const { columns } = state.size;
	const hints = bindings("transcript", state.environment.keys).flatMap(
		([
			action,
			{
				keys: [key],
			},
		]) => {
			if (key === undefined || (action !== "next-match" && action !== "previous-match")) return [];
			return [`${keyLabel(key)} ${action === "next-match" ? "next" : "before"}`];
		},
	);
	const hint = columns >= 60 ? `${hints.join(" · ")} ` : "";
	const right: Line = screen.unmatched ? foundSpans(screen) : [{ text: hint, dim: true }];
	const words = cut(sanitiseLine(screen.find.text), columns - lineColumns(right) - 9);
	return justify([{ text: ` find: ${words}`, dim: true }], right, columns);
}

/** That a search goes on, or that it found nothing. */
function foundSpans({ seeking, unmatched }: SessionScreen): Line {
	if (seeking !== undefined) return [{ text: "searching… ", dim: true }];
	return unmatched ? [{ text: "no match ", colour: "yellow" }] : [];
}
