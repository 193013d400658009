import { resolve } from "node:path";
import { originalText } from "../store/trash/originals.js";
import { type NotRestored, type RestoredSession, restore } from "../store/trash/restore.js";
import { listTrashed, type TrashedSession } from "../store/trash/trash-can.js";
import { sanitiseLine } from "../text/sanitise.js";
import { interruptible } from "./interruption.js";
import { CommandError, type CommandIo, EXIT, type ExitCode, printJson } from "./io.js";
import { selectTrashed } from "./select-trashed.js";
import { openStore, type StoreOptions } from "./store-options.js";
import { trashTable } from "./trash-table.js";

export interface RestoreCommandOptions extends StoreOptions {
	readonly all?: boolean;
	/** The directory to restore into, in place of where each was. */
	readonly to?: string;
	/** Where a name is taken, take the next that is free. */
	readonly rename?: boolean;
	readonly json?: boolean;
}

/** `prime-sessions restore [session…]`: out of the trash; without arguments, what of this store is there. */
export async function restoreCommand(
	selectors: readonly string[],
	options: RestoreCommandOptions,
	io: CommandIo,
): Promise<ExitCode> {
	if (options.all && selectors.length > 0)
		throw new CommandError("name sessions, or --all, not both", EXIT.usage);
	const location = openStore(options, io);
	const onProgress = (done: number, total: number) =>
		io.progress?.(done === total ? "" : `reading the trash: ${done}/${total}`);
	const { trashed, note } = await listTrashed(location, { onProgress });
	if (note !== undefined) io.err(`${note}\n`);
	if (selectors.length === 0 && !options.all) {
		if (options.json) printJson(io, { trashed: trashed.map(trashedJson) });
		else if (trashed.length === 0) io.err("Nothing of this store is in the trash.\n");
		else io.out(trashTable(trashed, io));
		return EXIT.done;
	}
	const items = options.all
		? trashed
		: [...new Set(selectors.map((each) => selectTrashed(each, trashed, io)))];
	const to = options.to === undefined ? undefined : resolve(io.cwd, options.to);
	const { restored, skipped } = await interruptible((signal) =>
		restore(items, { to, alternative: options.rename, signal }),
	);
	if (options.json) {
		const back = restored.map(({ path, from, id, artifacts }) => ({ session: path, from, id, artifacts }));
		printJson(io, { restored: back, skipped: skipped.map(skippedJson) });
	} else report(restored, skipped, io);
	if (skipped.some(({ kind }) => kind === "stopped")) return EXIT.interrupted;
	return skipped.length > 0 ? EXIT.failed : EXIT.done;
}

function trashedJson({ id, name, path, deletedAt, sizeBytes }: TrashedSession): object {
	return { id, name, path, deletedAt, sizeBytes };
}

function skippedJson({ path, reason, alternative }: NotRestored): object {
	return { path, reason, alternative };
}

function report(restored: readonly RestoredSession[], skipped: readonly NotRestored[], io: CommandIo): void {
	for (const { path } of restored) {
		io.out(`${io.isTerminal ? sanitiseLine(path) : path}\n`);
		const original = originalText(path);
		if (original !== undefined)
			io.err(`${sanitiseLine(path)}: the ${original}; only files that end with .jsonl are listed\n`);
	}
	for (const { path, reason, kind, alternative } of skipped) {
		if (kind === "stopped") continue;
		const hint = alternative === undefined ? "" : `; --rename restores it as ${alternative}`;
		io.err(`${sanitiseLine(`${path}: ${reason}${hint}`)}\n`);
	}
	io.err(`${restored.length} restored${skipped.length > 0 ? `, ${skipped.length} not` : ""}.\n`);
}
