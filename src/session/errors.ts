/** Why a session cannot be read or changed. Stable: callers choose their behaviour, and exit codes, by it. */
export type SessionErrorCode =
	/** No file at the path. */
	| "not-found"
	/** The first record is not a session header. */
	| "not-a-session"
	/** The file or directory cannot be read or written: permissions, an I/O error, not a regular file. */
	| "unreadable"
	| "unwritable"
	/** Larger than this process can hold. */
	| "too-large"
	/** Written by a newer agent than this library knows, or of a version that is no number; read-only. */
	| "newer-version"
	/** Another process holds the lock, or keeps changing the file. */
	| "busy"
	/** An agent has the session open. */
	| "open-in-agent"
	/** The target exists already. */
	| "exists"
	/** No such entry in the session. */
	| "no-such-entry"
	/** The work was cancelled through its signal. */
	| "cancelled";

/** A fault of a file or of the file system, in one line for the user: what, which file, what to do. */
export class SessionError extends Error {
	readonly code: SessionErrorCode;
	readonly path: string | undefined;

	constructor(code: SessionErrorCode, message: string, options: { path?: string; cause?: unknown } = {}) {
		super(message, options.cause === undefined ? {} : { cause: options.cause });
		this.name = "SessionError";
		this.code = code;
		this.path = options.path;
	}
}

/** What an error says without the path it begins with, for a line that has named the file already. */
export function reasonWithoutPath({ message, path }: SessionError): string {
	return path !== undefined && message.startsWith(`${path}: `) ? message.slice(path.length + 2) : message;
}

/** The `code` of a Node system error (`ENOENT`, `EACCES`, …), or undefined for anything else. */
export function systemErrorCode(error: unknown): string | undefined {
	return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
