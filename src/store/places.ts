import type { Stats } from "node:fs";
import { lstat, readlink } from "node:fs/promises";
import { dirname, isAbsolute, join, normalize, resolve, sep } from "node:path";
import { systemErrorCode } from "../session/errors.js";
import { readTextFileAsync } from "../session/text-file.js";
import { namesIn } from "./looking.js";
import { remoteMounts } from "./mounts.js";

/** What a working directory is on this machine, now. */
export interface Place {
	/** The directory as the session names it. */
	path: string;
	/** The same with symbolic links, `.`, `..`, `//` and a trailing slash resolved as far as the path exists. */
	real: string;
	/** Undefined where it was not looked at, because that could wait for a dead mount. */
	exists: boolean | undefined;
	/** The common git directory of the repository it belongs to: one for a repository and all its worktrees. */
	repository?: string;
	/** Where the linked worktrees of the repository are, or were until they were removed unknown to git. */
	worktrees?: readonly string[];
}

export interface PlacesOptions {
	/** Mount points not to be touched. A path on the mount that holds `here` is touched all the same. */
	remote?: readonly string[];
	/** The working directory: what it lies on is known to answer. */
	here?: string;
	/** Milliseconds after which a directory that does not answer is left alone. */
	patience?: number;
}

const MOST_LINKS = 40;

/** Looks working directories up, each path once; never waits for a mount that does not answer. */
export class Places {
	readonly #remote: readonly string[];
	readonly #patience: number;
	readonly #looked = new Map<string, Promise<Stats | "missing" | "silent">>();
	readonly #places = new Map<string, Promise<Place>>();
	readonly #repositories = new Map<string, Promise<string | undefined>>();
	readonly #worktrees = new Map<string, Promise<string[]>>();
	readonly #known = new Map<string, Place>();

	constructor(options: PlacesOptions = {}) {
		const here = options.here;
		const remote = options.remote ?? remoteMounts();
		this.#remote = here === undefined ? remote : remote.filter((mount) => !isWithin(here, mount));
		this.#patience = options.patience ?? 500;
	}

	/** Looks a directory up. */
	of(path: string): Promise<Place> {
		let place = this.#places.get(path);
		if (!place) {
			place = this.#look(path);
			this.#places.set(path, place);
		}
		return place;
	}

	/** What is known of a directory without waiting: undefined until `of` has answered for it. */
	known(path: string): Place | undefined {
		return this.#known.get(path);
	}

	async #look(path: string): Promise<Place> {
		const { real, exists } = await this.#resolve(path);
		const repository = isAbsolute(real) ? await this.#repositoryOf(real) : undefined;
		const place: Place = { path, real, exists };
		if (repository !== undefined) {
			place.repository = repository;
			place.worktrees = await this.#worktreesOf(repository);
		}
		this.#known.set(path, place);
		return place;
	}

	/** `worktrees/<name>/gitdir` of a repository holds the path of the `.git` file of a worktree. */
	#worktreesOf(repository: string): Promise<string[]> {
		let worktrees = this.#worktrees.get(repository);
		if (!worktrees) {
			const directory = join(repository, "worktrees");
			worktrees = namesIn(directory).then((names) =>
				Promise.all(
					names.map(async (name) => {
						const pointer = (await readSmall(join(directory, name, "gitdir"))).trim();
						return (await this.#resolve(dirname(resolve(directory, name, pointer)))).real;
					}),
				),
			);
			this.#worktrees.set(repository, worktrees);
		}
		return worktrees;
	}

	/** Follows links one component at a time, so that no step touches a mount unasked. */
	async #resolve(path: string): Promise<{ real: string; exists: boolean | undefined }> {
		if (!isAbsolute(path)) return { real: path, exists: false };
		let pending = lexical(path).split(sep).filter(Boolean);
		let real: string = sep;
		for (let links = 0; pending.length > 0; ) {
			const [name, ...rest] = pending;
			const next = join(real, name ?? "");
			const stats = await this.#lstat(next);
			if (stats === "missing" || stats === "silent") {
				return { real: lexical(join(next, ...rest)), exists: stats === "missing" ? false : undefined };
			}
			if (stats.isSymbolicLink() && links < MOST_LINKS) {
				links++;
				const target = resolve(real, await readlink(next));
				pending = [...target.split(sep).filter(Boolean), ...rest];
				real = sep;
				continue;
			}
			real = next;
			pending = rest;
		}
		return { real, exists: true };
	}

	#lstat(path: string): Promise<Stats | "missing" | "silent"> {
		if (this.#remote.some((mount) => isWithin(path, mount))) return Promise.resolve("silent");
		let looked = this.#looked.get(path);
		if (!looked) {
			looked = withPatience(
				lstat(path).catch((error: unknown) => {
					const code = systemErrorCode(error);
					if (code === undefined) throw error;
					return code === "EACCES" ? "silent" : "missing";
				}),
				this.#patience,
			);
			this.#looked.set(path, looked);
		}
		return looked;
	}

	/** The nearest repository at or above a real path, looked up once for each directory on the way. */
	async #repositoryOf(real: string): Promise<string | undefined> {
		let found = this.#repositories.get(real);
		if (!found) {
			found = this.#repositoryAt(real).then(
				(here) => here ?? (dirname(real) === real ? undefined : this.#repositoryOf(dirname(real))),
			);
			this.#repositories.set(real, found);
		}
		return found;
	}

	async #repositoryAt(directory: string): Promise<string | undefined> {
		const dotGit = join(directory, ".git");
		const stats = await this.#lstat(dotGit);
		if (stats !== "missing" && stats !== "silent") {
			if (stats.isFile()) {
				const pointer = /^gitdir:\s*(.+?)\s*$/m.exec(await readSmall(dotGit))?.[1];
				return pointer === undefined ? undefined : this.#commonDir(resolve(directory, pointer));
			}
			return this.#commonDir(dotGit);
		}
		return (await this.#isBareRepository(directory)) ? this.#commonDir(directory) : undefined;
	}

	/** A linked worktree's git directory names the one it shares. */
	async #commonDir(gitDir: string): Promise<string> {
		const { real } = await this.#resolve(gitDir);
		const stats = await this.#lstat(join(real, "commondir"));
		if (stats === "missing" || stats === "silent") return real;
		const common = (await readSmall(join(real, "commondir"))).trim();
		return common === "" ? real : (await this.#resolve(resolve(real, common))).real;
	}

	async #isBareRepository(directory: string): Promise<boolean> {
		for (const name of ["HEAD", "objects", "refs"]) {
			const stats = await this.#lstat(join(directory, name));
			if (stats === "missing" || stats === "silent") return false;
		}
		return true;
	}
}

/** A path without `.`, `//` and trailing slashes. */
export function lexical(path: string): string {
	const clean = normalize(path);
	return clean.length > 1 && clean.endsWith(sep) ? clean.slice(0, -1) : clean;
}

/** Whether a path is a directory or lies within it. Both without trailing slashes. */
export function isWithin(path: string, directory: string): boolean {
	return path === directory || path.startsWith(directory === sep ? sep : `${directory}${sep}`);
}

async function readSmall(path: string): Promise<string> {
	try {
		return await readTextFileAsync(path);
	} catch (error) {
		if (systemErrorCode(error) === undefined) throw error;
		return "";
	}
}

function withPatience<T>(work: Promise<T>, patience: number): Promise<T | "silent"> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => resolve("silent"), patience);
		timer.unref();
		work.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}
