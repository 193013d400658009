import type { DeletedSession, DeletionPlan } from "../../store/trash/delete.js";
import type { TextField } from "../text-field.js";

/** Sessions on their way out: asked about, or going. Bound to the sessions of the plan, not to rows. */
export type DeletionScreen =
	| { readonly kind: "planning"; readonly request: number; readonly forever: boolean }
	| {
			readonly kind: "asking";
			readonly plan: DeletionPlan;
			/** Not to the trash but for good: the word must be typed. */
			readonly word: TextField | undefined;
	  }
	| {
			readonly kind: "running";
			readonly request: number;
			readonly forever: boolean;
			readonly done: number;
			readonly total: number;
			/** The user has stopped it; what is on its way still goes. */
			readonly stopping?: true;
	  };

/** What has to be typed before something is deleted for good. */
export const DELETE_WORD = "delete";

/** What Ctrl+Z brings back: the sessions that the last deletion took to the trash. */
export type LastDeleted = readonly DeletedSession[];
