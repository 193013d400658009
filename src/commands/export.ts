import { createReadStream, statSync } from "node:fs";
import { dirname, extname, resolve } from "node:path";
import { resolveDeps } from "../session/deps.js";
import { SessionError } from "../session/errors.js";
import { jsonText } from "../session/json.js";
import { readSession, type Session } from "../session/session.js";
import { toLine } from "../session/session-file.js";
import { transcript } from "../session/transcript.js";
import { transcriptMarkdown } from "../session/transcript-markdown.js";
import { createFile } from "../session/whole-file.js";
import { sanitise, sanitiseLine } from "../text/sanitise.js";
import type { ExportFormat } from "./export-formats.js";
import { CommandError, type CommandIo, EXIT, type ExitCode, printJson } from "./io.js";
import { selectSession } from "./select.js";
import { openStore, type StoreOptions } from "./store-options.js";
import { titleOf } from "./title-of.js";

export interface ExportOptions extends StoreOptions {
	/** Default: by the ending of `output`, else jsonl. */
	readonly format?: ExportFormat;
	/** A file that does not exist yet; default: standard output. */
	readonly output?: string;
	/** What was written, as JSON. */
	readonly json?: boolean;
}

/** `prime-sessions export <session>`: a session for other programs, or to read. */
export async function exportSession(
	selector: string,
	options: ExportOptions,
	io: CommandIo,
): Promise<ExitCode> {
	const output = options.output === undefined ? undefined : resolve(io.cwd, options.output);
	const format = options.format ?? formatOf(output);
	if (options.json && output === undefined) {
		throw new CommandError("--json says what was written to a file; add --output FILE", EXIT.usage);
	}
	if (output !== undefined && !statSync(dirname(output), { throwIfNoEntry: false })?.isDirectory()) {
		throw new CommandError(`${sanitiseLine(dirname(output))}: no such directory; make it first`);
	}
	const location = openStore(options, io);
	const { path, id } = await selectSession(selector, location, io);
	const pieces = format === "jsonl" ? fileBytes(path) : rendered(await readSession(path), format, io);
	if (output === undefined) {
		// A terminal gets no bytes of a file that were not made safe, whatever the format says.
		if (io.isTerminal) io.out(sanitise(Buffer.concat(await collect(pieces)).toString()));
		else for await (const piece of pieces) io.out(piece);
		return EXIT.done;
	}
	const content = await collect(pieces);
	createExport(output, content);
	const bytes = content.reduce((sum, piece) => sum + piece.length, 0);
	if (options.json) printJson(io, { session: path, id, output, format, bytes });
	else io.err(`Written to ${sanitiseLine(output)}.\n`);
	return EXIT.done;
}

type Pieces = AsyncIterable<Buffer> | Iterable<Buffer>;

function* rendered(session: Session, format: "markdown" | "json", io: CommandIo): Generator<Buffer> {
	if (format === "json") yield* jsonPieces(session);
	else yield Buffer.from(markdownOf(session, io.now));
}

function markdownOf(session: Session, now: number): string {
	const blocks = transcript(session.tree.branch().map(({ entry }) => entry));
	const labelOf = (id: string) => session.tree.label(id)?.label;
	return transcriptMarkdown(blocks, { title: titleOf(session), now, labelOf });
}

/** One JSON value, an entry a line: a long session is more than one string can hold. */
function* jsonPieces({ header, entries, tree, problems }: Session): Generator<Buffer> {
	const leafId = tree.leaf?.entry.id ?? null;
	yield Buffer.from(`{"header":${jsonText(header)},"leafId":${JSON.stringify(leafId)},"entries":[\n`);
	for (const [index, entry] of entries.entries()) {
		yield Buffer.from(`${toLine(entry).trimEnd()}${index < entries.length - 1 ? "," : ""}\n`);
	}
	yield Buffer.from(`],"problems":${JSON.stringify(problems)}}\n`);
}

async function* fileBytes(path: string): AsyncGenerator<Buffer> {
	for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) yield chunk as Buffer;
}

async function collect(pieces: Pieces): Promise<Buffer[]> {
	const collected: Buffer[] = [];
	for await (const piece of pieces) collected.push(piece);
	return collected;
}

function createExport(output: string, content: readonly Buffer[]): void {
	try {
		createFile(output, content, resolveDeps());
	} catch (error) {
		if (!(error instanceof SessionError) || error.code !== "exists") throw error;
		throw new CommandError(`${sanitiseLine(output)}: exists already; choose another name, or move it away`);
	}
}

function formatOf(output: string | undefined): ExportFormat {
	switch (extname(output ?? "").toLowerCase()) {
		case ".md":
		case ".markdown":
			return "markdown";
		case ".json":
			return "json";
		case ".html":
		case ".htm":
			throw new CommandError("html is not made; choose --format markdown, json or jsonl", EXIT.usage);
		default:
			return "jsonl";
	}
}
