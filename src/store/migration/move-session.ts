/** Moving one session file into another directory of its store. */
import type { Stats } from "node:fs";
import { basename, join } from "node:path";
import type { ResolvedDeps } from "../../session/deps.js";
import { systemErrorCode } from "../../session/errors.js";
import type { FileSystem } from "../../session/file-system.js";
import { keepsChanging } from "../../session/session-change.js";
import { readHeaderSync } from "../../session/session-header.js";
import { flushDirectory } from "../../session/whole-file.js";
import { freeNames } from "../free-names.js";
import { type Placed, placeFile } from "../place-file.js";
import { haveSameBytes } from "../same-bytes.js";

/** Where a file went, or the file of equal bytes that makes it needless: then it is still where it was. */
export type SessionMove =
	| { readonly kind: "moved"; readonly to: string }
	| { readonly kind: "needless"; readonly same: string };

/**
 * Moves a session file into `dir`, under its own name or the next that is free; holds the caller's lock. At any moment
 * the file has at least one name. In a dry run nothing is moved, and `given` holds the names given away so far.
 * @throws SessionError `not-a-session`, `busy`, and system errors; the file is then where it was
 */
export function moveSession(
	path: string,
	dir: string,
	{ fs }: ResolvedDeps,
	{ dryRun, given }: { dryRun: boolean; given: Map<string, string> },
): SessionMove {
	const before = fs.lstatSync(path);
	readHeaderSync(path, fs);
	if (dryRun) return plan(path, dir, fs, given);
	const placed = placeFile(path, dir, basename(path), fs, { unlessSame: true });
	const target = fs.lstatSync(placed.path);
	const isLink = target.ino === before.ino && target.dev === before.dev;
	if (placed.kind === "same" && !isLink) return { kind: "needless", same: placed.path };
	flushDirectory(dir, fs);
	takeAway(path, before, placed, isLink, fs);
	return { kind: "moved", to: placed.path };
}

/** Takes the old name away, if it is still that of the file that has a new one. */
function takeAway(path: string, before: Stats, placed: Placed, isLink: boolean, fs: FileSystem): void {
	try {
		const now = fs.lstatSync(path);
		if (now.ino !== before.ino || now.dev !== before.dev) throw keepsChanging(path);
		if (!isLink && !haveSameBytes(path, placed.path, fs)) {
			fs.unlinkSync(placed.path);
			throw keepsChanging(path);
		}
		fs.unlinkSync(path);
	} catch (error) {
		const code = systemErrorCode(error);
		// Another took the old name away: the new one may be the last there is.
		if (code === "ENOENT") return;
		// The old name cannot be taken away, and still stands: it shall be the only one.
		if (code !== undefined && placed.kind === "placed") fs.unlinkSync(placed.path);
		throw error;
	}
}

function plan(path: string, dir: string, fs: FileSystem, given: Map<string, string>): SessionMove {
	for (const name of freeNames(basename(path))) {
		const to = join(dir, name);
		const taken = given.get(to) ?? (isThere(to, fs) ? to : undefined);
		if (taken === undefined) {
			given.set(to, path);
			return { kind: "moved", to };
		}
		if (haveSameBytes(path, taken, fs)) return { kind: "needless", same: to };
	}
	throw new RangeError("there is always another name");
}

function isThere(path: string, fs: FileSystem): boolean {
	return fs.lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
