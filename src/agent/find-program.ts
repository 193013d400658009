import { accessSync, constants, statSync } from "node:fs";
import { delimiter, resolve } from "node:path";
import { systemErrorCode } from "../session/errors.js";

export type FoundProgram =
	| { kind: "found"; path: string }
	/** No file of that name where programs are looked for. */
	| { kind: "missing" }
	/** A file, but not one that this user may run. */
	| { kind: "not-executable"; path: string };

/**
 * Looks a program up as a shell does: a name on PATH, anything with a slash as a path from `cwd`. Empty entries of
 * PATH are passed over: what lies in the working directory is not run unless it is named so.
 */
export function findProgram(name: string, env: NodeJS.ProcessEnv, cwd: string): FoundProgram {
	const candidates = name.includes("/")
		? [resolve(cwd, name)]
		: (env.PATH ?? "")
				.split(delimiter)
				.filter(Boolean)
				.map((directory) => resolve(cwd, directory, name));
	let refused: string | undefined;
	for (const path of candidates) {
		const state = stateOf(path);
		if (state === "executable") return { kind: "found", path };
		if (state === "refused") refused ??= path;
	}
	return refused === undefined ? { kind: "missing" } : { kind: "not-executable", path: refused };
}

function stateOf(path: string): "executable" | "refused" | "absent" {
	try {
		if (!statSync(path).isFile()) return "absent";
		accessSync(path, constants.X_OK);
		return "executable";
	} catch (error) {
		const code = systemErrorCode(error);
		if (code === undefined) throw error;
		return code === "EACCES" || code === "EPERM" ? "refused" : "absent";
	}
}
