import { setLabel, setLastLabel, setSessionName } from "../../session/annotations.js";
import { forkBranch, forkTree } from "../../session/fork.js";
import { readSession } from "../../session/session.js";
import { nameOf } from "../../session/session-name.js";
import { leaseOf } from "../../store/lease.js";
import type { StoreLocation } from "../../store/location.js";
import { directoryOfFork } from "../../store/session-directory.js";
import { withTrash } from "../../store/trash/trash.js";
import { count } from "../../text/amounts.js";
import { cut } from "../../text/columns.js";
import { sanitiseLine } from "../../text/sanitise.js";
import type { Event } from "../event.js";
import type { Reading } from "./reading.js";

type Dispatch = (event: Event) => void;

/** A message is named by its id in a status line; an id is whatever the file says. */
const LONGEST_ID = 12;

/** The effects that write on sessions, or make new ones. What fails is thrown; nothing is half done then. */
export class Changing {
	readonly #location: StoreLocation;
	readonly #reading: Reading;

	constructor(location: StoreLocation, reading: Reading) {
		this.#location = location;
		this.#reading = reading;
	}

	async name(path: string, name: string, dispatch: Dispatch): Promise<void> {
		const { session } = await setSessionName(path, name, withTrash);
		const named = nameOf(session.entries);
		const said = named === undefined ? "The name is cleared." : `Named "${sanitiseLine(named)}".`;
		await this.#changed(path, said, dispatch);
	}

	/** Labels an entry, or the last message where none is named. */
	async label(path: string, entryId: string | undefined, label: string, dispatch: Dispatch): Promise<void> {
		const last = entryId === undefined;
		const change = last
			? await setLastLabel(path, label, withTrash)
			: { ...(await setLabel(path, entryId, label, withTrash)), entryId };
		const text = change.session.tree.label(change.entryId)?.label;
		const what = last ? "the last message" : "the entry";
		const id = cut(sanitiseLine(change.entryId), LONGEST_ID);
		const none =
			change.entries.length === 0 ? `There is no label on ${what}.` : `The label of ${what} is cleared.`;
		await this.#changed(
			path,
			text === undefined ? none : `Labelled ${what} (${id}) "${sanitiseLine(text)}".`,
			dispatch,
		);
	}

	async fork(
		path: string,
		of: "branch" | "tree",
		leafId: string | undefined,
		dispatch: Dispatch,
	): Promise<void> {
		const source = await readSession(path);
		const { cwd } = source.header;
		const options = { dir: directoryOfFork(path, { from: cwd, cwd }, this.#location), leafId };
		const made = of === "branch" ? forkBranch(source, options) : forkTree(source, options);
		const what = of === "branch" ? "from this branch" : "with the whole tree";
		const lost = source.problems.length > 0 ? " Damaged lines were left out." : "";
		dispatch({
			type: "session-made",
			session: await this.#reading.again(made.path),
			message: `You are in a new session ${what} (${count(made.entries.length)} entries).${lost}`,
		});
	}

	async #changed(path: string, said: string, dispatch: Dispatch): Promise<void> {
		const session = await this.#reading.again(path);
		const isOpen = leaseOf(path, this.#location.agentDir) !== undefined;
		const seen = isOpen ? " The agent that has it open sees it when it next loads it." : "";
		dispatch({ type: "session-changed", session, message: said + seen });
	}
}
