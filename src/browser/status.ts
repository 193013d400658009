import { sanitiseLine } from "../text/sanitise.js";

/** One line about what just happened; stays until the next key. */
export interface Status {
	readonly kind: "info" | "error";
	readonly text: string;
}

export const info = (text: string): Status => ({ kind: "info", text: sanitiseLine(text) });
export const error = (text: string): Status => ({ kind: "error", text: sanitiseLine(text) });
