import { statSync } from "node:fs";
import { resolve } from "node:path";
import { forkBranch } from "../session/fork.js";
import { readSession } from "../session/session.js";
import { Places } from "../store/places.js";
import { directoryOfFork } from "../store/session-directory.js";
import { shortenHome } from "../text/home.js";
import { sanitiseLine } from "../text/sanitise.js";
import { CommandError, type CommandIo, EXIT, type ExitCode, printJson } from "./io.js";
import { selectSession } from "./select.js";
import { selectEntry } from "./select-entry.js";
import { openStore, type StoreOptions } from "./store-options.js";

export interface ForkCommandOptions extends StoreOptions {
	/** The entry the branch ends with; default: the leaf. */
	readonly at?: string;
	/** The new session's directory; default: the old one's. */
	readonly cwd?: string;
	readonly name?: string;
	readonly json?: boolean;
}

/** `prime-sessions fork <session>`: a new session from a branch of another. Prints the path of its file. */
export async function fork(selector: string, options: ForkCommandOptions, io: CommandIo): Promise<ExitCode> {
	const name = options.name === undefined ? undefined : sanitiseLine(options.name);
	if (name === "") throw new CommandError("--name needs something to read", EXIT.usage);
	const cwd = options.cwd === undefined ? undefined : existingDirectory(resolve(io.cwd, options.cwd));
	const location = openStore(options, io);
	const { path } = await selectSession(selector, location, io);
	const source = await readSession(path);
	const leaf = options.at === undefined ? source.tree.leaf : selectEntry(source, options.at);
	const from = source.header.cwd;
	const made = forkBranch(source, {
		dir: directoryOfFork(path, { from, cwd: cwd ?? from }, location),
		cwd,
		leafId: leaf?.entry.id,
		name,
		sameRepository: cwd === undefined || (await areOneRepository(from, cwd)),
	});
	if (options.json) {
		printJson(io, {
			session: made.path,
			id: made.header.id,
			parent: path,
			entryId: leaf?.entry.id ?? null,
			leafId: made.entries.at(-1)?.id ?? null,
			cwd: made.header.cwd,
			name: name ?? null,
		});
		return EXIT.done;
	}
	const where = cwd === undefined ? "" : ` in ${sanitiseLine(shortenHome(cwd, io.home))}`;
	io.err(`A new session of ${made.entries.length} entries${where}:\n`);
	io.out(`${io.isTerminal ? sanitiseLine(made.path) : made.path}\n`);
	return EXIT.done;
}

function existingDirectory(path: string): string {
	if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
	throw new CommandError(`${sanitiseLine(path)}: no such directory; make it first`);
}

async function areOneRepository(a: string, b: string): Promise<boolean> {
	const places = new Places({ here: b });
	const [one, other] = [await places.of(a), await places.of(b)];
	return one.real === other.real || (one.repository !== undefined && one.repository === other.repository);
}
