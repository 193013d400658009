import type { SessionScreen } from "../session/state.js";
import type { State } from "../state.js";
import { withTreeRows } from "./rows.js";
import { openTreeScreen } from "./state.js";

/** Opens the tree over the open session; where the session is still being read, as soon as it is there. */
export function openTree(state: State, session: SessionScreen): State {
	const tree =
		session.content.kind === "ready"
			? withTreeRows(openTreeScreen(), session.content.session.tree, state.size)
			: openTreeScreen();
	return { ...state, session: { ...session, tree } };
}
