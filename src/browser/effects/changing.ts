import { setLastLabel, setSessionName } from "../../session/annotations.js";
import { forkBranch, forkTree } from "../../session/fork.js";
import { readSession } from "../../session/session.js";
import { nameOf } from "../../session/session-name.js";
import { leaseOf } from "../../store/lease.js";
import type { StoreLocation } from "../../store/location.js";
import { directoryOfFork } from "../../store/session-directory.js";
import { withTrash } from "../../store/trash.js";
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

	async label(path: string, label: string, dispatch: Dispatch): Promise<void> {
		const { session, entries, entryId } = await setLastLabel(path, label, withTrash);
		const entry = cut(sanitiseLine(entryId), LONGEST_ID);
		const text = session.tree.label(entryId)?.label;
		const none =
			entries.length === 0 ? "The last message has no label." : "The last message's label is cleared.";
		const said = text === undefined ? none : `Labelled the last message (${entry}) "${sanitiseLine(text)}".`;
		await this.#changed(path, said, dispatch);
	}

	async fork(path: string, of: "branch" | "tree", dispatch: Dispatch): Promise<void> {
		const source = await readSession(path);
		const { cwd } = source.header;
		const options = { dir: directoryOfFork(path, { from: cwd, cwd }, this.#location) };
		const made = of === "branch" ? forkBranch(source, options) : forkTree(source, options);
		const what = of === "branch" ? "from this branch" : "with the whole tree";
		const lost = source.problems.length > 0 ? " Damaged lines were left out." : "";
		dispatch({
			type: "session-made",
			session: await this.#reading.again(made.path),
			message: `A new session ${what}: ${count(made.entries.length)} entries.${lost}`,
		});
	}

	async #changed(path: string, said: string, dispatch: Dispatch): Promise<void> {
		const session = await this.#reading.again(path);
		const isOpen = leaseOf(path, this.#location.agentDir) !== undefined;
		const seen = isOpen ? " The agent that has it open sees it when it next loads it." : "";
		dispatch({ type: "session-changed", session, message: said + seen });
	}
}
