import { sparedSummary } from "../../store/prune/prune.js";
import { title } from "../../store/title.js";
import { age, bytes, count, counted } from "../../text/amounts.js";
import { columnsOf, cutStart, padEnd, padStart } from "../../text/columns.js";
import { shortenHome } from "../../text/home.js";
import { sanitiseLine } from "../../text/sanitise.js";
import { type Line, lineColumns, type Span } from "../../text/spans.js";
import { fieldLine, fill, justify } from "../layout-lines.js";
import { NARROW } from "../sessions/header-lines.js";
import type { State } from "../state.js";
import { pruneGeometry, WIDE_FORM } from "./geometry.js";
import { PRUNE_FIELDS, PRUNE_FLAGS, type PruneField, type PruneFlag, type PruneScreen } from "./state.js";
import { LIST_STOP, pruneCursorIndex } from "./update.js";

const FIELD_LABELS: Readonly<Record<PruneField, string>> = {
	"older-than": "older than",
	"fewer-messages": "fewer messages than",
	"larger-than": "larger than",
};
const NARROW_LABELS: Readonly<Record<PruneField, string>> = {
	"older-than": "older",
	"fewer-messages": "messages <",
	"larger-than": "larger",
};

const FLAG_LABELS: Readonly<Record<PruneFlag, string>> = {
	unnamed: "unnamed",
	archived: "archived",
	empty: "empty",
	missingCwd: "directory gone",
	damaged: "damaged",
	duplicate: "duplicate",
};

/** Where six would not fit on two rows. */
const NARROW_FLAGS: Readonly<Record<PruneFlag, string>> = { ...FLAG_LABELS, missingCwd: "no dir" };
const NARROW_COLUMNS = 44;

/** How many would go, and the space that frees. */
export function pruneTitle({ choice, problem }: PruneScreen, { size, sessions }: State): Line {
	const soFar = sessions.whole ? "" : " so far";
	const amount =
		problem === undefined
			? [
					{
						text: `${counted(choice.go.length, "session")} · ${bytes(choice.bytes)} would go${soFar} `,
					},
				]
			: [{ text: `${problem} `, colour: "red" as const }];
	const where = size.columns < NARROW ? "" : "  all directories";
	return justify(
		[
			{ text: " Prune", bold: true },
			{ text: where, dim: true },
		],
		amount,
		size.columns,
	);
}

/** The criteria, the flags, and what is spared. */
export function formLines(screen: PruneScreen, columns: number): Line[] {
	const narrow = columns < WIDE_FORM;
	const fields = PRUNE_FIELDS.map((field, index): Line => {
		const focused = screen.focus === index;
		const text: Line = focused ? fieldLine(screen.fields[field], 6) : [{ text: screen.fields[field].text }];
		const label = (narrow ? NARROW_LABELS : FIELD_LABELS)[field];
		return [{ text: `${label} [` }, ...fill(text, 6), { text: "]  " }].map((span) =>
			focused ? { ...span, ...FOCUSED } : span,
		);
	});
	const flagLabels = columns < NARROW_COLUMNS ? NARROW_FLAGS : FLAG_LABELS;
	const flags = PRUNE_FLAGS.map((flag, index): Line => {
		const text = `${screen.flags.has(flag) ? "[x]" : "[ ]"} ${flagLabels[flag]}  `;
		return [screen.focus === PRUNE_FIELDS.length + index ? { text, ...FOCUSED } : { text }];
	});
	const spared: Line = [
		{ text: narrow ? " spared " : "  spared  ", dim: true },
		{ text: sparedText(screen), dim: true },
	];
	if (!narrow)
		return [[{ text: "  " }, ...fields.flat()], trimmed([{ text: "  only  " }, ...flags.flat()]), spared];
	return [...rowsOf(fields, columns), ...rowsOf(flags, columns), spared];
}

const FOCUSED = { colour: "accent", bold: true } as const;

/** Parts on one row, or on two where they do not fit: as many on the first as do. */
function rowsOf(parts: readonly Line[], columns: number): Line[] {
	let used = 1;
	let count = 0;
	for (const part of parts) {
		used += lineColumns(part);
		// The blanks behind the last part may be cut off.
		if (used - 2 > columns) break;
		count++;
	}
	const row = (some: readonly Line[]): Line => trimmed([{ text: " " }, ...some.flat()]);
	return [parts.slice(0, count), parts.slice(count)].filter((some) => some.length > 0).map(row);
}

/** Without the blanks at the end, which may be one too many. */
function trimmed(line: Line): Line {
	return [
		...line.slice(0, -1),
		...line.slice(-1).map((span): Span => ({ ...span, text: span.text.trimEnd() })),
	];
}

function sparedText({ choice, spared, request }: PruneScreen): string {
	const parts = [
		sparedSummary(choice.spared),
		...(spared.size > 0 ? [`${count(spared.size)} by you`] : []),
	].filter((part) => part !== "");
	const looking = request === undefined ? "" : "   looking for duplicates…";
	return (parts.length === 0 ? "none" : parts.join(" · ")) + looking;
}

/** The sessions that would go. */
export function prunedLines(screen: PruneScreen, state: State): Line[] {
	const { columns } = state.size;
	const { list } = pruneGeometry(state.size);
	if (screen.choice.go.length === 0) {
		const soFar = state.sessions.whole ? "" : " so far";
		return [[{ text: `   Nothing would go${soFar}.`, dim: true }]];
	}
	const cursor = pruneCursorIndex(screen);
	return screen.choice.go.slice(screen.top, screen.top + list).map(({ session }, offset): Line => {
		const isCursor = screen.focus === LIST_STOP && screen.top + offset === cursor;
		const where =
			columns < 76
				? ""
				: `  ${padEnd(cutStart(shortenHome(sanitiseLine(session.cwd), state.environment.home), 26), 26)}`;
		const tail = `${padStart(count(session.messageCount), 6)}${padStart(age(session.modified.getTime(), state.now), 6)}${padStart(bytes(session.sizeBytes), 9)} `;
		const name = fill(
			[{ text: sanitiseLine(title(session).slice(0, 600)) }],
			Math.max(1, columns - 3 - columnsOf(where) - columnsOf(tail)),
		);
		const line: Line = [
			{ text: isCursor ? " ▸ " : "   " },
			...name,
			{ text: where, dim: true },
			{ text: tail },
		];
		return isCursor ? line.map((span) => ({ ...span, bold: true, colour: "accent" as const })) : line;
	});
}
