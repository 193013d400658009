import { type Abandoned, abandoned, choose } from "../session/branch-choice.js";
import { readSession, type Session } from "../session/session.js";
import { checkWritable } from "../session/session-change.js";
import { summaryLine } from "../session/transcript/summary-line.js";
import { leafPosition } from "../session/tree-rows.js";
import { checkClosed, switchBranch } from "../store/branch-switch.js";
import { count } from "../text/amounts.js";
import { cut } from "../text/columns.js";
import { sanitise, sanitiseLine } from "../text/sanitise.js";
import { changeJson } from "./change-json.js";
import { describeEntry } from "./describe-entry.js";
import { CommandError, type CommandIo, EXIT, type ExitCode, printJson } from "./io.js";
import { selectSession } from "./select.js";
import { selectEntry } from "./select-entry.js";
import { openStore, type StoreOptions } from "./store-options.js";
import { checkSummaryOptions, type SummaryOptions, summaryOfBranch } from "./summary-of-branch.js";

export interface BranchOptions extends StoreOptions, SummaryOptions {
	readonly json?: boolean;
}

/**
 * `prime-sessions branch <session> <entry>`: moves the leaf, so that agents go on from there. Before a request the
 * text of the request is printed, to be edited and sent anew.
 */
export async function branch(
	selector: string,
	entryText: string,
	options: BranchOptions,
	io: CommandIo,
): Promise<ExitCode> {
	checkSummaryOptions(options);
	const location = openStore(options, io);
	const { path } = await selectSession(selector, location, io);
	checkClosed(path, location.agentDir);
	const session = await readSession(path);
	checkWritable(session, path);
	const { tree } = session;
	const node = selectEntry(session, entryText);
	const from = leafPosition(tree);
	const choice = choose(tree, node);
	const entryId = node.entry.id;
	if (choice.kind === "unreachable") throw new CommandError(`${sanitiseLine(entryId)}: ${choice.reason}`);
	if (choice.kind === "already-here") {
		const position = from?.entry.id ?? null;
		if (options.json) printJson(io, changeJson(path, session, { entryId, position, ...NOTHING }));
		else io.err(`The session is at ${sanitiseLine(entryId)} already.\n`);
		return EXIT.done;
	}
	const { leafId, prompt, images } = choice;
	const left = abandoned(tree, from, leafId);
	const text = await summaryOfBranch({ ...session, path }, left, options, location, io);
	const summary = text === undefined ? undefined : { text };
	const changed = await switchBranch(path, { leafId, summary }, { agentDir: location.agentDir });
	if (options.json) {
		const written = changed.entries[0]?.id ?? null;
		const more = { entryId, position: leafId, from: from?.entry.id ?? null, written };
		printJson(io, changeJson(path, changed.session, { ...more, prompt, images, summary: text ?? null }));
		return EXIT.done;
	}
	tell(changed.session, leafId, left, text, io);
	if (images > 0) io.err(`${plural(images, "image")} of the request cannot be taken along.\n`);
	if (prompt !== "") io.out(`${io.isTerminal ? sanitise(prompt) : prompt}\n`);
	return EXIT.done;
}

const NOTHING = { written: null, prompt: "", images: 0, summary: null };

function tell(
	{ tree }: Session,
	leafId: string | null,
	left: Abandoned,
	text: string | undefined,
	io: CommandIo,
): void {
	const node = leafId === null ? undefined : tree.node(leafId);
	const where =
		node === undefined
			? "before the first entry"
			: `at ${sanitiseLine(node.entry.id)} (${describeEntry(node)})`;
	const details = [
		...(left.requests > 0 ? [plural(left.requests, "request")] : []),
		...(left.files > 0 ? [`${plural(left.files, "file")} changed`] : []),
	].join(", ");
	const { length } = left.entries;
	const behind =
		length === 0
			? ""
			: `; ${plural(length, "entry", "entries")} left behind${details === "" ? "" : ` (${details})`}`;
	io.err(`The session goes on ${where}${behind}.\n`);
	if (text !== undefined) io.err(`Summary: ${cut(summaryLine(text), 100)}\n`);
}

function plural(amount: number, one: string, many = `${one}s`): string {
	return `${count(amount)} ${amount === 1 ? one : many}`;
}
