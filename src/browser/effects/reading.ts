import { readPreview } from "../../session/preview.js";
import { readSession } from "../../session/session.js";
import { transcript } from "../../session/transcript.js";
import { listSessions } from "../../store/catalogue.js";
import type { SessionInfo } from "../../store/info.js";
import type { StoreLocation } from "../../store/location.js";
import { Places } from "../../store/places.js";
import { inScope } from "../../store/scope.js";
import { sessionDetails } from "../../store/session-details.js";
import { readSessionInfo } from "../../store/session-info.js";
import { watchStore } from "../../store/watch.js";
import type { Effect } from "../effect.js";
import type { Event } from "../event.js";
import type { ListedSession, Nearness } from "../sessions/state.js";
import { detailsLines } from "./details-lines.js";
import { goneEvent, reasonOf } from "./reason.js";

type Dispatch = (event: Event) => void;
type DetailsWish = Extract<Effect, { type: "read-details" }>;

/** How often, at the most, what was read so far is shown while the store is read, in milliseconds. */
const BATCH_MS = 80;
/** Showing it may take this share of the time, so that a large store is not read the slower for it. */
const SHOWING_SHARE = 0.08;

/** The effects that read. Each kind has one reading at a time: a new one ends the one before. */
export class Reading {
	readonly #location: StoreLocation;
	readonly #cwd: string;
	#places: Places;
	readonly #running = new Map<string, AbortController>();
	#unwatch: (() => void) | undefined;
	/** What the last whole reading found; the details of a session need its neighbours. */
	#sessions: readonly SessionInfo[] = [];
	#subAgents: readonly SessionInfo[] = [];
	/** Fulfilled once the store was read to its end, or could not be. */
	readonly #readOnce: Promise<void>;
	#endFirstReading: () => void = () => undefined;

	constructor(location: StoreLocation, cwd: string) {
		this.#readOnce = new Promise((resolve) => {
			this.#endFirstReading = resolve;
		});
		this.#location = location;
		this.#cwd = cwd;
		this.#places = new Places({ here: cwd });
	}

	/** Ends whatever is being read or watched. */
	stop(): void {
		this.#unwatch?.();
		for (const controller of this.#running.values()) controller.abort();
		this.#running.clear();
		this.#endFirstReading();
	}

	async store(request: number, dispatch: Dispatch): Promise<void> {
		const signal = this.#begin("store");
		this.#unwatch ??= watchStore(this.#location.sessionDir, () => dispatch({ type: "store-changed" }));
		// Directories may have come and gone since.
		this.#places = new Places({ here: this.#cwd });
		let batch: SessionInfo[] = [];
		let progress = { loaded: 0, total: 0 };
		const show = async () => {
			const sessions = batch;
			batch = [];
			dispatch({ type: "store-progress", request, ...progress });
			if (sessions.length > 0) {
				const listed = await Promise.all(sessions.map((session) => this.listed(session)));
				if (!signal.aborted) dispatch({ type: "store-sessions", request, sessions: listed });
			}
		};
		let timer: NodeJS.Timeout | undefined;
		const showAfter = (milliseconds: number) => {
			timer = setTimeout(async () => {
				const began = performance.now();
				await show();
				const took = performance.now() - began;
				if (!signal.aborted && timer !== undefined) showAfter(Math.max(BATCH_MS, took / SHOWING_SHARE));
			}, milliseconds);
		};
		showAfter(BATCH_MS);
		try {
			const result = await listSessions({
				location: this.#location,
				signal,
				onProgress: (loaded, total) => {
					progress = { loaded, total };
				},
				onSession: (session) => batch.push(session),
			});
			this.#sessions = result.sessions;
			this.#subAgents = result.subAgents;
			this.#endFirstReading();
			const sessions = await Promise.all(result.sessions.map((session) => this.listed(session)));
			dispatch({ type: "store-read", request, sessions, unreadable: result.unreadable });
		} catch (error) {
			if (signal.aborted) return;
			this.#endFirstReading();
			dispatch({ type: "store-failed", request, reason: reasonOf(error) });
		} finally {
			clearTimeout(timer);
			timer = undefined;
		}
	}

	async preview(request: number, path: string, dispatch: Dispatch): Promise<void> {
		const signal = this.#begin("preview");
		try {
			const preview = await readPreview(path, { signal });
			dispatch({ type: "preview-read", request, path, preview });
		} catch (error) {
			if (!signal.aborted) dispatch({ type: "preview-failed", request, path, reason: reasonOf(error) });
		}
	}

	async session(request: number, path: string, dispatch: Dispatch): Promise<void> {
		const signal = this.#begin("session");
		try {
			const onProgress = (read: number, total: number) =>
				dispatch({ type: "session-progress", request, read, total });
			const session = await readSession(path, { signal, onProgress });
			const blocks = transcript(session.tree.branch().map(({ entry }) => entry));
			dispatch({ type: "session-read", request, session, blocks });
		} catch (error) {
			if (!signal.aborted)
				dispatch(goneEvent(path, error) ?? { type: "session-failed", request, reason: reasonOf(error) });
		}
	}

	async details({ request, path, now }: DetailsWish, home: string, dispatch: Dispatch): Promise<void> {
		const signal = this.#begin("details");
		try {
			const details = await sessionDetails(path, this.#location, {
				signal,
				sessions: this.#sessions,
				subAgents: this.#subAgents,
			});
			dispatch({
				type: "details-read",
				request,
				lines: (columns) => detailsLines(details, { columns, now, home }),
			});
		} catch (error) {
			if (!signal.aborted)
				dispatch(goneEvent(path, error) ?? { type: "details-failed", request, reason: reasonOf(error) });
		}
	}

	/** A session as the list shows it. */
	async listed(info: SessionInfo): Promise<ListedSession> {
		const here = await this.#places.of(this.#cwd);
		const place = await this.#places.of(info.cwd);
		const nearness: Nearness = inScope("directory", here, place)
			? "directory"
			: inScope("repository", here, place)
				? "repository"
				: "elsewhere";
		return { info, nearness, cwdMissing: place.exists === false };
	}

	/**
	 * All that the last whole reading of the store found, those of sub-agents apart. Where the first is not at its end it is
	 * waited for, or for `signal` to be aborted.
	 */
	async whole(
		signal?: AbortSignal,
	): Promise<{ readonly sessions: readonly SessionInfo[]; readonly subAgents: readonly SessionInfo[] }> {
		await Promise.race([this.#readOnce, aborted(signal)]);
		return { sessions: this.#sessions, subAgents: this.#subAgents };
	}

	/** Ends a reading that nobody waits for any more. */
	stopReading(what: "session" | "details"): void {
		this.#running.get(what)?.abort();
	}

	/** What the file at `path` says now. */
	info(path: string): Promise<SessionInfo> {
		return readSessionInfo(path);
	}

	/** What the file at `path` says now. */
	async again(path: string): Promise<ListedSession> {
		return this.listed(await readSessionInfo(path));
	}

	#begin(kind: string): AbortSignal {
		this.#running.get(kind)?.abort();
		const controller = new AbortController();
		this.#running.set(kind, controller);
		return controller.signal;
	}
}

/** Fulfilled when the signal is aborted. */
function aborted(signal: AbortSignal | undefined): Promise<void> {
	return new Promise((resolve) => {
		if (signal?.aborted) resolve();
		signal?.addEventListener("abort", () => resolve(), { once: true });
	});
}
