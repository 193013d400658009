/** A switch of branch that the user asked for and has perhaps not decided all of. */
export interface SwitchWish {
	readonly path: string;
	/** The new leaf; null: before any entry. */
	readonly leafId: string | null;
	/** Goes into the prompt, for editing. */
	readonly prompt: string;
	/** Images of the message that stay behind. */
	readonly images: number;
}

/** What is left behind of the branch, as an entry at the new leaf. */
export type SummaryWish =
	| { readonly kind: "none" }
	| { readonly kind: "outline" }
	/** By the agent; empty: no focus. */
	| { readonly kind: "agent"; readonly focus: string }
	| { readonly kind: "own"; readonly text: string };
