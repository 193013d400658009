/** What `prune` says: what would go or went, what was spared, and why. */

import type { SessionInfo } from "../store/info.js";
import { type Prunable, type PruneChoice, type Spared, sparedSummary } from "../store/prune/prune.js";
import type { Unreadable } from "../store/store-files.js";
import type { Deletion, DeletionPlan, Kept } from "../store/trash/delete.js";
import { shownTitle } from "../store/trash/deletion-words.js";
import { age, bytes, count, counted } from "../text/amounts.js";
import { columnsOf, cut, cutStart, padEnd, padStart, widest } from "../text/columns.js";
import { shortenHome } from "../text/home.js";
import { sanitiseLine } from "../text/sanitise.js";
import { type Line, lineColumns, toAnsi } from "../text/spans.js";
import { deletionJson, sayBeside, sayKept } from "./deletion-report.js";
import type { CommandIo } from "./io.js";
import { shortIds } from "./short-ids.js";

/** More spared sessions than these are counted, not listed. */
const MOST_SPARED = 20;
/** Columns of a directory and of a remark where the terminal's are scarce. */
const MOST_PATH = 40;
const FEWEST_PATH = 8;
const MOST_REMARK = 40;

export class PruneReport {
	readonly #spared: readonly Spared[];
	/** Files that are no sessions, where damaged ones were asked for. */
	readonly #unreadable: readonly Unreadable[];
	readonly #chosen: ReadonlyMap<string, Prunable>;
	readonly #io: CommandIo;

	constructor({ go, spared }: PruneChoice, unreadable: readonly Unreadable[], io: CommandIo) {
		this.#spared = spared;
		this.#unreadable = unreadable;
		this.#chosen = new Map(go.map((each) => [each.session.path, each]));
		this.#io = io;
	}

	sayPlan({ targets, refused, bytes: freed }: DeletionPlan): void {
		this.#table(targets.map(({ session }) => session.path));
		this.#sayStays(refused);
		sayBeside(targets, this.#io);
		const what = `${counted(targets.length, "session")}, ${bytes(freed)},`;
		this.#io.err(
			targets.length === 0 ? "Nothing would go.\n" : `${what} would go to the trash; --yes does it.\n`,
		);
	}

	sayDone({ trashed, skipped, bytes: freed }: Deletion, { targets }: DeletionPlan): void {
		this.#table(trashed.map(({ path }) => path));
		this.#sayStays(skipped);
		sayBeside(targets, this.#io, trashed);
		const what = `Moved ${counted(trashed.length, "session")}, ${bytes(freed)}, to the trash`;
		this.#io.err(
			trashed.length === 0
				? "Nothing was deleted.\n"
				: `${what}; \`prime-sessions restore\` shows ${trashed.length === 1 ? "it" : "them"}.\n`,
		);
	}

	planJson({ targets, refused, bytes: freed }: DeletionPlan): object {
		const trashed = targets.map(({ session: { path, id, name }, file, artifacts }) => ({
			path,
			id,
			name,
			bytes: artifacts.reduce((sum, each) => sum + each.bytes, file.size),
			artifacts: artifacts.map((each) => each.path),
			reasons: this.#chosen.get(path)?.reasons,
		}));
		return { dryRun: true, trashed, skipped: this.#skippedJson(refused), bytes: freed };
	}

	doneJson({ trashed, skipped, bytes: freed }: Deletion): object {
		const gone = trashed.map((each) => ({
			...deletionJson(each),
			reasons: this.#chosen.get(each.path)?.reasons,
		}));
		return { dryRun: false, trashed: gone, skipped: this.#skippedJson(skipped), bytes: freed };
	}

	#skippedJson(kept: readonly Kept[]): object[] {
		return [
			...kept.map(({ path, reason }) => ({ path, reason })),
			...this.#spared.map(({ session: { path }, why }) => ({ path, reason: `spared: ${why}` })),
			...this.#unreadable.map(({ path, reason }) => ({ path, reason: `no session: ${reason}` })),
		];
	}

	#table(paths: readonly string[]): void {
		const rows = paths.flatMap((path) => this.#chosen.get(path) ?? []);
		this.#io.out(this.#rows(rows.map(({ session, remarks }) => [session, remarks.join(", ")])));
	}

	#sayStays(kept: readonly Kept[]): void {
		const { err } = this.#io;
		sayKept(kept, this.#io);
		if (this.#spared.length > 0) {
			err(`Spared: ${sparedSummary(this.#spared)}.\n`);
			const shown = this.#spared.slice(0, MOST_SPARED);
			err(
				this.#rows(
					shown.map(({ session, why }) => [session, why]),
					false,
				),
			);
			if (this.#spared.length > MOST_SPARED)
				err(`  … and ${count(this.#spared.length - MOST_SPARED)} more\n`);
		}
		if (this.#unreadable.length > 0) {
			const what = counted(this.#unreadable.length, "file");
			const verb = this.#unreadable.length === 1 ? "is no session and stays" : "are no sessions and stay";
			err(`${what} ${verb}; \`prime-sessions doctor\` says why.\n`);
		}
	}

	/** Id (enough of it to select by), age, messages, size, title, directory, and a remark. */
	#rows(rows: readonly (readonly [SessionInfo, string])[], colours = this.#io.colours): string {
		const { columns, now, home } = this.#io;
		const ids = shortIds(rows.map(([{ id }]) => sanitiseLine(id)));
		const idColumns = widest(ids);
		const counts = rows.map(([{ messageCount }]) => count(messageCount));
		const countColumns = widest(counts);
		const sizes = rows.map(([{ sizeBytes }]) => bytes(sizeBytes));
		const sizeColumns = widest(sizes);
		return rows
			.map(([session, remark], index) => {
				const lead = `${padStart(age(session.modified.getTime(), now), 5)}  ${padStart(counts[index] ?? "", countColumns)}  ${padStart(sizes[index] ?? "", sizeColumns)}  `;
				const room = columns - idColumns - columnsOf(lead);
				const directory = shortenHome(sanitiseLine(session.cwd), home);
				const spans = [
					{ text: padEnd(ids[index] ?? "", idColumns), colour: "accent" as const },
					{ text: lead, dim: true },
					...titleAndRest(shownTitle(session), directory, sanitiseLine(remark), room),
				];
				return `${toAnsi(spans, colours)}\n`;
			})
			.join("");
	}
}

/** A long title has half of the room at least; the directory has what is left. */
function titleAndRest(title: string, directory: string, remark: string, room: number): Line {
	const end = (text: string): Line => (text === "" ? [] : [{ text: `  ${text}`, dim: true }]);
	if (room === Number.POSITIVE_INFINITY) return [{ text: title }, ...end(directory), ...end(remark)];
	const half = Math.max(0, Math.floor(room / 2));
	const shownRemark = end(cut(remark, Math.max(0, Math.min(MOST_REMARK, half - 2))));
	const titleColumns = Math.min(room - half, columnsOf(title));
	const left = room - titleColumns - lineColumns(shownRemark) - 2;
	const shownDirectory = end(left < FEWEST_PATH ? "" : cutStart(directory, Math.min(MOST_PATH, left)));
	const rest = [...shownDirectory, ...shownRemark];
	return [{ text: cut(title, Math.max(1, room - lineColumns(rest))) }, ...rest];
}
