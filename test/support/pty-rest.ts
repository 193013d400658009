import { readSync } from "node:fs";
import type { IPty } from "@lydell/node-pty";

/** What node-pty has beyond its declared face. */
interface PtyEnd {
	readonly fd: number;
	on(event: "end", listener: () => void): void;
}

/**
 * Calls `onRest` with output that node-pty would lose. libuv takes a hang-up after a short read for the end, though the
 * kernel may still hold what a program wrote just before it ended; on a busy machine that is now and then the last line.
 */
export function readRest(pty: IPty, onRest: (data: string) => void): void {
	const { fd } = pty as unknown as PtyEnd;
	(pty as unknown as PtyEnd).on("end", () => {
		const buffer = Buffer.alloc(64 * 1024);
		try {
			for (let read = readSync(fd, buffer); read > 0; read = readSync(fd, buffer)) {
				onRest(buffer.toString("utf8", 0, read));
			}
		} catch (error) {
			// A terminal whose other side is closed has no end of file, but an error.
			if (!["EIO", "EAGAIN"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
		}
	});
}
