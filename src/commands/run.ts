import type { CommandIo } from "./io.js";

/** A command as it is called: its arguments, its options, and what it gets of the process. Gives the exit code. */
export type RunCommand = (
	words: string[],
	options: Record<string, unknown>,
	io: CommandIo,
) => Promise<number>;

/** Makes an action for commander of a command. */
export type Run = (command: RunCommand) => (...called: unknown[]) => Promise<void>;

export const SELECTOR = "a path, an id or a unique part of one, an exact name, last, or last:DIR";
export const ENTRY = "an entry's id, or the beginning of one";
