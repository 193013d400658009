import { setSessionName } from "../session/annotations.js";
import { nameOf } from "../session/session-name.js";
import { withTrash } from "../store/trash/trash.js";
import { sanitiseLine } from "../text/sanitise.js";
import { changeJson } from "./change-json.js";
import { CommandError, type CommandIo, EXIT, type ExitCode, printJson } from "./io.js";
import { sayWhenSeen } from "./lease-note.js";
import { selectSession } from "./select.js";
import { openStore, type StoreOptions } from "./store-options.js";

export interface NameOptions extends StoreOptions {
	readonly clear?: boolean;
	readonly json?: boolean;
}

/** `prime-sessions name <session> [text…]`: sets the display name; without text prints it. */
export async function name(
	selector: string,
	words: readonly string[],
	options: NameOptions,
	io: CommandIo,
): Promise<ExitCode> {
	const text = sanitiseLine(words.join(" "));
	if (options.clear && words.length > 0) {
		throw new CommandError("give a name, or --clear to take it away, not both", EXIT.usage);
	}
	if (words.length > 0 && text === "") {
		throw new CommandError("a name needs something to read; --clear takes the name away", EXIT.usage);
	}
	const location = openStore(options, io);
	const info = await selectSession(selector, location, io);
	if (words.length === 0 && !options.clear) {
		const current = sanitiseLine(info.name ?? "");
		if (options.json) printJson(io, { session: info.path, id: info.id, name: info.name ?? null });
		else if (current === "") io.err("The session has no name.\n");
		else io.out(`${current}\n`);
		return EXIT.done;
	}
	const { session, entries } = await setSessionName(info.path, text, withTrash);
	const named = nameOf(session.entries);
	if (options.json) {
		const entryId = entries[0]?.id ?? null;
		printJson(io, changeJson(info.path, session, { name: named ?? null, entryId }));
	} else if (named === undefined) {
		io.err(entries.length === 0 ? "The session has no name.\n" : "The name is cleared.\n");
	} else io.err(`Named "${sanitiseLine(named)}".\n`);
	if (entries.length > 0) sayWhenSeen(info.path, location, io);
	return EXIT.done;
}
