/**
 * The system's trash, and the one place that knows the package for it. The package takes paths for patterns unless told
 * otherwise, is content with what does not exist, and may fail after it moved something: so each file is looked
 * for before and after.
 */
import { lstat } from "node:fs/promises";
import { SessionError, systemErrorCode } from "../../session/errors.js";
import { inParallel } from "../in-parallel.js";

/** What became of one path. */
export type Trashed =
	/** `inTrash` as far as the system tells. */
	| { readonly path: string; readonly kind: "trashed"; readonly inTrash?: InTrash }
	/** There was nothing at the path. */
	| { readonly path: string; readonly kind: "missing" }
	/** It is where it was. `reason` is in a few words, for the user. */
	| {
			readonly path: string;
			readonly kind: "failed";
			readonly reason: string;
			/** The trash did not answer in time; it may take the file yet. */
			readonly silent?: true;
	  };

/** Where a file lies in the trash, and the note that says where it came from. */
export interface InTrash {
	readonly path: string;
	readonly note?: string;
}

/** Moves one path, itself and not what a link points at, to the trash. Rejects with whatever kept it from it. */
export type Mover = (path: string) => Promise<unknown>;

/** What decides how long a trash may take. */
export interface TrashWait {
	/** Of what it takes. */
	readonly bytes: number;
	/** The user waits for it no longer. */
	readonly stopped: boolean;
}

export interface MoveOptions {
	/** Milliseconds that the trash has for one path; default: `trashLimit`. */
	readonly limit?: ((wait: TrashWait) => number) | undefined;
	/** Bytes of what is moved, where the size of the path itself does not tell. */
	readonly bytes?: number | undefined;
	readonly signal?: AbortSignal | undefined;
}

const PATIENCE_MS = 30_000;
const PATIENCE_WHEN_STOPPED_MS = 2_000;
/** It may have to copy to another device. */
const SLOWEST_BYTES_PER_MS = 5_000;

/** How long a trash may take, in milliseconds. */
export function trashLimit({ bytes, stopped }: TrashWait): number {
	return (stopped ? PATIENCE_WHEN_STOPPED_MS : PATIENCE_MS) + bytes / SLOWEST_BYTES_PER_MS;
}

/** One failure must not leave it open what became of the others, so each path is moved by itself. */
const AT_ONCE = 4;

/**
 * Moves files and directories to the system's trash; a link goes itself, its target stays. Never rejects for what is
 * wrong with a path: the answers, in the order of `paths`, say what became of each. A trash that does not answer in
 * time is waited for no longer.
 */
export async function moveToTrash(
	paths: readonly string[],
	move: Mover = moveBySystem,
	options: MoveOptions = {},
): Promise<Trashed[]> {
	const results: Trashed[] = [];
	await inParallel([...paths.entries()], AT_ONCE, async ([index, path]) => {
		results[index] = await moveOne(path, move, options);
	});
	return results;
}

/**
 * Moves one file to the trash: `SessionDeps.trash`, for the originals of files that are rewritten.
 * @throws SessionError `unwritable`
 */
export async function trashFile(path: string): Promise<void> {
	for (const result of await moveToTrash([path])) {
		if (result.kind === "failed") throw new SessionError("unwritable", `${path}: ${result.reason}`, { path });
	}
}

/** What everything that opens a session for work hands to the session room. */
export const withTrash = { trash: trashFile } as const;

async function moveOne(
	path: string,
	move: Mover,
	{ limit = trashLimit, bytes, signal }: MoveOptions,
): Promise<Trashed> {
	const size = await sizeOf(path);
	if (size === undefined) return { path, kind: "missing" };
	let failure: Error | undefined;
	let answer: unknown;
	try {
		answer = await inTime(move(path), (stopped) => limit({ bytes: bytes ?? size, stopped }), signal);
	} catch (error) {
		// A trash is another program: it may fail with anything, and what counts is where the file is.
		if (!(error instanceof Error)) throw error;
		failure = error;
	}
	if ((await sizeOf(path)) === undefined) {
		// The trash did not find it: another process was faster, and knows where it is.
		if (failure !== undefined && systemErrorCode(failure) === "ENOENT") return { path, kind: "missing" };
		return { path, kind: "trashed", ...(await whereIn(answer)) };
	}
	if (failure instanceof Silence) return { path, kind: "failed", reason: failure.message, silent: true };
	return { path, kind: "failed", reason: reasonOf(failure) };
}

class Silence extends Error {
	constructor() {
		super("the trash did not answer");
	}
}

/** The answer, if it comes in time; what comes after that is nobody's. */
async function inTime(
	answer: Promise<unknown>,
	limit: (stopped: boolean) => number,
	signal: AbortSignal | undefined,
): Promise<unknown> {
	let timer: NodeJS.Timeout | undefined;
	let wait: () => void = () => undefined;
	const silence = new Promise<never>((_, reject) => {
		wait = () => {
			clearTimeout(timer);
			timer = setTimeout(() => reject(new Silence()), limit(signal?.aborted === true));
		};
	});
	wait();
	signal?.addEventListener("abort", wait, { once: true });
	try {
		return await Promise.race([answer, silence]);
	} finally {
		signal?.removeEventListener("abort", wait);
		clearTimeout(timer);
	}
}

/** The package answers with places on Linux, though it does not promise to: they are believed only if the file is there. */
async function whereIn(answer: unknown): Promise<{ inTrash?: InTrash }> {
	const [first]: unknown[] = Array.isArray(answer) ? answer : [answer];
	if (typeof first !== "object" || first === null || !("path" in first && "info" in first)) return {};
	const { path, info: note } = first;
	if (typeof path !== "string" || typeof note !== "string" || (await sizeOf(path)) === undefined) return {};
	return { inTrash: { path, note } };
}

/** Bytes of what is at the path; undefined where nothing is. What cannot be looked at is there: nobody may take it for gone. */
async function sizeOf(path: string): Promise<number | undefined> {
	try {
		return (await lstat(path)).size;
	} catch (error) {
		const code = systemErrorCode(error);
		if (code === undefined) throw error;
		return code === "ENOENT" || code === "ENOTDIR" ? undefined : 0;
	}
}

function reasonOf(failure: Error | undefined): string {
	if (failure === undefined) return "the trash did not take it";
	switch (systemErrorCode(failure)) {
		case "EACCES":
		case "EPERM":
			return "not moved to the trash: permission denied";
		case "EROFS":
			return "not moved to the trash: the file system is read-only";
		case "ENOSPC":
			return "not moved to the trash: the disk is full";
		default:
			return `not moved to the trash: ${failure.message.split("\n", 1)[0]}`;
	}
}

async function moveBySystem(path: string): Promise<unknown> {
	// Loaded only by those who need it: it brings much along.
	const { default: trash } = await import("trash");
	return trash(path, { glob: false });
}
