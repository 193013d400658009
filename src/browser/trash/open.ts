import { requested, type Update } from "../requests.js";
import type { State } from "../state.js";
import { openTrashScreen } from "./state.js";

/** Opens the trash, and looks into it. */
export function openTrash(state: State): Update {
	const [numbered, request] = requested(state);
	return [{ ...numbered, trash: openTrashScreen(request) }, [{ type: "read-trash", request }]];
}
