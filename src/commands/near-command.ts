import { editDistance } from "../text/edit-distance.js";

/** Shorter words are near to too much. */
const SHORTEST = 3;

/** The command that a mistyped word comes nearest to; undefined for one that is a command, and where none is near. */
export function nearCommand(word: string, commands: readonly string[]): string | undefined {
	if (word.length < SHORTEST || commands.includes(word)) return undefined;
	const typed = word.toLowerCase();
	let best: { command: string; distance: number } | undefined;
	for (const command of commands) {
		const distance = distanceOf(typed, command);
		if (distance <= typed.length / 3 && distance < (best?.distance ?? Number.POSITIVE_INFINITY))
			best = { command, distance };
	}
	return best?.command;
}

/** As edit distance, but two letters in each other's place are one mistake. */
function distanceOf(a: string, b: string): number {
	return editDistance(a, b) - (isSwapped(a, b) ? 1 : 0);
}

function isSwapped(a: string, b: string): boolean {
	if (a.length !== b.length) return false;
	const at = [...a].findIndex((letter, index) => letter !== b[index]);
	return at >= 0 && a.slice(0, at) + a.charAt(at + 1) + a.charAt(at) + a.slice(at + 2) === b;
}
