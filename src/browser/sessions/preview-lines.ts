import type { Preview } from "../../session/preview.js";
import { transcript } from "../../session/transcript.js";
import { blockLines } from "../../session/transcript-lines.js";
import { age, bytes, cost, count, counted, dateTime } from "../../text/amounts.js";
import { cutStart } from "../../text/columns.js";
import { shortenHome } from "../../text/home.js";
import { sanitiseLine } from "../../text/sanitise.js";
import { cutLine, type Line, wrapLine } from "../../text/spans.js";
import type { ListedSession, PreviewContent } from "./state.js";

export interface PreviewFrame {
	readonly columns: number;
	readonly rows: number;
	/** Beside the list, with a rule between. */
	readonly beside: boolean;
	readonly now: number;
	readonly home: string;
}

/** The blocks at the end of a branch that may fit a preview. */
const LAST_BLOCKS = 40;

/** What is known of the session under the cursor, and the end of its conversation. */
export function previewLines(
	content: PreviewContent | undefined,
	session: ListedSession | undefined,
	frame: PreviewFrame,
): Line[] {
	const room = frame.columns - (frame.beside ? 2 : 4);
	const facts = session === undefined ? [] : factLines(session, room, frame);
	const shown = facts.slice(0, frame.rows);
	const space = frame.rows - shown.length - 1;
	const messages =
		session !== undefined && content?.path === session.info.path && space > 0
			? messageLines(content, room, space, frame.now)
			: [];
	const lines = messages.length === 0 ? shown : [...shown, [], ...messages];
	if (!frame.beside)
		return [
			[{ text: ` ${"─".repeat(Math.max(0, frame.columns - 2))}`, dim: true }],
			...lines.map((line): Line => [{ text: "  " }, ...line]),
		];
	return Array.from(
		{ length: frame.rows },
		(_, row): Line => [{ text: "│ ", dim: true }, ...(lines[row] ?? [])],
	);
}

function factLines(
	{ info, cwdMissing }: ListedSession,
	columns: number,
	{ now, home }: PreviewFrame,
): Line[] {
	const name = sanitiseLine((info.name ?? info.firstMessage).slice(0, 600));
	const cwd = cutStart(shortenHome(sanitiseLine(info.cwd), home), columns);
	const branches = info.branchCount > 1 ? ` · ${count(info.branchCount)} branches` : "";
	const spent = info.usage.cost > 0 ? ` · ${cost(info.usage.cost)}` : "";
	const about = [info.model?.split("/").pop(), info.git?.branch]
		.filter((part) => part !== undefined)
		.map(sanitiseLine);
	const texts: Line[] = [
		[{ text: name, bold: true }],
		[{ text: `${cwd}${cwdMissing ? " (gone)" : ""}` }],
		...(about.length === 0 ? [] : [[{ text: about.join(" · ") }]]),
		[{ text: `${counted(info.messageCount, "message")}${branches} · ${bytes(info.sizeBytes)}${spent}` }],
		[
			{
				text: `created ${dateTime(info.created.getTime(), now)} · active ${ago(info.modified.getTime(), now)}`,
				dim: true,
			},
		],
		[{ text: `id ${sanitiseLine(info.id)}`, dim: true }],
		...noteLines(info),
	];
	return texts.map((line) => cutLine(line, columns));
}

function ago(then: number, now: number): string {
	const short = age(then, now);
	return short === "now" ? short : `${short} ago`;
}

function noteLines(info: ListedSession["info"]): Line[] {
	const notes: Line[] = [];
	const status = sanitiseLine(info.agentStatus?.summary ?? "");
	if (status !== "") notes.push([{ text: status, italic: true }]);
	if (info.open) notes.push([{ text: "● open in an agent", colour: "green" }]);
	if (info.state !== undefined && info.state !== "active")
		notes.push([{ text: sanitiseLine(info.state), dim: true }]);
	if (info.problemCount > 0)
		notes.push([{ text: `⚠ ${count(info.problemCount)} damaged lines`, colour: "yellow" }]);
	if (info.version > 3) notes.push([{ text: `⚠ version ${info.version}: read-only`, colour: "yellow" }]);
	return notes;
}

function messageLines(content: PreviewContent, columns: number, rows: number, now: number): Line[] {
	switch (content.kind) {
		case "reading":
			if (content.before !== undefined) return lastLines(content.before, columns, rows, now);
			return [[{ text: "…", dim: true }]];
		case "failed":
			return wrapLine([{ text: content.reason, colour: "red" }], columns).slice(0, rows);
		case "ready":
			return lastLines(content.preview, columns, rows, now);
		default:
			return content satisfies never;
	}
}

interface Drawn {
	readonly columns: number;
	readonly lines: readonly Line[];
}

const drawn = new WeakMap<Preview, Drawn>();

/** The last `rows` lines of the conversation, as the transcript draws them. */
function lastLines(preview: Preview, columns: number, rows: number, now: number): Line[] {
	let known = drawn.get(preview);
	if (known?.columns !== columns) {
		const blocks = transcript(preview.branch)
			.filter((block) => block.kind !== "thinking")
			.slice(-LAST_BLOCKS);
		const labelOf = (id: string) => preview.tree.label(id)?.label;
		const lines = blocks.flatMap((block) => blockLines(block, { columns, open: false, now, labelOf }));
		known = { columns, lines: lines.slice(-200) };
		drawn.set(preview, known);
	}
	const last = known.lines.slice(-rows);
	return last[0]?.length === 0 ? last.slice(1) : [...last];
}
