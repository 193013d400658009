import { contextOf } from "../session/context.js";
import { readSession } from "../session/session.js";
import { transcript } from "../session/transcript.js";
import { transcriptLines } from "../session/transcript-lines.js";
import { transcriptMarkdown } from "../session/transcript-markdown.js";
import { attributedUsage } from "../session/usage.js";
import { toAnsi } from "../text/spans.js";
import { CommandError, type CommandIo, EXIT, type ExitCode, printJson } from "./io.js";
import { selectSession } from "./select.js";
import { selectEntry } from "./select-entry.js";
import { openStore, type StoreOptions } from "./store-options.js";
import { titleOf } from "./title-of.js";

export interface ShowOptions extends StoreOptions {
	/** The branch that ends with this entry, instead of the active one. */
	readonly leaf?: string;
	readonly markdown?: boolean;
	readonly json?: boolean;
}

/** Lines are no longer than this where there is no terminal to say how wide it is. */
const PAGE_COLUMNS = 100;

/** `prime-sessions show <session>`: a branch as a transcript. */
export async function show(selector: string, options: ShowOptions, io: CommandIo): Promise<ExitCode> {
	if (options.markdown && options.json) throw new CommandError("--markdown or --json, not both", EXIT.usage);
	const location = openStore(options, io);
	const { path } = await selectSession(selector, location, io);
	const session = await readSession(path);
	const leaf = options.leaf === undefined ? undefined : selectEntry(session, options.leaf);
	const branch = session.tree.branch(leaf).map(({ entry }) => entry);
	if (options.json) {
		printJson(io, contextOf(branch, attributedUsage(session.entries)));
		return EXIT.done;
	}
	const blocks = transcript(branch);
	const labelOf = (id: string) => session.tree.label(id)?.label;
	if (options.markdown) io.out(transcriptMarkdown(blocks, { title: titleOf(session), now: io.now, labelOf }));
	else {
		const columns = Number.isFinite(io.columns) ? io.columns : PAGE_COLUMNS;
		const lines = transcriptLines(blocks, { columns, now: io.now, open: false, labelOf });
		for (const line of lines[0]?.length === 0 ? lines.slice(1) : lines)
			io.out(`${toAnsi(line, io.colours)}\n`);
	}
	if (session.problems.length > 0) {
		io.err(`${session.problems.length} damaged lines were left out; \`prime-sessions info\` names them.\n`);
	}
	return EXIT.done;
}
