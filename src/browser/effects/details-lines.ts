import { detailsFacts } from "../../store/details-facts.js";
import type { SessionDetails } from "../../store/session-details.js";
import { factLines } from "../../text/facts.js";
import type { Line } from "../../text/spans.js";

/** The page of a session's details, as wide as the screen is. */
export function detailsLines(
	details: SessionDetails,
	frame: { columns: number; now: number; home: string },
): Line[] {
	return factLines(detailsFacts(details, frame), frame.columns);
}
