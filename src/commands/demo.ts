/** `--demo`: a throw-away copy of the sample sessions, made to look recent. */
import { existsSync, rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { systemErrorCode } from "../session/errors.js";
import { sanitiseLine } from "../text/sanitise.js";
import { CommandError } from "./io.js";

export interface Demo {
	readonly sessionDir: string;
	readonly agentDir: string;
	/** A home directory that holds everything, for `~` in paths. */
	readonly home: string;
	/** The directory the browser starts in. */
	readonly cwd: string;
	/** Removes the copy. May be called more than once. */
	cleanup(): Promise<void>;
}

/** @throws CommandError when the directory for temporary files takes none */
async function makeRoot(temporary: string): Promise<string> {
	try {
		return await mkdtemp(join(temporary, "prime-sessions-demo-"));
	} catch (error) {
		const code = systemErrorCode(error);
		if (code === undefined) throw error;
		const where = sanitiseLine(temporary);
		throw new CommandError(`nothing can be written to ${where} (${code}); set TMPDIR to a directory you own`);
	}
}

/** The samples were written on this machine; their home becomes the copy's. */
const SAMPLE_HOME = "/home/demo";
const START_IN = "webapp";
/** Directories of the samples. That of one sample, `old-importer`, is not made: there is something to see for that case too. */
const DIRECTORIES = ["webapp/packages/ui", "webapp-auth", "api", "notes"];

/** The newest sample is this old. */
const NEWEST_AGE = 4 * 60 * 1000;

const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const UNIX_TIME = /(?<=":)\d{13}(?=[,}])/g;

/**
 * Copies the samples into a new directory that only the user can read, with all times moved so that the newest is
 * minutes before `now` (Unix milliseconds), and with their working directories there, but for one.
 */
export async function prepareDemo(
	now: number,
	{ samples = samplesDirectory(), temporary = tmpdir() }: { samples?: string; temporary?: string } = {},
): Promise<Demo> {
	const root = await realpath(await makeRoot(temporary));
	// A signal ends the process without coming back here.
	const removeNow = () => rmSync(root, { recursive: true, force: true });
	process.once("exit", removeNow);
	const cleanup = async () => {
		process.off("exit", removeNow);
		await rm(root, { recursive: true, force: true });
	};
	try {
		const agentDir = join(root, ".prime", "agent");
		await copySamples(samples, agentDir, root, now);
		await makeDirectories(root);
		return {
			sessionDir: join(agentDir, "sessions"),
			agentDir,
			home: root,
			cwd: join(root, START_IN),
			cleanup,
		};
	} catch (error) {
		await cleanup();
		throw error;
	}
}

/** Beside this file in the sources, beside or above it in the bundle. */
function samplesDirectory(): string {
	const candidates = ["../demo", "./demo"].map((path) => fileURLToPath(new URL(path, import.meta.url)));
	const found = candidates.find((path) => existsSync(join(path, "sessions")));
	if (found === undefined)
		throw new Error("the sample sessions are missing from this installation; reinstall it");
	return found;
}

async function copySamples(samples: string, agentDir: string, home: string, now: number): Promise<void> {
	const entries = await readdir(samples, { recursive: true, withFileTypes: true });
	const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	const files = await Promise.all(
		paths.map(async (path) => ({ path: relative(samples, path), text: await readFile(path, "utf8") })),
	);
	const newest = Math.max(...files.map((file) => newestTime(file.text)));
	const shift = now - NEWEST_AGE - newest;
	const homeInJson = JSON.stringify(home).slice(1, -1);
	for (const { path, text } of files) {
		const target = join(agentDir, path);
		await mkdir(dirname(target), { recursive: true, mode: 0o700 });
		// As text, not as JSON: one sample is damaged, and stays so to the byte.
		const moved = text
			.replace(ISO_TIME, (time) => new Date(Date.parse(time) + shift).toISOString())
			.replace(UNIX_TIME, (time) => String(Number(time) + shift))
			.replaceAll(SAMPLE_HOME, homeInJson);
		await writeFile(target, moved, { mode: 0o600, flag: "wx" });
		const modified = new Date(newestTime(text) + shift);
		await utimes(target, modified, modified);
	}
}

function newestTime(text: string): number {
	return (text.match(ISO_TIME) ?? []).reduce((newest, time) => Math.max(newest, Date.parse(time)), 0);
}

/** `webapp` is a git repository and `webapp-auth` a worktree of it, as far as looking goes. */
async function makeDirectories(home: string): Promise<void> {
	for (const path of DIRECTORIES) await mkdir(join(home, path), { recursive: true, mode: 0o700 });
	const repository = join(home, "webapp", ".git");
	const worktree = join(repository, "worktrees", "webapp-auth");
	for (const path of [join(repository, "objects"), join(repository, "refs"), worktree])
		await mkdir(path, { recursive: true, mode: 0o700 });
	const files = {
		[join(repository, "HEAD")]: "ref: refs/heads/main",
		[join(worktree, "HEAD")]: "ref: refs/heads/refactor/auth",
		[join(worktree, "commondir")]: "../..",
		[join(worktree, "gitdir")]: join(home, "webapp-auth", ".git"),
		[join(home, "webapp-auth", ".git")]: `gitdir: ${worktree}`,
	};
	for (const [path, text] of Object.entries(files)) await writeFile(path, `${text}\n`, { mode: 0o600 });
}
