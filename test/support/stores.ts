import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Copies of stores that the real agents wrote. Never written to: tests that write copy them first. */
export const storesDir = join(import.meta.dirname, "../fixtures/stores");

/** Every session file below a directory, in a stable order. */
export function sessionFiles(dir: string): string[] {
	return readdirSync(dir, { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".jsonl"))
		.sort()
		.map((name) => join(dir, name));
}

export const realSessions = sessionFiles(storesDir);
