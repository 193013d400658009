/** What `delete` and `prune` say of what they did. */
import type { DeletedSession, DeletionTarget, Kept } from "../store/trash/delete.js";
import { besideText } from "../store/trash/deletion-words.js";
import { count } from "../text/amounts.js";
import { bar } from "../text/bar.js";
import { sanitiseLine } from "../text/sanitise.js";
import { type CommandIo, EXIT, type ExitCode } from "./io.js";

/** Fewer are done before a bar could be read. */
const WORTH_A_BAR = 10;
/** More lines than these of what stays are counted, not printed. */
const MOST_KEPT = 20;

/** A session that went, as `--json` prints it. */
export function deletionJson({ path, id, name, artifacts, bytes }: DeletedSession): {
	[key: string]: unknown;
} {
	return { path, id, name, bytes, artifacts: artifacts.map((each) => each.path) };
}

export function deletionExit(kept: readonly Pick<Kept, "kind">[]): ExitCode {
	if (kept.some(({ kind }) => kind === "stopped")) return EXIT.interrupted;
	if (kept.some(({ kind }) => kind === "open")) return EXIT.refused;
	return kept.length === 0 ? EXIT.done : EXIT.failed;
}

/** Says what stays and why, one line each; what was stopped is counted. */
export function sayKept(kept: readonly Kept[], io: CommandIo): void {
	const said = kept.filter(({ kind }) => kind !== "stopped");
	for (const { path, reason } of said.slice(0, MOST_KEPT)) io.err(`${sanitiseLine(`${path}: ${reason}`)}\n`);
	if (said.length > MOST_KEPT) io.err(`… and ${count(said.length - MOST_KEPT)} more stay\n`);
	const stopped = kept.length - said.length;
	if (stopped > 0) io.err(`Stopped; ${count(stopped)} not begun.\n`);
}

/** Says what stays beside sessions that would go, or beside those of them that `went`. */
export function sayBeside(
	targets: readonly DeletionTarget[],
	io: CommandIo,
	went?: readonly Pick<DeletedSession, "path">[],
): void {
	const paths = went && new Set(went.map(({ path }) => path));
	const those = targets.filter(({ session }) => paths === undefined || paths.has(session.path));
	const names = those.flatMap(({ beside }) => beside);
	if (names.length > 0) io.err(`${besideText(names, those.length === 1 ? "it" : "them")}\n`);
}

/** Shows how far many deletions have come; the last call takes the line away. */
export function showDeletionProgress(total: number, io: CommandIo): ((done: number) => void) | undefined {
	const { progress } = io;
	if (progress === undefined || total < WORTH_A_BAR) return undefined;
	return (done) =>
		progress(done === total ? "" : `deleting ${bar(done, total, 20)} ${count(done)}/${count(total)}`);
}
