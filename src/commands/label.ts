import { setLabel } from "../session/annotations.js";
import { readSession } from "../session/session.js";
import { withTrash } from "../store/trash/trash.js";
import { sanitiseLine } from "../text/sanitise.js";
import { changeJson } from "./change-json.js";
import { CommandError, type CommandIo, EXIT, type ExitCode, printJson } from "./io.js";
import { sayWhenSeen } from "./lease-note.js";
import { selectSession } from "./select.js";
import { selectEntry } from "./select-entry.js";
import { openStore, type StoreOptions } from "./store-options.js";

export interface LabelOptions extends StoreOptions {
	readonly clear?: boolean;
	readonly json?: boolean;
}

/** `prime-sessions label <session> <entry> [text…]`: sets the label of an entry; without text prints it. */
export async function label(
	selector: string,
	entryText: string,
	words: readonly string[],
	options: LabelOptions,
	io: CommandIo,
): Promise<ExitCode> {
	const text = sanitiseLine(words.join(" "));
	if (options.clear && words.length > 0) {
		throw new CommandError("give a label, or --clear to take it away, not both", EXIT.usage);
	}
	if (words.length > 0 && text === "") {
		throw new CommandError("a label needs something to read; --clear takes the label away", EXIT.usage);
	}
	const location = openStore(options, io);
	const { path } = await selectSession(selector, location, io);
	const before = await readSession(path);
	const entryId = selectEntry(before, entryText).entry.id;
	if (words.length === 0 && !options.clear) {
		const current = before.tree.label(entryId)?.label;
		if (options.json) printJson(io, changeJson(path, before, { entryId, label: current ?? null }));
		else if (current === undefined) io.err(`${sanitiseLine(entryId)} has no label.\n`);
		else io.out(`${sanitiseLine(current)}\n`);
		return EXIT.done;
	}
	const { session, entries } = await setLabel(path, entryId, text, withTrash);
	if (options.json) printJson(io, changeJson(path, session, { entryId, label: text === "" ? null : text }));
	else if (text !== "") io.err(`Labelled ${sanitiseLine(entryId)} "${text}".\n`);
	else if (entries.length > 0) io.err(`The label of ${sanitiseLine(entryId)} is cleared.\n`);
	else io.err(`${sanitiseLine(entryId)} has no label.\n`);
	if (entries.length > 0) sayWhenSeen(path, location, io);
	return EXIT.done;
}
