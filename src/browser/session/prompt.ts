import { completions, type SlashCommand } from "../slash-commands.js";
import type { SessionScreen } from "./state.js";

/** The commands offered below the prompt. */
export function completionsOf(screen: SessionScreen): readonly SlashCommand[] {
	return screen.focus === "prompt" ? completions(screen.prompt.text) : [];
}
