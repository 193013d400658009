import { realpathSync } from "node:fs";
import { systemErrorCode } from "../session/errors.js";

/** The path without symbolic links; as it is given where it does not exist. */
export function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
		return path;
	}
}
