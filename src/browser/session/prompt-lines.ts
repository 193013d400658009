import { cut } from "../../text/columns.js";
import { sanitiseLine } from "../../text/sanitise.js";
import type { Line } from "../../text/spans.js";
import { bindings, keyLabel } from "../keys.js";
import { fieldLine, justify } from "../layout-lines.js";
import type { State } from "../state.js";
import { lineOfCursor } from "./prompt.js";
import type { SessionScreen } from "./state.js";

/** The prompt, or the search line in its place; `height` lines of it, around the cursor. */
export function promptLines(screen: SessionScreen, state: State, height: number): Line[] {
	const { columns } = state.size;
	if (screen.focus === "find") {
		const field = fieldLine(screen.find, columns - 9);
		const progress: Line = screen.seeking === undefined ? [] : [{ text: "searching… ", dim: true }];
		return [justify([{ text: " find: ", colour: "accent" }, ...field], progress, columns)];
	}
	if (screen.focus === "transcript" && screen.find.text !== "") return [standingSearch(screen, state)];
	const { text, cursor } = screen.prompt;
	const focused = screen.focus === "prompt";
	if (text === "") {
		const hint = columns >= 60 ? `Enter resumes in ${state.environment.agent} · / for commands ` : "";
		const mark: Line = focused
			? [
					{ text: " › ", colour: "accent" },
					{ text: "│", colour: "accent" },
				]
			: [{ text: " › ", dim: true }];
		return [justify(mark, [{ text: hint, dim: true }], columns)];
	}
	const at = lineOfCursor(text, cursor);
	const first = Math.max(0, Math.min(at.line - height + 1, at.count - height));
	return text
		.split("\n")
		.slice(first, first + height)
		.map((line, index): Line => {
			const number = first + index;
			const lead: Line = [
				{ text: number === 0 ? " › " : "   ", ...(focused ? { colour: "accent" } : { dim: true }) },
			];
			if (!focused || number !== at.line)
				return [
					...lead,
					...fieldLine({ text: line, cursor: 0 }, columns - 4).filter((span) => span.text !== "│"),
				];
			return [...lead, ...fieldLine({ text: line, cursor: at.column }, columns - 4)];
		});
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
	const words = cut(sanitiseLine(screen.find.text), columns - hint.length - 9);
	return justify([{ text: ` find: ${words}`, dim: true }], [{ text: hint, dim: true }], columns);
}
