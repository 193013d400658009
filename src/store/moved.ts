/** A file or directory that changed its place. */
export interface Moved {
	readonly from: string;
	readonly to: string;
}

/** What stays where it is, and why. */
export interface Skipped {
	readonly path: string;
	readonly reason: string;
	/** "refused": an agent has it open. "failed": it could not be changed. "left": it is not a session's file. */
	readonly kind: "refused" | "failed" | "left";
}
