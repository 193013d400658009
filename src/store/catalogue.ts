import { basename, dirname, join } from "node:path";
import type { SessionInfo } from "./info.js";
import { leaseName, liveLeases } from "./lease.js";
import type { StoreLocation } from "./location.js";
import { realPath } from "./looking.js";
import { type Scan, type Scanned, scanHere } from "./scan/scan.js";
import { scanInWorkers, scanWorkerFile } from "./scan/scan-pool.js";
import { recent } from "./sort.js";
import { findStoreFiles, type StoreFile, type Unreadable } from "./store-files.js";

export interface ListOptions {
	location: Pick<StoreLocation, "sessionDir" | "agentDir">;
	/** Also gathers the text of all messages into `allMessagesText`. */
	text?: boolean | undefined;
	/** Ends the listing with a `SessionError` `cancelled`. */
	signal?: AbortSignal | undefined;
	/** How many of the store's files have been dealt with. */
	onProgress?: ((loaded: number, total: number) => void) | undefined;
	/** Each session as it has been read, about in the order of the files' last change, newest first. */
	onSession?: ((session: SessionInfo) => void) | undefined;
	/** How files are read; by default in worker threads where there are many. */
	scan?: Scan | undefined;
}

export interface Listing {
	/** Newest first. Sub-agents' sessions are not among them. */
	sessions: SessionInfo[];
	/** Sessions of sub-agents that lie beside the others, newest first. */
	subAgents: SessionInfo[];
	/** What was left out, and why. */
	unreadable: Unreadable[];
}

/** Below so many files, or bytes, starting threads costs more than it gains. */
const MANY_FILES = 200;
const MANY_BYTES = 32 << 20;

/**
 * Reads a store: the flat directory and per-project directories in it (behaviour.md §1, §3). A file that cannot be read
 * never hides another.
 * @throws SessionError `unreadable` when the store itself cannot be read, `cancelled`
 */
export async function listSessions(options: ListOptions): Promise<Listing> {
	const { location, text = false, signal, onProgress, onSession } = options;
	const { files, unreadable } = await findStoreFiles(location.sessionDir);
	const total = files.length + unreadable.length;
	let loaded = unreadable.length;
	onProgress?.(loaded, total);

	const isOpen = openSessions(location.agentDir, files);
	const sessions: SessionInfo[] = [];
	const subAgents: SessionInfo[] = [];
	const onScanned = ({ path, info, reason }: Scanned) => {
		loaded++;
		if (reason !== undefined) unreadable.push({ path, reason });
		if (info) {
			if (isOpen(path)) info.open = true;
			if (info.rlmDepth > 0) subAgents.push(info);
			else {
				sessions.push(info);
				onSession?.(info);
			}
		}
		onProgress?.(loaded, total);
	};
	const bytes = files.reduce((sum, file) => sum + file.size, 0);
	const scan = options.scan ?? defaultScan(files.length, bytes);
	await scan(files, { text, signal, onScanned });
	sessions.sort(recent);
	subAgents.sort(recent);
	unreadable.sort((a, b) => (a.path < b.path ? -1 : 1));
	return { sessions, subAgents, unreadable };
}

function defaultScan(files: number, bytes: number): Scan {
	const workerFile = files >= MANY_FILES || bytes >= MANY_BYTES ? scanWorkerFile() : undefined;
	return workerFile === undefined ? scanHere : scanInWorkers(workerFile);
}

/** Tells which sessions an agent has open. Leases are few, so most stores are never asked. */
function openSessions(agentDir: string, files: readonly StoreFile[]): (path: string) => boolean {
	const leases = liveLeases(agentDir);
	if (leases.size === 0) return () => false;
	const links = new Set(files.filter((file) => file.isLink).map((file) => file.path));
	const realDirs = new Map<string, string>();
	return (path) => {
		if (links.has(path)) return leases.has(leaseName(realPath(path)));
		const dir = dirname(path);
		const real = realDirs.get(dir) ?? realPath(dir);
		realDirs.set(dir, real);
		return leases.has(leaseName(join(real, basename(path))));
	};
}
