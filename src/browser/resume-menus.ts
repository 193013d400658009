import { type MissingDirectoryChoice, missingDirectoryChoices } from "../agent/working-directory.js";
import { shortenHome } from "../text/home.js";
import { sanitiseLine } from "../text/sanitise.js";
import type { Menu } from "./menu.js";
import type { ResumeWish } from "./resume-wish.js";
import type { Choice, Environment } from "./state.js";

/** What to do about a session whose working directory is gone (behaviour.md §8); the harmless choice first. */
export function cwdMenu(wish: ResumeWish, cwd: string, environment: Environment): Menu<Choice> {
	const shown = (path: string) => shortenHome(sanitiseLine(path), environment.home);
	const values: Readonly<Record<MissingDirectoryChoice, Choice>> = {
		cancel: { type: "cancel" },
		"run-here": { type: "resume", wish: { ...wish, cwd: environment.cwd } },
		choose: { type: "choose-directory", wish },
		"fork-here": { type: "fork-and-resume", wish: { ...wish, cwd: environment.cwd } },
	};
	return {
		lines: [`The session's directory is gone: ${shown(cwd)}`],
		items: missingDirectoryChoices(shown(environment.cwd)).map(({ id, label }) => ({
			label,
			value: values[id],
		})),
		index: 0,
	};
}

/** What must be known before a session that is damaged or very large goes to the agent. */
export function warningMenu(
	wish: ResumeWish,
	warnings: readonly string[],
	environment: Environment,
): Menu<Choice> {
	return {
		lines: warnings,
		items: [
			{ label: "Cancel", value: { type: "cancel" } },
			{
				label: `Resume it in ${environment.agent} all the same`,
				value: { type: "resume", wish: { ...wish, warned: true } },
			},
		],
		index: 0,
		danger: true,
	};
}
