/** The calls by which sessions reach the disk, as one parameter, so that tests can make any of them fail. */
import * as fs from "node:fs";

/** Synchronous calls: a write is checked, made and undone without another of our own in between. */
export type FileSystem = Pick<
	typeof fs,
	| "closeSync"
	| "copyFileSync"
	| "cpSync"
	| "fchmodSync"
	| "fchownSync"
	| "fstatSync"
	| "fsyncSync"
	| "futimesSync"
	| "ftruncateSync"
	| "linkSync"
	| "lstatSync"
	| "mkdirSync"
	| "openSync"
	| "readdirSync"
	| "readFileSync"
	| "readSync"
	| "readlinkSync"
	| "realpathSync"
	| "renameSync"
	| "rmSync"
	| "rmdirSync"
	| "statSync"
	| "symlinkSync"
	| "unlinkSync"
	| "writeSync"
> & { promises: Pick<typeof fs.promises, "open" | "stat"> };

export const nodeFileSystem: FileSystem = fs;
