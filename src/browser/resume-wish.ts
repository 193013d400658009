/** A session to be resumed, as far as the user has decided. */
export interface ResumeWish {
	readonly path: string;
	/** Empty: none. */
	readonly prompt: string;
	/** A directory chosen by the user in place of the session's own. */
	readonly cwd?: string;
	/** The user has read the warning about the file's size or damage. */
	readonly warned?: boolean;
}
