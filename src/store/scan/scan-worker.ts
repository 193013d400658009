/** The thread that reads files for `scanInWorkers`. */
import { parentPort } from "node:worker_threads";
import { readSessionInfoSync } from "../session-info.js";
import { failure, type Scanned } from "./scan.js";

/** Files to read; answered by one `Scanned[]`, in their order. */
export interface ScanRequest {
	paths: string[];
	text: boolean;
}

const buffer = Buffer.allocUnsafe(256 * 1024);

parentPort?.on("message", ({ paths, text }: ScanRequest) => {
	const answer: Scanned[] = paths.map((path) => {
		try {
			return { path, info: readSessionInfoSync(path, { text, buffer }) };
		} catch (error) {
			return failure(path, error);
		}
	});
	parentPort?.postMessage(answer);
});
