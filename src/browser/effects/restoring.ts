import { basename } from "node:path";
import { SessionError } from "../../session/errors.js";
import type { StoreLocation } from "../../store/location.js";
import type { DeletedSession } from "../../store/trash/delete.js";
import { originalText } from "../../store/trash/originals.js";
import {
	type Restorable,
	type Restoration,
	type RestoreOptions,
	restore,
	undoDeletion,
} from "../../store/trash/restore.js";
import { count } from "../../text/amounts.js";
import { cut } from "../../text/columns.js";
import { sanitiseLine } from "../../text/sanitise.js";
import type { Event } from "../event.js";
import type { ListedSession } from "../sessions/state.js";
import { nowAndThen } from "./now-and-then.js";
import type { Reading } from "./reading.js";
import { reasonOf } from "./reason.js";

type Dispatch = (event: Event) => void;

/** The effects that bring sessions back from the trash. Each is answered with `sessions-restored`. */
export class Restoring {
	readonly #location: StoreLocation;
	readonly #reading: Reading;
	readonly #running = new Set<AbortController>();

	constructor(location: StoreLocation, reading: Reading) {
		this.#location = location;
		this.#reading = reading;
	}

	/** Lets nothing further come back. What has come is told by the restoring itself. */
	stop(): void {
		for (const controller of this.#running) controller.abort();
	}

	async undo(deleted: readonly DeletedSession[], dispatch: Dispatch): Promise<void> {
		const known = deleted.flatMap((session) =>
			session.inTrash === undefined ? [] : [{ ...session, inTrash: session.inTrash }],
		);
		const work = (options: RestoreOptions) => undoDeletion(deleted, this.#location, options);
		await this.#bringBack(known, deleted, work, dispatch);
	}

	/** `alternative`: under another name where the own one is taken. */
	async restore(items: readonly Restorable[], alternative: boolean, dispatch: Dispatch): Promise<void> {
		const work = (options: RestoreOptions) => restore(items, { ...options, alternative });
		await this.#bringBack(items, [], work, dispatch);
	}

	async #bringBack(
		items: readonly Restorable[],
		deleted: readonly DeletedSession[],
		work: (options: RestoreOptions) => Promise<Restoration>,
		dispatch: Dispatch,
	): Promise<void> {
		const controller = new AbortController();
		this.#running.add(controller);
		const onProgress = nowAndThen((done, total) => dispatch({ type: "restore-progress", done, total }));
		try {
			const done = await work({ onProgress, signal: controller.signal });
			const left = new Set(done.skipped.flatMap(({ path, kind }) => (kind === "gone" ? [] : [path])));
			const taken = new Set(done.skipped.flatMap(({ path, kind }) => (kind === "taken" ? [path] : [])));
			const again = deleted.filter(({ path }) => left.has(path));
			const kept = done.skipped.some(({ kind }) => kind === "gone" || kind === "failed");
			dispatch({
				type: "sessions-restored",
				sessions: await this.#listed(done.restored.map(({ path }) => path)),
				taken: items.filter(({ path }) => taken.has(path)),
				back: done.restored.map(({ from, inTrash }) => ({ path: from, inTrash: inTrash.path })),
				again,
				message: outcome(done, again.length > 0),
				failed: kept,
			});
		} catch (error) {
			const message = reasonOf(error);
			const nothing = { sessions: [], taken: [], back: [] };
			dispatch({ type: "sessions-restored", ...nothing, again: deleted, message, failed: true });
		} finally {
			this.#running.delete(controller);
		}
	}

	/** What cannot be read, and could not before it was deleted, is not listed, and neither are originals. */
	async #listed(paths: readonly string[]): Promise<ListedSession[]> {
		const sessions = paths.filter((path) => originalText(path) === undefined);
		const listed = await Promise.all(
			sessions.map(async (path) => {
				try {
					return [await this.#reading.again(path)];
				} catch (error) {
					if (!(error instanceof SessionError)) throw error;
					return [];
				}
			}),
		);
		return listed.flat();
	}
}

/** Columns of a name that has much said after it. */
const LONGEST_NAME = 30;

/** What was done, in a sentence. `undoable`: Ctrl+Z brings back what is left. */
function outcome({ restored, skipped }: Restoration, undoable: boolean): string {
	const [first] = restored;
	const left = skipped.filter(({ kind }) => kind === "gone" || kind === "failed");
	const [kept] = left;
	const stays = kept === undefined ? "" : `; ${count(left.length)} not: ${sanitiseLine(kept.reason)}`;
	const stopped = skipped.filter(({ kind }) => kind === "stopped").length;
	if (stopped > 0) {
		const done = `${count(restored.length)} of ${count(restored.length + skipped.length)} are back`;
		const rest = undoable ? " · Ctrl+Z brings the rest" : ", the rest is in the trash still";
		return `Stopped: ${done}${rest}${stays}`;
	}
	const originals = restored.filter(({ path }) => originalText(path) !== undefined);
	if (restored.length === 1 && originals.length === 1 && first !== undefined) {
		const name = `"${cut(sanitiseLine(first.title.slice(0, 400)), LONGEST_NAME)}"`;
		const file = sanitiseLine(basename(first.path));
		return `${name} is back, but not listed: it is the ${originalText(first.path)}, ${file}${stays}.`;
	}
	const what =
		restored.length === 1 && first !== undefined
			? `"${sanitiseLine(first.title)}" is`
			: `${count(restored.length)} sessions are`;
	const back = restored.length === 0 ? "Nothing came back from the trash" : `${what} back from the trash`;
	const unlisted =
		originals.length === 0
			? ""
			: `, ${count(originals.length)} of them not listed: kept from before a change`;
	return `${back}${namesText(restored)}${unlisted}${stays}.`;
}

function namesText(restored: Restoration["restored"]): string {
	const renamed = restored.filter(({ path, from }) => path !== from).length;
	if (renamed === 0) return "";
	return renamed === 1 ? ", one under another name" : `, ${count(renamed)} under other names`;
}
