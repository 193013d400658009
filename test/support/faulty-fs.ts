import { type FileSystem, nodeFileSystem } from "../../src/session/file-system.js";

/** A system error as Node throws it. */
export function systemError(code: string): Error {
	return Object.assign(new Error(`${code}: injected`), { code });
}

/** The real file system with some calls replaced. */
export function faultyFs(replaced: Partial<FileSystem>): FileSystem {
	return { ...nodeFileSystem, ...replaced };
}

/** A disk on which the first `bytes` bytes are written and then nothing more: a short write, or an error. */
export function fullDisk(bytes: number, how: "short" | "error"): FileSystem {
	let left = bytes;
	return faultyFs({
		writeSync: ((fd: number, buffer: Buffer, offset: number, length: number) => {
			const fitting = Math.min(left, length);
			left -= fitting;
			if (fitting > 0) nodeFileSystem.writeSync(fd, buffer, offset, fitting, null);
			if (fitting < length && (how === "error" || fitting === 0)) throw systemError("ENOSPC");
			return fitting;
		}) as FileSystem["writeSync"],
	});
}
