import { dirname, join } from "node:path";
import { systemErrorCode } from "../../session/errors.js";
import type { FileSystem } from "../../session/file-system.js";
import { randomEntryId } from "../../session/ids.js";
import { writeReason } from "../../session/write-errors.js";
import { moveArtifacts } from "../move-artifacts.js";

/**
 * Moves a directory of artifacts out of the trash to where it was. Where one is there already, what it has not goes into it,
 * and what differs stays in the trash. Gives the reason where not all of it is back.
 */
export function restoreDirectory(from: string, to: string, fs: FileSystem): string | undefined {
	try {
		fs.mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
		fs.renameSync(from, to);
		return undefined;
	} catch (error) {
		switch (systemErrorCode(error)) {
			case "EXDEV":
				return copyAcross(from, to, fs);
			case "EEXIST":
			case "ENOTEMPTY":
			case "ENOTDIR":
				return reasonOfLeft(moveArtifacts(from, to, fs, false).left.length);
			case "ENOENT":
				return "it is in the trash no longer";
			default:
				return writeReason(error, to);
		}
	}
}

/** Over to another device: whole under another name first, so that nothing half stands under its own. */
function copyAcross(from: string, to: string, fs: FileSystem): string | undefined {
	const beside = join(dirname(to), `.${randomEntryId()}.tmp`);
	try {
		fs.cpSync(from, beside, {
			recursive: true,
			preserveTimestamps: true,
			errorOnExist: true,
			force: false,
			verbatimSymlinks: true,
		});
		fs.renameSync(beside, to);
		fs.rmSync(from, { recursive: true });
		return undefined;
	} catch (error) {
		const code = systemErrorCode(error);
		fs.rmSync(beside, { recursive: true, force: true });
		if (code === "EEXIST" || code === "ENOTEMPTY" || code === "ENOTDIR")
			return "others are there already, and it lies on another device; it stays in the trash";
		return writeReason(error, to);
	}
}

function reasonOfLeft(left: number): string | undefined {
	if (left === 0) return undefined;
	return `${left} of it differ from what is there already, and stay in the trash`;
}
