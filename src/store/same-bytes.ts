import { constants } from "node:fs";
import type { FileSystem } from "../session/file-system.js";

const CHUNK_BYTES = 256 * 1024;
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Whether two paths are regular files, not links, of equal bytes. One file of two names is equal to itself. */
export function haveSameBytes(a: string, b: string, fs: FileSystem): boolean {
	const [one, other] = [fs.lstatSync(a), fs.lstatSync(b)];
	if (!one.isFile() || !other.isFile() || one.size !== other.size) return false;
	if (one.ino === other.ino && one.dev === other.dev) return true;
	const first = fs.openSync(a, FLAGS);
	try {
		const second = fs.openSync(b, FLAGS);
		try {
			return haveSameContent(first, second, fs);
		} finally {
			fs.closeSync(second);
		}
	} finally {
		fs.closeSync(first);
	}
}

function haveSameContent(a: number, b: number, fs: FileSystem): boolean {
	const [one, other] = [Buffer.allocUnsafe(CHUNK_BYTES), Buffer.allocUnsafe(CHUNK_BYTES)];
	for (;;) {
		const length = fill(a, one, fs);
		if (fill(b, other, fs) !== length) return false;
		if (one.compare(other, 0, length, 0, length) !== 0) return false;
		if (length < CHUNK_BYTES) return true;
	}
}

/** Reads on until the buffer is full or the file at its end. */
function fill(fd: number, buffer: Buffer, fs: FileSystem): number {
	let length = 0;
	while (length < buffer.length) {
		const read = fs.readSync(fd, buffer, length, buffer.length - length, null);
		if (read === 0) break;
		length += read;
	}
	return length;
}
