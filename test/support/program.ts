import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";

/**
 * Bundles a small TypeScript program before the tests of the calling file, and removes it after them. Returns what gives
 * its path while they run.
 */
export function bundledProgram(source: string): () => string {
	let directory: string;
	const path = () => join(directory, "program.mjs");
	beforeAll(async () => {
		directory = mkdtempSync(join(tmpdir(), "prime-sessions-program-"));
		await build({
			entryPoints: [source],
			outfile: path(),
			bundle: true,
			platform: "node",
			format: "esm",
			target: "node20",
			logLevel: "warning",
		});
	});
	afterAll(() => rmSync(directory, { recursive: true, force: true }));
	return path;
}
