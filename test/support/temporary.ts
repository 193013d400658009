import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A directory that is removed when the tests of the calling file are over. */
export function temporaryDirectory(): string {
	const dir = realpathSync(mkdtempSync(join(tmpdir(), "sessions-")));
	afterAll(() => rmSync(dir, { recursive: true, force: true }));
	return dir;
}

/** Gives a new directory at each call; all are removed when the tests of the calling file are over. */
export function temporaryDirectories(): () => string {
	const root = temporaryDirectory();
	return () => mkdtempSync(join(root, "d"));
}
