import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll } from "vitest";

/** Bundles a small TypeScript program for a test to run. Returns its path; removed when the file's tests are over. */
export async function bundleProgram(source: string): Promise<string> {
	const directory = mkdtempSync(join(tmpdir(), "prime-sessions-program-"));
	afterAll(() => rmSync(directory, { recursive: true, force: true }));
	const outfile = join(directory, "program.mjs");
	await build({
		entryPoints: [source],
		outfile,
		bundle: true,
		platform: "node",
		format: "esm",
		target: "node20",
		logLevel: "warning",
	});
	return outfile;
}
