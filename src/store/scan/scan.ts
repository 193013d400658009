import { reasonWithoutPath, SessionError } from "../../session/errors.js";
import { cancelled } from "../../session/session.js";
import { inParallel } from "../in-parallel.js";
import type { SessionInfo } from "../info.js";
import { readSessionInfo } from "../session-info.js";
import type { StoreFile } from "../store-files.js";

/** What came of reading one file: its info, the reason why there is none, or neither where it is gone by now. */
export interface Scanned {
	path: string;
	info?: SessionInfo;
	reason?: string;
}

export interface ScanOptions {
	/** Also gathers the text of the messages. */
	text: boolean;
	signal?: AbortSignal | undefined;
	/** Called once for each file, about in the order of the files. */
	onScanned: (scanned: Scanned) => void;
}

/** Reads the infos of files. Rejects with a `SessionError` `cancelled` when the signal says so. */
export type Scan = (files: readonly StoreFile[], options: ScanOptions) => Promise<void>;

const FILES_AT_ONCE = 4;
const BUFFER_BYTES = 256 * 1024;

/** Reads files in this thread, giving way to other work between chunks. */
export const scanHere: Scan = async (files, { text, signal, onScanned }) => {
	const buffers: Buffer[] = [];
	await inParallel(files, FILES_AT_ONCE, async ({ path }, lane) => {
		buffers[lane] ??= Buffer.allocUnsafe(BUFFER_BYTES);
		if (signal?.aborted) throw cancelled(path);
		try {
			onScanned({ path, info: await readSessionInfo(path, { text, signal, buffer: buffers[lane] }) });
		} catch (error) {
			onScanned(failure(path, error));
		}
	});
};

/** A file's error as the reason why it is not listed: whatever it is, the others are read all the same. */
export function failure(path: string, error: unknown): Scanned {
	if (!(error instanceof SessionError)) return { path, reason: `reading it failed: ${String(error)}` };
	if (error.code === "cancelled") throw error;
	if (error.code === "not-found") return { path };
	return { path, reason: reasonWithoutPath(error) };
}
