import { summarise } from "../../agent/summarise.js";
import { summaryCommand, summaryPlace } from "../../agent/summary-command.js";
import { abandoned } from "../../session/branch-choice.js";
import type { SessionEntry } from "../../session/entries.js";
import { lastSwitch } from "../../session/leaf.js";
import { outline } from "../../session/outline.js";
import { serialiseBranch } from "../../session/serialise-branch.js";
import { readSession, type Session } from "../../session/session.js";
import { leafPosition } from "../../session/tree-rows.js";
import { switchBranch } from "../../store/branch-switch.js";
import { sanitise } from "../../text/sanitise.js";
import type { Effect } from "../effect.js";
import type { Event } from "../event.js";
import type { BrowserOptions } from "../options.js";
import type { SwitchWish } from "../tree/switch-wish.js";
import type { Reading } from "./reading.js";
import { goneEvent, reasonOf } from "./reason.js";

type Dispatch = (event: Event) => void;
type SwitchEffect = Extract<Effect, { type: "switch-leaf" }>;
type SummaryEffect = Extract<Effect, { type: "summarise-and-switch" }>;

/** The effects that move a session's leaf. What fails is thrown, and nothing is written then. */
export class Switching {
	readonly #options: BrowserOptions;
	readonly #reading: Reading;
	#summary: AbortController | undefined;

	constructor(options: BrowserOptions, reading: Reading) {
		this.#options = options;
		this.#reading = reading;
	}

	async switch({ wish, summary }: SwitchEffect, dispatch: Dispatch): Promise<void> {
		switch (summary.kind) {
			case "none":
				return this.#move(wish, undefined, dispatch);
			case "outline":
				return this.#move(wish, outline(leftBy(wish, await readSession(wish.path))), dispatch);
			case "own":
				return this.#move(wish, summary.text, dispatch);
			default:
				return summary satisfies never;
		}
	}

	/** Has the agent summarise what is left behind. Failures come back as `summary-failed`: the menu is still there. */
	async summarise({ request, wish, focus }: SummaryEffect, dispatch: Dispatch): Promise<void> {
		this.cancel();
		const controller = new AbortController();
		this.#summary = controller;
		const { resume, location, env, cwd } = this.#options;
		try {
			const command = summaryCommand(wish.path, { ...resume, location, focus });
			const session = await readSession(wish.path);
			const place = await summaryPlace(command, { location, sessionCwd: session.header.cwd, cwd, env });
			const summarised = await summarise(command, serialiseBranch(leftBy(wish, session)), {
				...place,
				signal: controller.signal,
				onProgress: ({ bytes, milliseconds }) =>
					dispatch({
						type: "summary-progress",
						request,
						seconds: Math.floor(milliseconds / 1000),
						received: bytes,
					}),
			});
			switch (summarised.kind) {
				case "done":
					return await this.#move(wish, summarised.text, dispatch);
				case "failed":
					return dispatch({ type: "summary-failed", request, reason: summarised.reason });
				case "cancelled":
					return;
				default:
					return summarised satisfies never;
			}
		} catch (error) {
			dispatch(
				goneEvent(wish.path, error) ?? {
					type: "summary-failed",
					request,
					reason: reasonOf(error, wish.path),
				},
			);
		}
	}

	/** Ends the summary that is being made; nothing is written. */
	cancel(): void {
		this.#summary?.abort();
		this.#summary = undefined;
	}

	async undo(path: string, dispatch: Dispatch): Promise<void> {
		const kept = lastSwitch(await readSession(path));
		if (kept === undefined) {
			dispatch({
				type: "change-failed",
				reason: "There is no switch of branch to undo: the session went on from here.",
			});
			return;
		}
		await this.#move(
			{ path, leafId: kept.from, prompt: "", images: 0 },
			undefined,
			dispatch,
			"Back where the switch came from.",
		);
	}

	async #move(
		wish: SwitchWish,
		summary: string | undefined,
		dispatch: Dispatch,
		undone?: string,
	): Promise<void> {
		const { path, leafId, prompt, images } = wish;
		const { agentDir } = this.#options.location;
		await switchBranch(
			path,
			{ leafId, ...(summary === undefined ? {} : { summary: { text: summary } }) },
			{ agentDir },
		);
		const left =
			images === 0 ? "" : ` ${images === 1 ? "An image" : `${images} images`} of the message stayed behind.`;
		dispatch({
			type: "leaf-switched",
			session: await this.#reading.again(path),
			prompt: undone === undefined ? sanitise(prompt) : undefined,
			message: (undone ?? "The session goes on from here. Ctrl+Z goes back.") + left,
		});
	}
}

function leftBy({ leafId }: SwitchWish, { tree }: Session): readonly SessionEntry[] {
	return abandoned(tree, leafPosition(tree), leafId).entries;
}
