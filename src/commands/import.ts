import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { importSession } from "../store/import-session.js";
import { artifactsDir } from "../store/location.js";
import { sanitiseLine } from "../text/sanitise.js";
import { type CommandIo, EXIT, type ExitCode, printJson } from "./io.js";
import { openStore, type StoreOptions } from "./store-options.js";

export interface ImportOptions extends StoreOptions {
	readonly json?: boolean;
}

/** `prime-sessions import <file>`: a session file into the store, never over another. Prints the path of the new file. */
export async function importFile(file: string, options: ImportOptions, io: CommandIo): Promise<ExitCode> {
	const location = openStore(options, io);
	const source = resolve(io.cwd, file);
	const { path, info, renamed, sameId } = await importSession(source, location);
	if (renamed) io.err("Its name is taken in the store; it has another.\n");
	for (const other of sameId) {
		io.err(`${sanitiseLine(other.path)} has the same id; name each of the two by its path.\n`);
	}
	if (info.rlmDepth > 0) io.err("It is a sub-agent's session; those are not listed by themselves.\n");
	if (info.problemCount > 0) {
		io.err(`${info.problemCount} of its lines are damaged; \`prime-sessions doctor\` says which.\n`);
	}
	const artifacts = join(artifactsDir(dirname(source)), info.id);
	if (/^[\w.-]+$/.test(info.id) && existsSync(artifacts)) {
		io.err(`Files of its sub-agents stay in ${sanitiseLine(artifacts)}.\n`);
	}
	if (options.json) {
		const { id, version } = info;
		printJson(io, { session: path, id, source, renamed, sameId: sameId.map((other) => other.path), version });
	} else io.out(`${io.isTerminal ? sanitiseLine(path) : path}\n`);
	return EXIT.done;
}
