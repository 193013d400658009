import type { Abandoned } from "../../session/branch-choice.js";
import { counted } from "../../text/amounts.js";
import type { Menu, MenuItem } from "../menu.js";
import type { Choice, Environment } from "../state.js";
import type { SwitchWish } from "./switch-wish.js";

/** The items of the menu, in their order. */
const LEAVE_CHOICES = ["none", "outline", "agent", "focus", "summary"] as const;
export type LeaveChoice = (typeof LEAVE_CHOICES)[number];

/** What to keep of the branch that is left (behaviour.md §5). The cursor is on `choice`, for which `draft` was written. */
export function leaveMenu(
	wish: SwitchWish,
	left: Abandoned,
	environment: Environment,
	{ choice, draft }: { choice: LeaveChoice; draft: string } = { choice: "none", draft: "" },
): Menu<Choice> {
	const parts = [
		counted(left.requests, "request"),
		...(left.files > 0 ? [`${counted(left.files, "file")} changed`] : []),
	].join(", ");
	return {
		lines: [`You leave ${counted(left.messages, "entry", "entries")} on this branch (${parts}).`],
		items: LEAVE_CHOICES.map((each) => itemOf(each, wish, environment, each === choice ? draft : "")),
		index: LEAVE_CHOICES.indexOf(choice),
		back: "back to the tree",
	};
}

function itemOf(
	choice: LeaveChoice,
	wish: SwitchWish,
	{ summariser }: Environment,
	draft: string,
): MenuItem<Choice> {
	switch (choice) {
		case "none":
			return { label: "No summary", value: { type: "switch", wish, summary: { kind: "none" } } };
		case "outline":
			return {
				label: "Outline: requests, files, conclusion",
				value: { type: "switch", wish, summary: { kind: "outline" } },
			};
		case "agent":
			return {
				label: `Summarise with ${summariser}`,
				value: { type: "switch", wish, summary: { kind: "agent", focus: "" } },
			};
		case "focus":
			return { label: "Summarise with a focus…", value: { type: "write", purpose: "focus", wish, draft } };
		case "summary":
			return { label: "Write my own…", value: { type: "write", purpose: "summary", wish, draft } };
		default:
			return choice satisfies never;
	}
}
