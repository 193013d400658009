import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type ImportedSession, importSession } from "../store/import-session.js";
import { artifactsDir } from "../store/location.js";
import { sanitiseLine } from "../text/sanitise.js";
import { type CommandIo, EXIT, type ExitCode, printJson } from "./io.js";
import { openStore, type StoreOptions } from "./store-options.js";

export interface ImportOptions extends StoreOptions {
	readonly json?: boolean;
}

/** `prime-sessions import <file>`: a session file into the store, never over another nor a second time. Prints its path there. */
export async function importFile(file: string, options: ImportOptions, io: CommandIo): Promise<ExitCode> {
	const location = openStore(options, io);
	const source = resolve(io.cwd, file);
	const imported = await importSession(source, location);
	const { path, copied, info } = imported;
	if (copied) sayOfCopy(imported, source, io);
	else io.err("The store has this very session already; nothing was copied.\n");
	if (options.json) {
		const { renamed, sameId } = imported;
		const { id, version } = info;
		const others = sameId.map((other) => other.path);
		printJson(io, { session: path, id, source, copied, renamed, sameId: others, version });
	} else io.out(`${io.isTerminal ? sanitiseLine(path) : path}\n`);
	return EXIT.done;
}

function sayOfCopy({ info, renamed, sameId }: ImportedSession, source: string, io: CommandIo): void {
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
}
