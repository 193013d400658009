import type { Abandoned } from "../../session/branch-choice.js";
import { counted } from "../../text/amounts.js";
import type { Menu } from "../menu.js";
import type { Choice, Environment } from "../state.js";
import type { SwitchWish } from "./switch-wish.js";

/** What to keep of the branch that is left (behaviour.md §5). */
export function leaveMenu(wish: SwitchWish, left: Abandoned, environment: Environment): Menu<Choice> {
	const parts = [
		counted(left.requests, "request"),
		...(left.files > 0 ? [`${counted(left.files, "file")} changed`] : []),
	].join(", ");
	return {
		lines: [`You leave ${counted(left.messages, "entry", "entries")} on this branch (${parts}).`],
		items: [
			{ label: "No summary", value: { type: "switch", wish, summary: { kind: "none" } } },
			{
				label: "Outline: requests, files, conclusion",
				value: { type: "switch", wish, summary: { kind: "outline" } },
			},
			{
				label: `Summarise with ${environment.agent}`,
				value: { type: "switch", wish, summary: { kind: "agent", focus: "" } },
			},
			{ label: "Summarise with a focus…", value: { type: "write", purpose: "focus", wish } },
			{ label: "Write my own…", value: { type: "write", purpose: "summary", wish } },
		],
		index: 0,
	};
}
