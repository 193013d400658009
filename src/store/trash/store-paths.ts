import { basename, dirname, join } from "node:path";
import { artifactsDir } from "../location.js";
import { existingRealPath } from "../looking.js";
import { lexical } from "../places.js";
import { isProjectDirectory } from "../store-kind.js";

/** A session file, or the original of one that was mended or upgraded. */
const SESSION_NAME = /\.jsonl(?:\.[\w.]+\.bak)?$/;

/** Tells what of a store a path is, or was: the path need not exist. Links on the way to the store are no difference. */
export class StorePaths {
	readonly #store: string;
	readonly #real = new Map<string, string>();

	constructor(sessionDir: string) {
		this.#store = lexical(sessionDir);
	}

	kindOf(path: string): "session" | "artifacts" | undefined {
		const directory = dirname(path);
		if (this.#isStore(directory) || this.#isProject(directory))
			return SESSION_NAME.test(path) ? "session" : undefined;
		const isArtifacts =
			this.#isSame(directory, artifactsDir(this.#store)) ||
			this.#isSame(directory, join(this.#store, "session-artifacts"));
		return isArtifacts ? "artifacts" : undefined;
	}

	#isStore(directory: string): boolean {
		return this.#isSame(directory, this.#store);
	}

	#isProject(directory: string): boolean {
		return isProjectDirectory(basename(directory)) && this.#isStore(dirname(directory));
	}

	#isSame(a: string, b: string): boolean {
		return a === b || this.#realOf(a) === this.#realOf(b);
	}

	/** The real path as far as there is one. */
	#realOf(path: string): string {
		let real = this.#real.get(path);
		if (real === undefined) {
			real =
				existingRealPath(path) ??
				(dirname(path) === path ? path : join(this.#realOf(dirname(path)), basename(path)));
			this.#real.set(path, real);
		}
		return real;
	}
}
