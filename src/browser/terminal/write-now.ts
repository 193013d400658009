import { writeSync } from "node:fs";
import { systemErrorCode } from "../../session/errors.js";

const GONE = new Set(["EIO", "EPIPE", "EBADF", "ENXIO", "ECONNRESET"]);
/** How often a terminal that takes no more bytes is tried again, 5 ms apart. */
const ATTEMPTS = 100;

/**
 * Writes to a terminal at once, so that the bytes are out even if the process ends in the next moment.
 * A terminal that is gone, or that takes nothing for half a second, is left as it is.
 */
export function writeNow(fd: number, text: string): void {
	let rest = Buffer.from(text);
	for (let attempt = 0; rest.length > 0 && attempt < ATTEMPTS; ) {
		try {
			rest = rest.subarray(writeSync(fd, rest));
		} catch (error) {
			const code = systemErrorCode(error) ?? "";
			if (GONE.has(code)) return;
			if (code !== "EAGAIN" && code !== "EINTR") throw error;
			attempt++;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
		}
	}
}
