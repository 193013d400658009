import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { remoteMounts } from "../../src/store/mounts.js";
import { Places } from "../../src/store/places.js";
import { countScopes, filterScope, type Scope } from "../../src/store/scope.js";
import { temporaryDirectories } from "../support/temporary.js";

const newDirectory = temporaryDirectories();

let root: string;

beforeEach(() => {
	root = newDirectory();
});

const at = (path: string) => join(root, path);

function directory(...paths: string[]): void {
	for (const path of paths) mkdirSync(at(path), { recursive: true });
}

function repository(path: string): void {
	directory(`${path}/.git/objects`, `${path}/.git/refs`);
	writeFileSync(at(`${path}/.git/HEAD`), "ref: refs/heads/main\n");
}

function worktree(path: string, gitDir: string, name: string): void {
	directory(path, `${gitDir}/worktrees/${name}`);
	writeFileSync(at(`${path}/.git`), `gitdir: ${at(`${gitDir}/worktrees/${name}`)}\n`);
	writeFileSync(at(`${gitDir}/worktrees/${name}/commondir`), "../..\n");
	writeFileSync(at(`${gitDir}/worktrees/${name}/gitdir`), `${at(path)}/.git\n`);
}

async function shown(scope: Scope, cwd: string, cwds: string[]): Promise<string[]> {
	const sessions = cwds.map((cwd) => ({ cwd }));
	return (await filterScope(sessions, scope, cwd, new Places())).map((session) => session.cwd);
}

describe("this directory", () => {
	test("is matched by real path", async () => {
		directory("data/web");
		symlinkSync(at("data"), at("work"));
		const same = [
			at("data/web"),
			at("work/web"),
			`${at("data")}//web/`,
			`${at("data")}/./web`,
			at("data/x/../web"),
		];
		const others = [at("data"), at("data/web/sub"), at("data/web2"), at("gone"), "", "relative", ".", "/"];
		expect(await shown("directory", at("work/web"), [...same, ...others])).toEqual(same);
	});

	test("that is gone still matches itself, through a link above it too", async () => {
		directory("data");
		symlinkSync(at("data"), at("work"));
		expect(
			await shown("directory", at("work/gone"), [at("data/gone"), at("work/gone/"), at("data")]),
		).toEqual([at("data/gone"), at("work/gone/")]);
	});

	test("survives links in a circle", async () => {
		symlinkSync(at("b"), at("a"));
		symlinkSync(at("a"), at("b"));
		expect(await shown("directory", root, [at("a"), root])).toEqual([root]);
	});
});

describe("this repository", () => {
	test("includes its directories and worktrees, not a repository nested in it nor its neighbours", async () => {
		repository("app");
		worktree("app-fix", "app/.git", "fix");
		directory("app/src", "app-fix/src", "other");
		repository("app/vendor/lib");
		repository("neighbour");
		const own = [at("app"), at("app/src"), at("app-fix"), at("app-fix/src"), at("app/removed/dir")];
		const others = [at("app/vendor/lib"), at("neighbour"), at("other"), root];
		for (const here of [at("app"), at("app/src"), at("app-fix")]) {
			expect(await shown("repository", here, [...own, ...others])).toEqual(own);
		}
		expect(await shown("repository", at("app/vendor/lib"), [...own, ...others])).toEqual([
			at("app/vendor/lib"),
		]);
	});

	test("of a bare repository reaches its worktrees", async () => {
		directory("app.git/objects", "app.git/refs");
		writeFileSync(at("app.git/HEAD"), "");
		worktree("app.git/main", "app.git", "main");
		worktree("elsewhere/fix", "app.git", "fix");
		const all = [at("app.git"), at("app.git/main"), at("elsewhere/fix"), at("elsewhere")];
		expect(await shown("repository", at("app.git"), all)).toEqual(all.slice(0, 3));
		expect(await shown("repository", at("elsewhere/fix"), all)).toEqual(all.slice(0, 3));
		expect(await shown("directory", at("elsewhere/fix"), all)).toEqual([at("elsewhere/fix")]);
	});

	test("includes a worktree whose directory is gone", async () => {
		repository("app");
		worktree("app-fix", "app/.git", "fix");
		rmSync(at("app-fix"), { recursive: true });
		expect(await shown("repository", at("app"), [at("app-fix"), at("app-fix/src"), at("gone")])).toEqual([
			at("app-fix"),
			at("app-fix/src"),
		]);
	});

	test("outside any repository is this directory and below", async () => {
		directory("plain/sub", "plain2");
		expect(await shown("repository", at("plain"), [at("plain"), at("plain/sub"), at("plain2")])).toEqual([
			at("plain"),
			at("plain/sub"),
		]);
	});
});

test("the counts of all scopes are told", async () => {
	repository("app");
	directory("app/src");
	const sessions = [at("app"), at("app/src"), at("x")].map((cwd) => ({ cwd }));
	expect(await countScopes(sessions, at("app/src"), new Places())).toEqual({
		directory: 1,
		repository: 2,
		all: 3,
	});
});

describe("a mount that may be dead", () => {
	test("is not touched, whether named or linked to", async () => {
		directory("mnt/web");
		symlinkSync(at("mnt"), at("link"));
		const places = new Places({ remote: [at("mnt")] });
		expect(await places.of(at("mnt/web"))).toEqual({
			path: at("mnt/web"),
			real: at("mnt/web"),
			exists: undefined,
		});
		expect(await places.of(at("link/web"))).toMatchObject({ real: at("mnt/web"), exists: undefined });
	});

	test("is looked at when the working directory lies on it", async () => {
		directory("mnt/web");
		const places = new Places({ remote: [at("mnt")], here: at("mnt/web") });
		expect(await places.of(at("mnt/web"))).toMatchObject({ exists: true });
		expect(places.known(at("mnt/web"))).toMatchObject({ exists: true });
		expect(places.known(at("mnt"))).toBeUndefined();
	});

	test("is told by its file system", () => {
		const info = [
			"22 1 0:20 / / rw - overlay overlay rw",
			"23 22 0:21 / /proc rw - proc proc rw",
			"30 22 0:30 / /mnt/my\\040share rw,relatime shared:1 - nfs4 host:/x rw",
			"31 22 0:31 / /mnt/my\\040share/inner rw - fuse.sshfs me@host: rw",
			"32 22 8:1 / /disk rw - fuseblk /dev/sda1 rw",
			"33 22 0:33 / /auto rw - autofs systemd-1 rw",
			"",
		].join("\n");
		expect(remoteMounts(() => info)).toEqual(["/mnt/my share/inner", "/mnt/my share", "/auto"]);
	});
});
